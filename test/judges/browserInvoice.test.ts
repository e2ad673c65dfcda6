/**
 * A real Chromium on the real process, with script and without: the tasks of an invoice with their
 * presses counted, and the page in its states by axe-core, in light and dark, at three widths.
 */
import { assert, describe, it } from "@effect/vitest"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, longName, tooWide, watchedPage } from "../support/browser.ts"
import { schemes } from "../support/sweep.ts"

describe.skipIf(!hasBrowser)("the page of an invoice in a browser", () => {
  const agency = useAgency()
  let clients = 0

  const sent = async (fields: object = {}) => {
    clients += 1
    const client = await agency.api("POST", "/v1/clients", {
      name: `Client ${clients}`,
      company: `Company ${clients}`,
      email: `client${clients}@client.example`
    })
    const invoice = await agency.api("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_345 }],
      issue_date: "2020-01-01",
      due_date: `2020-01-${String(30 - clients).padStart(2, "0")}`,
      ...fields
    })
    await agency.api("POST", `/v1/invoices/${invoice.id}/send`)
    return invoice
  }

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "with script" : "without script"

    it(`records a payment, reminds, and reverses a wrong payment, ${how}`, async () => {
      const invoice = await sent()
      const { context, page, signs } = await watchedPage(agency.browser, { javaScriptEnabled })
      const row = () => page.getByRole("row").filter({ hasText: invoice.number })

      await agency.signIn(page)
      let presses = 0
      const press = async (target: ReturnType<typeof row>) => {
        presses += 1
        await target.click()
      }
      await press(row().getByRole("button", { name: "Remind" }))
      await page.getByText("1 reminder will be sent shortly.").waitFor()
      assert.isAtMost(presses, 2, "presses of a reminder")

      await page.goto(`${agency.url}/home`)
      presses = 0
      await press(row().getByRole("link", { name: "Record payment" }))
      await page.getByLabel("Amount").fill("23,45")
      await press(page.getByRole("button", { name: /^Record .* USD$/ }))
      await page.getByText("The payment is recorded.").waitFor()
      assert.isAtMost(presses, 3, "presses of a payment")
      const paid = await agency.api("GET", `/v1/invoices/${invoice.id}`)
      assert.strictEqual(paid.amount_paid, 2345)

      await page.goto(`${agency.url}/home`)
      presses = 0
      await press(row().getByRole("link", { name: invoice.number }))
      await press(page.getByRole("link", { name: "Reverse", exact: true }))
      await page.getByLabel("Reason").fill("Wrong invoice")
      await press(page.getByRole("button", { name: "Reverse" }))
      await page.getByText("The payment is reversed.").waitFor()
      assert.isAtMost(presses, 3, "presses of a reversal")
      const open = await agency.api("GET", `/v1/invoices/${invoice.id}`)
      assert.strictEqual(open.amount_paid, 0)
      assert.deepStrictEqual(signs, [])
      await context.close()
    })

    it(`credits an invoice and makes a corrected copy in 4 presses, ${how}`, async () => {
      const invoice = await sent()
      const { context, page, signs } = await watchedPage(agency.browser, { javaScriptEnabled })
      await agency.signIn(page)
      let presses = 0
      const press = async (target: ReturnType<typeof page.getByRole>) => {
        presses += 1
        await target.click()
      }
      const row = page.getByRole("row").filter({ hasText: invoice.number })
      await press(row.getByRole("link", { name: invoice.number }))
      await press(page.locator("summary", { hasText: "More" }))
      await press(page.getByRole("link", { name: "Credit all of it and make a corrected copy" }))
      await page.getByLabel("Reason").fill("Wrong price")
      await press(page.getByRole("button", { name: "Credit and make a copy" }))
      await page.waitForURL(/\/invoices\/inv_\w+\/edit\?done=correct$/)
      assert.isAtMost(presses, 4)
      assert.strictEqual(await page.locator("[name='line.0.unit_price']").inputValue(), "123.45")
      const { status } = await agency.api("GET", `/v1/invoices/${invoice.id}`)
      assert.strictEqual(status, "void")
      await page.goto(`${agency.url}/invoices/${invoice.id}`)
      const note = page.getByRole("link", { name: /^CN-\d+\.pdf$/ })
      const pdf = await context.request.get(`${agency.url}${await note.getAttribute("href")}`)
      assert.strictEqual((await pdf.body()).subarray(0, 5).toString(), "%PDF-")
      assert.deepStrictEqual(signs, [])
      await context.close()
    })
  }

  it("the focus is on the first field of a panel, and on the first one with a problem", async () => {
    const invoice = await sent()
    const { context, page } = await watchedPage(agency.browser)
    await agency.signIn(page)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"))
    await page.goto(`${agency.url}/invoices/${invoice.id}?do=pay`)
    assert.strictEqual(await focused(), "amount")
    await page.getByLabel("Received on").fill("2100-01-01")
    await page.getByRole("button", { name: /^Record / }).click()
    await page.getByText("The day must not be in the future.").first().waitFor()
    assert.strictEqual(await focused(), "paid_at")
    await page.getByRole("link", { name: "Cancel" }).click()
    await page.waitForURL(`**/invoices/${invoice.id}`)
    await context.close()
  })

  it.each(schemes)(
    "axe-core finds nothing wrong in any state, and nothing is too wide, %s",
    async (colorScheme) => {
      const line_items = [{ description: longName, quantity: 1.25, unit_price: 1_234_567 }]
      const overdue = await sent({ line_items, notes: "Thank you." })
      const partly = await sent({ due_date: "2100-01-01", line_items })
      await agency.api("POST", `/v1/invoices/${partly.id}/payments`, { amount: 1000 })
      const paid = await sent()
      await agency.api("POST", `/v1/invoices/${paid.id}/payments`, { amount: 12_345 })
      const credited = await sent({ line_items, due_date: "2100-01-01" })
      for (const quantity of [0.25, 0.5]) {
        await agency.api("POST", `/v1/invoices/${credited.id}/credit_notes`, {
          lines: [{ line: 0, quantity }],
          reason: longName
        })
      }
      const gone = await sent()
      await agency.api("POST", `/v1/invoices/${gone.id}/void`, { reason: longName })
      const draft = await agency.api("POST", `/v1/invoices/${paid.id}/duplicate`)
      const addresses = [
        "/home",
        ...["", "?do=pay", "?do=remind", "?do=again", "?do=credit", "?do=void"].map(
          (panel) => `/invoices/${overdue.id}${panel}`
        ),
        ...["", "?do=reverse", "?do=void"].map((panel) => `/invoices/${partly.id}${panel}`),
        ...["", "?do=correct"].map((panel) => `/invoices/${paid.id}${panel}`),
        ...["", "?do=note", "?do=void"].map((panel) => `/invoices/${credited.id}${panel}`),
        `/invoices/${gone.id}`,
        ...["", "?do=send", "?do=void", "?do=duplicate"].map(
          (panel) => `/invoices/${draft.id}${panel}`
        ),
        "/invoices/inv_none"
      ]
      const { context, page, signs } = await watchedPage(agency.browser, { colorScheme })
      await agency.signIn(page)
      const findings: string[] = []
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        for (const address of addresses) {
          await page.goto(`${agency.url}${address}`)
          if (width !== 320) findings.push(...(await axeFindings(page)))
          findings.push(...(await tooWide(page)))
        }
      }
      assert.deepStrictEqual(findings, [])
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
  )
})
