/**
 * A real Chromium on the real process: from a registered app to its token, and to the end of its
 * access.
 */
import { assert, describe, it } from "@effect/vitest"
import { type Json, pkce, useAgency, verifier } from "../support/agency.ts"
import { hasBrowser, watchedPage } from "../support/browser.ts"

describe.skipIf(!hasBrowser)("OAuth in a browser", () => {
  const agency = useAgency()

  it("registers an app and dances the whole OAuth dance, saying no and saying yes", async () => {
    const { context, page, signs } = await watchedPage(agency.browser)
    await agency.signIn(page)
    await page.getByRole("link", { name: "Settings" }).click()
    await page.getByRole("link", { name: "OAuth apps" }).click()
    await page.getByLabel("App name").fill("Ledger")
    await page.getByLabel("Redirect URIs").fill(`${agency.appUrl}/callback`)
    await page.getByRole("button", { name: "Register" }).click()
    const clientId = (await page.locator("#client-id").textContent()) ?? ""
    const clientSecret = (await page.locator("#client-secret").textContent()) ?? ""
    const authorize = `${agency.url}/oauth/authorize?${new URLSearchParams({
      client_id: clientId,
      redirect_uri: `${agency.appUrl}/callback`,
      response_type: "code",
      scope: "projects:read invoices:read",
      state: "a b&c",
      ...pkce
    })}`
    await page.goto(authorize)
    await page.getByText("See projects and milestones").waitFor()
    await page.getByRole("button", { name: "Do not allow" }).click()
    await page.getByText("back at the app").waitFor()
    const denied = agency.calls.filter(({ pathname }) => pathname === "/callback").at(-1)
    assert.strictEqual(denied?.searchParams.get("error"), "access_denied")
    await page.goto(authorize)
    await page.getByRole("button", { name: "Allow", exact: true }).click()
    await page.getByText("back at the app").waitFor()
    const back = agency.calls.filter(({ pathname }) => pathname === "/callback").at(-1)
    assert.strictEqual(back?.searchParams.get("state"), "a b&c")
    const response = await fetch(`${agency.url}/v1/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: back?.searchParams.get("code") ?? "",
        redirect_uri: `${agency.appUrl}/callback`,
        client_id: clientId,
        client_secret: clientSecret,
        code_verifier: verifier
      })
    })
    const tokens: Json = await response.json()
    const use = async () => {
      const answer = await fetch(`${agency.url}/v1/invoices`, {
        headers: { authorization: `Bearer ${tokens.access_token}` }
      })
      return answer.status
    }
    assert.strictEqual(await use(), 200)
    await page.goto(`${agency.url}/settings/connected-apps`)
    await page.getByRole("link", { name: "Disconnect Ledger" }).click()
    await page.getByRole("button", { name: "Disconnect" }).click()
    await page.getByText("no longer has access").waitFor()
    assert.strictEqual(await use(), 401)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })
})
