/** A real Chromium on the real process: what the agency does in its settings. */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { settingsPaths, useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, tooWide, watchedPage } from "../support/browser.ts"
import { locales, schemes } from "../support/sweep.ts"

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

  it.each([true, false])("a key that reads, in 4 presses, script %s", async (javaScriptEnabled) => {
    const { context, page, signs, press, pressAt, presses } = await agency.signedIn({
      javaScriptEnabled
    })
    await press("link", "Settings")
    await press("link", "API keys")
    const permission = page.getByLabel(/See projects/)
    await page.getByLabel("Name").fill(`Reader ${javaScriptEnabled}`)
    assert.isTrue(await permission.isVisible())
    await pressAt(page.getByLabel("Read only"))
    assert.isFalse(await permission.isVisible())
    await press("button", "Create the key")
    await page.locator("#api-key").waitFor()
    assert.strictEqual(presses(), 4)
    const made = (await page.locator("#api-key").textContent()) ?? ""
    const call = (method: string) =>
      fetch(`${agency.url}/v1/clients`, {
        method,
        headers: { authorization: `Bearer ${made}`, "content-type": "application/json" },
        ...(method === "POST" ? { body: JSON.stringify({ name: "A", email: "a@x.example" }) } : {})
      })
    assert.deepStrictEqual([(await call("GET")).status, (await call("POST")).status], [200, 403])
    await page.getByRole("link", { name: "Done" }).click()
    await page.getByText("Read only").first().waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("the audit log is filtered in 4 presses, and leads to what changed", async () => {
    const client = await agency.api("POST", "/v1/clients", {
      name: "Audited",
      email: "audited@client.example"
    })
    const { context, page, signs, press, presses } = await agency.signedIn()
    await press("link", "Settings")
    await press("link", "Audit log")
    await page.getByLabel("What").selectOption({ label: "Clients" })
    await press("button", "Show")
    await page.waitForURL(/kind=client/)
    // The choice was one more.
    assert.strictEqual(presses() + 1, 4)
    await page.getByText("Show all changes").waitFor()
    assert.isFalse(await page.getByText("signed in").first().isVisible())
    await page.getByRole("link", { name: "Audited", exact: true }).first().click()
    await page.waitForURL(`**/clients/${client.id}`)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("a mail is found by its kind, and a double click sends it again once", async () => {
    const { context, page, signs } = await watchedPage(agency.browser)
    const client = await agency.api("POST", "/v1/clients", {
      name: "Mailed",
      email: "mailed@client.example"
    })
    await agency.api("POST", `/v1/clients/${client.id}/invite`)
    await agency.mailTo("mailed@client.example", "/invitations/")
    await agency.signIn(page)
    await page.goto(`${agency.url}/settings/mails`)
    await page.getByLabel("Kind").selectOption({ label: "Portal invitation" })
    await page.getByRole("button", { name: "Show" }).click()
    await page.waitForURL(/kind=invitation/)
    const again = page.getByRole("button", { name: "Send again: Mailed" })
    await again.dblclick()
    await page.getByText("It is queued and will be sent shortly.").waitFor()
    await agency.mailTo("mailed@client.example", "/invitations/")
    const { data } = await agency.api("GET", `/v1/mails?object=${client.id}&limit=100`)
    assert.lengthOf(data, 2)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it.each(schemes)("axe-core and widths, %s", async (colorScheme) => {
    const findings: string[] = []
    for (const locale of locales) {
      const { context, page } = await watchedPage(agency.browser, { locale, colorScheme })
      await page.goto(`${agency.url}/sign-in`)
      await page.locator("[type=email]").fill("owner@demo-agency.example")
      await page.locator("[type=password]").fill(agency.password)
      await page.locator("main button[type=submit]").click()
      await page.waitForURL("**/home")
      for (const path of [
        ...settingsPaths,
        "/settings/audit?kind=client",
        "/settings/mails?kind=receipt"
      ]) {
        await page.goto(`${agency.url}${path}`)
        if (locale.startsWith("e") || locale === "de-DE") {
          findings.push(...(await axeFindings(page)).map((one) => `${locale} ${path}: ${one}`))
        }
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          findings.push(...(await tooWide(page)))
        }
      }
      // On a phone the sections unfold, and one of them is current.
      await page.setViewportSize({ width: 390, height: 900 })
      await page.goto(`${agency.url}/settings/users`)
      const current = page.locator("nav.side a[aria-current=page]:visible")
      assert.strictEqual(await current.count(), 0)
      await page.locator("nav.side summary").click()
      assert.strictEqual(await current.count(), 1)
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })
})
