/** A real Chromium on the real process: what the agency does in its settings. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { useAgency } from "../support/agency.ts"
import { hasBrowser, watchedPage } from "../support/browser.ts"

describe.skipIf(!hasBrowser)("the settings in a browser", () => {
  const agency = useAgency()

  it("signs in by keyboard alone, makes a key and uses it", async () => {
    const { context, page, signs } = await watchedPage(agency.browser)
    await page.goto(`${agency.url}/`)
    for (const text of ["owner@demo-agency.example", agency.password]) {
      await page.keyboard.press("Tab")
      await page.keyboard.type(text)
    }
    await page.keyboard.press("Enter")
    await page.waitForURL("**/home")
    await page.goto(`${agency.url}/settings/api-keys`)
    await page.getByLabel("Name").fill("Accounting export")
    await page.getByLabel(/See projects/).check()
    await page.getByRole("button", { name: "Create the key" }).click()
    await page.getByRole("button", { name: "Copy" }).waitFor()
    const made = (await page.locator("#api-key").textContent()) ?? ""
    const answer = await fetch(`${agency.url}/v1/projects`, {
      headers: { authorization: `Bearer ${made}` }
    })
    assert.strictEqual(answer.status, 200)
    await page.getByRole("link", { name: "Done" }).click()
    assert.notInclude(await page.content(), made)
    await page.getByRole("link", { name: "Revoke Accounting export" }).click()
    await page.getByRole("button", { name: "Revoke the key" }).click()
    await page.getByText("The key is revoked.").waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it.each([
    {
      kind: "key",
      path: "/settings/api-keys",
      fill: async (page: Page) => {
        await page.getByLabel("Name").fill("Once")
        await page.getByLabel(/See projects/).check()
        await page.getByRole("button", { name: "Create the key" }).click()
      },
      secret: "#api-key"
    },
    {
      kind: "app",
      path: "/settings/apps",
      fill: async (page: Page) => {
        await page.getByLabel("App name").fill("Once")
        await page.getByLabel("Redirect URIs").fill("https://app.example/callback")
        await page.getByRole("button", { name: "Register" }).click()
      },
      secret: "#client-secret"
    },
    {
      kind: "endpoint",
      path: "/settings/webhooks",
      fill: async (page: Page) => {
        await page.getByLabel("Address").fill("https://receiver.example/once")
        await page.getByRole("button", { name: "Add" }).click()
      },
      secret: "#webhook-secret"
    }
  ])("a new $kind: neither a reload nor the back button makes another", async (one) => {
    const { context, page, signs } = await watchedPage(agency.browser)
    await agency.signIn(page)
    const count = async () => {
      await page.goto(`${agency.url}${one.path}`)
      return await page.getByRole("row").count()
    }
    const before = await count()
    await one.fill(page)
    const secret = (await page.locator(one.secret).textContent()) ?? ""
    assert.isAbove(secret.length, 20)
    await page.reload()
    await page.getByText("It was shown once").waitFor()
    assert.notInclude(await page.content(), secret)
    await page.getByRole("link", { name: "Done" }).click()
    await page.goBack()
    await page.getByText("It was shown once").waitFor()
    await page.goBack()
    await page.goForward()
    await page.getByText("It was shown once").waitFor()
    // The first of a kind comes with the row of the table's head.
    assert.strictEqual(await count(), before === 0 ? 2 : before + 1)
    assert.notInclude(JSON.stringify(await context.cookies()), "retainer_once")
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("saving a webhook's description leaves its events; kinds stand under their choice", async () => {
    const { context, page, signs } = await watchedPage(agency.browser)
    const made = await agency.api("POST", "/v1/webhook_endpoints", {
      url: "https://receiver.example/chosen",
      events: ["invoice.paid"],
      enabled: false
    })
    const endpoint = () => agency.api("GET", `/v1/webhook_endpoints/${made.id}`)
    await agency.signIn(page)
    await page.goto(`${agency.url}/settings/webhooks/${made.id}`)
    const paid = page.getByLabel("Paid (invoice.paid)")
    assert.isTrue(await paid.isChecked())
    await page.getByLabel("Description").fill("Books")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").waitFor()
    const described = await endpoint()
    assert.deepInclude(described, {
      description: "Books",
      events: ["invoice.paid"],
      enabled: false
    })
    await page.getByLabel("Every event").check()
    assert.isFalse(await paid.isVisible())
    await page.getByLabel("Only these").check()
    assert.isTrue(await paid.isChecked())
    await page.getByLabel("Overdue (invoice.overdue)").check()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").waitFor()
    assert.deepStrictEqual((await endpoint()).events, ["invoice.paid", "invoice.overdue"])
    await page.getByLabel("Every event").check()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved.").waitFor()
    assert.isNull((await endpoint()).events)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })
})
