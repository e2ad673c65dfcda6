/**
 * A real Chromium on the real process: an invoice is made with and without script, presses counted
 * from the sign-in; axe-core in light and dark, and no sideways scrolling down to 320 px.
 */
import { assert, describe, it } from "@effect/vitest"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, longName, tooWide } from "../support/browser.ts"
import { schemes, twoLocales } from "../support/sweep.ts"

describe.skipIf(!hasBrowser)("invoices in a browser", () => {
  const agency = useAgency()

  const drafts = async (): Promise<ReadonlyArray<{ id: string; total: number; number: string }>> =>
    (await agency.api("GET", "/v1/invoices?status=draft&limit=100")).data

  it.each([true, false])("a draft for a new client is saved, script %s", async (hasScript) => {
    const { context, page, signs, press, presses } = await agency.signedIn({
      javaScriptEnabled: hasScript
    })
    const before = (await drafts()).length
    await press("link", "New invoice")
    await page.locator("[name='new_client.name']").fill(`Ada ${hasScript}`)
    await page.locator("[name='new_client.email']").fill("ada@client.example")
    await page.locator("[name='line.0.description']").fill("Design")
    await page.locator("[name='line.0.quantity']").fill("1.5")
    await page.locator("[name='line.0.unit_price']").fill("1,000.00")
    await page.locator("[name=tax_rate]").fill("19")
    await press("button", "Save draft")
    await page.waitForURL(/\/invoices\/inv_\w+$/)
    assert.isAtMost(presses(), 5)
    const after = await drafts()
    assert.strictEqual(after.length, before + 1)
    assert.strictEqual(after[0]?.total, 178_500)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it.each([true, false])(
    "an invoice is made and sent in 6 presses, script %s",
    async (hasScript) => {
      const client = await agency.api("POST", "/v1/clients", {
        name: `Sent ${hasScript}`,
        email: "sent@client.example"
      })
      const { context, page, signs, press, presses } = await agency.signedIn({
        javaScriptEnabled: hasScript
      })
      await press("link", "New invoice")
      await page.locator("[name=client_id]").selectOption(client.id)
      // With the script the page comes anew with the client's projects.
      if (hasScript) await page.locator("details.inset-fold:not([open])").waitFor()
      await page.locator("[name='line.0.description']").fill("Design")
      await page.locator("[name='line.0.unit_price']").fill("99.50")
      await press("button", "Save and send")
      await page.waitForURL(/\/invoices\/inv_\w+\?do=send$/)
      await press("button", /^Send/)
      await page.waitForURL(/\/invoices\/inv_\w+/)
      assert.isAtMost(presses() + 1, 6)
      const { data } = await agency.api("GET", `/v1/invoices?client_id=${client.id}`)
      assert.deepStrictEqual(
        data.map(({ status, total }: { status: string; total: number }) => [status, total]),
        [["sent", 9950]]
      )
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
  )

  it("with script: live totals, another line by Enter, the draft is not left by accident", async () => {
    const { context, page, signs } = await agency.signedIn()
    await page.goto(`${agency.url}/invoices/new`)
    const prices = page.locator("[name$='unit_price']")
    await page.locator("[name='line.0.description']").fill("Design")
    await prices.nth(0).fill("250")
    await page.locator("#total", { hasText: "250.00" }).waitFor()
    assert.match((await page.locator("#total-beside").textContent()) ?? "", /^250\.00/)
    assert.strictEqual(await page.locator("#total-beside").getAttribute("aria-live"), "polite")
    const count = await prices.count()
    await prices.last().press("Enter")
    await page.locator(`[name='line.${count}.description']:focus`).waitFor()
    assert.strictEqual(await page.locator("[name='line.0.description']").inputValue(), "Design")
    // Enter in any other field only shows the form anew.
    await page.locator("[name=purchase_order]").fill("PO 7")
    await page.locator("[name=purchase_order]").press("Enter")
    await page.waitForLoadState("load")
    assert.strictEqual(await page.locator("[name=purchase_order]").inputValue(), "PO 7")
    assert.match(page.url(), /\/invoices\/new$/)
    await page.locator("[name=notes]").fill("Unsaved")
    // The dialog is dismissed, so the page stays.
    await page.goto(`${agency.url}/home`).catch(() => null)
    assert.strictEqual(await page.locator("[name=notes]").inputValue(), "Unsaved")
    assert.match(signs.join(), /^dialog on [^ ]+\/invoices\/new: $/)
    await context.close()
  })

  it("a click twice saves once, and back shows what was typed", async () => {
    const { context, page } = await agency.signedIn()
    const client = await agency.api("POST", "/v1/clients", {
      name: "Twice",
      email: "twice@client.example"
    })
    const before = (await drafts()).length
    await page.goto(`${agency.url}/invoices/new?client=${client.id}`)
    await page.locator("[name='line.0.description']").fill("Once")
    await page.locator("[name='line.0.unit_price']").fill("5")
    await page.getByRole("button", { name: "Save draft" }).dblclick()
    await page.waitForURL(/\/invoices\/inv_\w+$/)
    assert.strictEqual((await drafts()).length, before + 1)
    await context.close()
  })

  it.each(schemes)("axe-core and widths, %s", async (colorScheme) => {
    const client = await agency.api("POST", "/v1/clients", {
      name: `<b>${longName}</b>`,
      company: `${longName} & Sons`,
      email: "long@client.example"
    })
    const line_items = [{ description: longName, quantity: 1, unit_price: 100_000_000_000 }]
    for (const currency of ["USD", "JPY"]) {
      const made = { client_id: client.id, line_items, currency }
      const draft = await agency.api("POST", "/v1/invoices", made)
      const { id } = await agency.api("POST", "/v1/invoices", made)
      await agency.api("POST", `/v1/invoices/${id}/send`)
      assert.isString(draft.id)
    }
    const [draft] = await drafts()
    const findings: string[] = []
    for (const locale of twoLocales) {
      const { context, page } = await agency.signedIn({ colorScheme, locale })
      const look = async (width: number) => {
        findings.push(...(await tooWide(page)))
        if (width !== 390) findings.push(...(await axeFindings(page)))
      }
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of [
          "/invoices",
          "/invoices?state=all",
          "/invoices?q=zzz",
          "/invoices/new",
          `/invoices/${draft?.id}/edit`
        ]) {
          await page.goto(`${agency.url}${path}`)
          await look(width)
        }
        await page.goto(`${agency.url}/invoices/new?client=${client.id}`)
        await page.locator("[name='line.0.unit_price']").fill("x")
        await page.locator("[name=discount]").fill("y")
        await page.locator("button[value=save]").click()
        await page.locator(".problem").first().waitFor()
        await look(width)
      }
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })
})
