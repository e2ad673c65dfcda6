/**
 * A real Chromium on the real process: a user's own account. Presses are counted from the sign-in;
 * axe-core in light and dark, and no sideways scrolling down to 320 px.
 */
import { assert, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, longName, tooWide, watchedPage } from "../support/browser.ts"
import { schemes, twoLocales } from "../support/sweep.ts"

const other = "another long password"

describe.skipIf(!hasBrowser)("the account in a browser", () => {
  const agency = useAgency()

  const changePassword = async (page: Page, present: string, chosen: string) => {
    const fields = page.locator("#password input[type=password]")
    await fields.nth(0).fill(present)
    await fields.nth(1).fill(chosen)
    await page.getByRole("button", { name: /password/i }).click()
  }

  it.each([true, false])("a password is changed in 3 presses, script %s", async (hasScript) => {
    const elsewhere = await agency.signedIn()
    const { context, page, press, presses, signs } = await agency.signedIn({
      javaScriptEnabled: hasScript
    })
    await press("link", "My account")
    await changePassword(page, agency.password, other)
    await page.getByText("Your password is changed.").waitFor()
    assert.isAtMost(presses() + 1, 3)
    await elsewhere.page.goto(`${agency.url}/home`)
    assert.match(elsewhere.page.url(), /\/sign-in/)
    await changePassword(page, other, agency.password)
    await page.getByText("Your password is changed.").waitFor()
    assert.deepStrictEqual(signs, [])
    await elsewhere.context.close()
    await context.close()
  })

  it("a colleague's sessions are ended in 3 presses", async () => {
    const { context, page, press, presses } = await agency.signedIn()
    await page.goto(`${agency.url}/settings/users`)
    await page.locator("#name").fill("Iris")
    await page.locator("#email").fill("iris@agency.example")
    await page.getByRole("button", { name: "Invite", exact: true }).click()
    const { text } = await agency.mailTo("iris@agency.example", "/welcome/")
    const colleague = await watchedPage(agency.browser, { locale: "en-US" })
    await colleague.page.goto(/https?:\/\/\S+\/welcome\/\S+/.exec(text)?.[0] ?? "")
    await colleague.page.locator("input[type=password]").fill(other)
    await colleague.page.getByRole("button", { name: "Save and sign in" }).click()
    await colleague.page.waitForURL("**/home")
    await page.goto(`${agency.url}/home`)
    await press("link", "Settings")
    await press("link", "Users")
    await press("button", "End all sessions: Iris")
    await page.getByText("signed out everywhere").waitFor()
    assert.isAtMost(presses(), 3)
    await colleague.page.goto(`${agency.url}/home`)
    assert.match(colleague.page.url(), /\/sign-in/)
    await colleague.context.close()
    await context.close()
  })

  it("a refused form has the focus, and its message beside the field", async () => {
    const { context, page } = await agency.signedIn()
    await page.goto(`${agency.url}/account`)
    await changePassword(page, agency.password, "short")
    await page.locator("#new_password[aria-invalid]").waitFor()
    const focused = await page.evaluate("document.activeElement?.getAttribute('role')")
    assert.strictEqual(focused, "alert")
    await context.close()
  })

  it.each(schemes)("axe-core and widths, %s", async (colorScheme) => {
    const findings: string[] = []
    for (const locale of twoLocales) {
      const { context, page } = await agency.signedIn({ locale, colorScheme })
      if (locale === "de-DE") {
        await page.goto(`${agency.url}/account`)
        await page.locator("#name").fill(`<b>${longName}</b>`)
        await page.locator("#profile button").click()
      }
      for (const path of [
        "/account",
        "/account?done=password",
        "/account/second-factor",
        "/settings/users"
      ]) {
        await page.goto(`${agency.url}${path}`)
        findings.push(...(await axeFindings(page)).map((one) => `${locale} ${path}: ${one}`))
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          findings.push(...(await tooWide(page)))
        }
      }
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })
})
