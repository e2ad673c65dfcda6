/**
 * A real Chromium on the real process: the search and the keys, presses counted from the sign-in;
 * the reports with their CSV; axe-core in light and dark, and no sideways scrolling down to 320 px.
 */
import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import type { BrowserContextOptions, Page } from "playwright-core"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, longName, tooWide, watchedPage } from "../support/browser.ts"
import { readCsv } from "../support/csv.ts"
import { schemes, twoLocales } from "../support/sweep.ts"

describe.skipIf(!hasBrowser)("search, keys and reports in a browser", () => {
  const agency = useAgency()

  const signedIn = async (options: BrowserContextOptions = {}) => {
    const first = await watchedPage(agency.browser, { locale: "en-US" })
    await agency.signIn(first.page)
    const storageState = await first.context.storageState()
    await first.context.close()
    const watched = await watchedPage(agency.browser, { locale: "en-US", ...options, storageState })
    watched.page.setDefaultTimeout(10_000)
    return watched
  }

  const newInvoice = async (client: object, invoice: object = {}) => {
    const { id } = await agency.api("POST", "/v1/clients", { email: "a@c.example", ...client })
    const draft = await agency.api("POST", "/v1/invoices", {
      client_id: id,
      line_items: [{ description: "W", quantity: 1, unit_price: 100_000, tax_rate: 0.19 }],
      ...invoice
    })
    await agency.api("POST", `/v1/invoices/${draft.id}/send`)
    return draft
  }

  const isFocused = (page: Page, selector: string): Promise<boolean> =>
    page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector)

  it.each([true, false])("a number leads to its invoice, script %s", async (hasScript) => {
    const { id, number } = await newInvoice({ name: "Ada" })
    const { context, page, signs } = await signedIn({ javaScriptEnabled: hasScript })
    await page.goto(`${agency.url}/home`)
    if (hasScript) {
      await page.keyboard.press("/")
      await page.keyboard.type(number.replace("INV-", "inv"))
      await page.keyboard.press("Enter")
    } else {
      await page.locator(".rail .find input").fill(number.replace("INV-", "inv"))
      await page.locator(".rail .find input").press("Enter")
    }
    await page.waitForURL(`${agency.url}/invoices/${id}`)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("keys go to places and rows, and are still while something is typed", async () => {
    await newInvoice({ name: "First" })
    await newInvoice({ name: "Second" })
    const { context, page, signs } = await signedIn()
    await page.goto(`${agency.url}/invoices?state=all`)
    const rows = page.locator("main .row-link")
    await page.keyboard.press("j")
    assert.isTrue(await rows.nth(0).evaluate((row) => row === document.activeElement))
    await page.keyboard.press("j")
    await page.keyboard.press("k")
    assert.isTrue(await rows.nth(0).evaluate((row) => row === document.activeElement))
    const first = await rows.nth(0).getAttribute("href")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${agency.url}${first}`)
    for (const [key, path] of [
      ["h", "/home"],
      ["i", "/invoices"],
      ["r", "/reports"]
    ] as const) {
      await page.keyboard.press("g")
      await page.keyboard.press(key)
      await page.waitForURL(`${agency.url}${path}`)
    }
    await page.keyboard.press("n")
    await page.waitForURL(`${agency.url}/invoices/new`)
    await page.goto(`${agency.url}/search`)
    await page.locator("#q").pressSequentially("gh n / j ? k")
    assert.strictEqual(await page.locator("#q").inputValue(), "gh n / j ? k")
    await page.goto(`${agency.url}/home`)
    await page.keyboard.press("Control+k")
    await page.keyboard.press("Alt+n")
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    await page.keyboard.press("n")
    assert.strictEqual(page.url(), `${agency.url}/home`)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.keyboard.press("/")
    assert.isTrue(await isFocused(page, "#find-bar"))
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("a reader who switched the keys off has none", async () => {
    const { context, page } = await signedIn()
    await page.route("**/home", async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('data-keys="on"', 'data-keys="off"')
      await route.fulfill({ response, body })
    })
    await page.goto(`${agency.url}/home`)
    await page.keyboard.press("?")
    await page.keyboard.press("/")
    assert.isFalse(await isFocused(page, "#find"))
    assert.strictEqual(await page.getByRole("dialog").count(), 0)
    await context.close()
  })

  it("a tax report is 2 presses from Home, and its CSV one more", async () => {
    await newInvoice({ name: "Ada" })
    const { context, page, signs } = await signedIn()
    await page.goto(`${agency.url}/home`)
    await page.getByRole("link", { name: "Reports" }).first().click()
    await page.getByRole("link", { name: "Tax" }).first().click()
    await page.getByRole("cell", { name: "19%" }).first().waitFor()
    const download = page.waitForEvent("download")
    await page.getByRole("link", { name: "CSV" }).click()
    const file = await download
    assert.strictEqual(file.suggestedFilename(), "taxes.csv")
    const [head, row] = readCsv(await readFile(await file.path(), "utf8"))
    assert.deepStrictEqual(head, ["period", "currency", "category", "rate", "net", "tax"])
    assert.deepStrictEqual(row?.slice(2, 4), ["S", "0.19"])
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it.each(schemes)("axe-core and widths, %s", async (colorScheme) => {
    await newInvoice({ name: `<b>${longName}</b>`, company: `${longName} & Sons` })
    await newInvoice({ name: "Old" }, { issue_date: "2026-01-01", due_date: "2026-02-01" })
    const findings: string[] = []
    for (const locale of twoLocales) {
      const { context, page } = await signedIn({ colorScheme, locale })
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of [
          ...["revenue", "receivables", "projects", "taxes", "clients"].map(
            (show) => `/reports?show=${show}`
          ),
          "/reports?from=2026-02-01&to=2026-01-01",
          `/search?q=${longName.slice(0, 8)}`,
          "/search?q=zzz",
          `/search?q=${"x".repeat(101)}`
        ]) {
          await page.goto(`${agency.url}${path}`)
          findings.push(...(await tooWide(page)))
          if (width !== 390) findings.push(...(await axeFindings(page)))
        }
        await page.keyboard.press("?")
        if (width !== 390) findings.push(...(await axeFindings(page)))
      }
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })
})
