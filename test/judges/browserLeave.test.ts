/**
 * A real Chromium on the real process: an owner exports the workspace and deletes it. Presses are
 * counted from the sign-in; axe-core in light and dark, and no sideways scrolling down to 320 px.
 */
import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { unzipSync } from "fflate"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, tooWide, watchedPage } from "../support/browser.ts"

const owner = "owner@demo-agency.example"
const path = "/settings/leave"

describe.skipIf(!hasBrowser)("export and deletion in a browser", () => {
  const agency = useAgency()

  const findingsOf = async (state: string) => {
    const findings: string[] = []
    for (const [locale, colorScheme] of [
      ["en-US", "light"],
      ["en-US", "dark"],
      ["de-DE", "dark"]
    ] as const) {
      const { page, context } = await watchedPage(agency.browser, { colorScheme })
      await agency.signIn(page)
      await page.setExtraHTTPHeaders({ "accept-language": locale })
      await page.goto(`${agency.url}${path}`)
      findings.push(...(await axeFindings(page)).map((one) => `${state}, ${locale}: ${one}`))
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        findings.push(...(await tooWide(page)))
      }
      await context.close()
    }
    return findings
  }

  it("an export is requested in 3 presses without script, mailed and downloaded", async () => {
    const { context, page, press, presses, signs } = await agency.signedIn({
      javaScriptEnabled: false
    })
    await press("link", "Settings")
    await press("link", "Export and deletion")
    await press("button", "Request an export")
    assert.isAtMost(presses(), 4)
    await page.getByText("The archive is being prepared").waitFor()
    const findings = await findingsOf("requested")

    const { text } = await agency.mailTo(owner, "/archive/")
    const link = /https?:\/\/\S+\/archive\/\S+/.exec(text)?.[0] ?? ""
    await page.goto(`${agency.url}${path}`)
    await page.getByText(/^The archive is ready/).waitFor()
    findings.push(...(await findingsOf("ready")))
    assert.deepStrictEqual(findings, [])

    // From the mail, in a browser that is not signed in.
    const reader = await watchedPage(agency.browser, { locale: "en-US" })
    await reader.page.goto(link)
    await reader.page.getByLabel("E-mail").fill(owner)
    await reader.page.getByLabel("Password").fill(agency.password)
    const [download] = await Promise.all([
      reader.page.waitForEvent("download"),
      reader.page.getByRole("button", { name: "Sign in" }).click()
    ])
    assert.match(download.suggestedFilename(), /^retainer-export-\d{4}-\d\d-\d\d\.zip$/)
    const files = unzipSync(await readFile(await download.path()))
    const workspace = JSON.parse(Buffer.from(files["workspace.json"] ?? []).toString())
    assert.strictEqual(workspace[0]?.name, (await agency.api("GET", "/v1/workspace")).name)
    assert.containsAllKeys(files, ["clients.csv", "invoices.json", "payments.csv"])
    await reader.context.close()

    const [own] = await Promise.all([page.waitForEvent("download"), press("link", "Download")])
    assert.strictEqual(own.suggestedFilename(), download.suggestedFilename())
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("a deletion needs name and password, and the page says how it is taken back", async () => {
    const { context, page, press, presses, signs } = await agency.signedIn()
    const { id, name } = await agency.api("GET", "/v1/workspace")
    await press("link", "Settings")
    await press("link", "Export and deletion")
    await page.getByText("Invoices must be kept by law").waitFor()
    const undo = `retainer workspace delete --workspace ${id} --undo`
    await page.getByText(undo).waitFor()
    await page.getByLabel("Name of the workspace").fill(name)
    await page.getByLabel("Password").fill("not the password")
    await press("button", "Delete the workspace")
    await page.locator("#password[aria-invalid]").waitFor()
    assert.strictEqual(await page.evaluate("document.activeElement?.getAttribute('role')"), "alert")
    assert.strictEqual(await page.getByLabel("Name of the workspace").inputValue(), name)
    assert.deepStrictEqual(await axeFindings(page), [])
    await page.getByLabel("Password").fill(agency.password)
    await press("button", "Delete the workspace")
    await page.getByRole("heading", { name: "The workspace is deleted" }).waitFor()
    assert.strictEqual(presses(), 4)
    await page.getByText(undo).waitFor()
    assert.deepStrictEqual(await axeFindings(page), [])
    await page.goto(`${agency.url}/home`)
    assert.match(page.url(), /\/sign-in/)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })
})
