/** A real Chromium on the real process: what the agency does in its settings. */
import { assert, describe, it } from "@effect/vitest"
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
    await page.waitForURL("**/settings/api-keys")
    await page.getByLabel("Name").fill("Accounting export")
    await page.getByLabel(/See projects/).check()
    await page.getByRole("button", { name: "Make the key" }).click()
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

  it("restores an archived project", async () => {
    const client = await agency.api("POST", "/v1/clients", {
      name: "Ada",
      email: "restore@client.example"
    })
    const project = await agency.api("POST", "/v1/projects", {
      name: "Relaunch",
      client_id: client.id
    })
    await agency.api("DELETE", `/v1/projects/${project.id}`)
    const { context, page } = await watchedPage(agency.browser)
    await agency.signIn(page)
    await page.getByRole("link", { name: "Archived projects" }).click()
    await page.getByRole("button", { name: "Restore" }).click()
    await page.getByText("The project is restored.").waitFor()
    assert.strictEqual((await agency.api("GET", `/v1/projects/${project.id}`)).status, "planning")
    await context.close()
  })
})
