/**
 * A real Chromium on the real process, with script and without: the tasks of Home with their
 * presses counted, and Home in its states by axe-core, in light and dark, at three widths.
 */
import { assert, describe, it } from "@effect/vitest"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, longName, tooWide } from "../support/browser.ts"
import { locales, schemes } from "../support/sweep.ts"

describe.skipIf(!hasBrowser)("Home in a browser", () => {
  const agency = useAgency()
  let clients = 0

  const newClient = (fields: object = {}) => {
    clients += 1
    const email = `home${clients}@client.example`
    return agency.api("POST", "/v1/clients", { name: `Client ${clients}`, email, ...fields })
  }

  const sent = async (clientId: string, fields: object = {}) => {
    const invoice = await agency.api("POST", "/v1/invoices", {
      client_id: clientId,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_345 }],
      issue_date: "2020-01-01",
      due_date: "2020-01-31",
      ...fields
    })
    await agency.api("POST", `/v1/invoices/${invoice.id}/send`)
    return invoice
  }

  it("an empty workspace has three steps, without anything to find by axe-core", async () => {
    const findings: string[] = []
    for (const colorScheme of schemes) {
      const { context, page, signs } = await agency.signedIn({ colorScheme })
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await page.getByText("Three steps to your first invoice").waitFor()
        if (width !== 320) findings.push(...(await axeFindings(page)))
        findings.push(...(await tooWide(page)))
      }
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "with script" : "without script"

    it(`who owes is seen at once, and is reminded by one press, ${how}`, async () => {
      const client = await newClient({ company: `Company ${how}` })
      const [first] = [await sent(client.id), await sent(client.id, { due_date: "2020-02-01" })]
      const { context, page, pressAt, presses, signs } = await agency.signedIn({
        javaScriptEnabled
      })
      const row = page.getByRole("row").filter({ hasText: `Company ${how}` })
      await row.getByText("246.90").first().waitFor()
      assert.include(await row.textContent(), first.number)
      await pressAt(row.getByRole("button", { name: "Remind" }))
      await page.getByText("2 reminders will be sent shortly.").waitFor()
      assert.isAtMost(presses(), 2)
      // Back and again: the form was used, so no mail is sent anew.
      await page.goBack()
      await row.getByRole("button", { name: "Remind" }).click()
      await page.waitForURL(/done=/)
      const { data } = await agency.api("GET", "/v1/mails?kind=reminder&limit=100")
      const to = data.filter((mail: { to: string }) => mail.to === client.email)
      assert.lengthOf(to, 2)
      assert.deepStrictEqual(signs, [])
      await context.close()
    })

    it(`a payment in three presses, and the reversal of a wrong one, ${how}`, async () => {
      const client = await newClient({ company: `Payer ${how}` })
      const invoice = await sent(client.id, {
        line_items: [{ description: "Design", quantity: 1, unit_price: 900_000 }]
      })
      const { context, page, pressAt, presses, signs } = await agency.signedIn({
        javaScriptEnabled
      })
      const row = page.getByRole("row").filter({ hasText: invoice.number })
      await pressAt(row.getByRole("link", { name: "Record payment" }))
      await pressAt(page.getByRole("button", { name: /^Record .* USD$/ }))
      await page.getByText("The payment is recorded.").waitFor()
      assert.isAtMost(presses(), 3)

      await page.goto(`${agency.url}/home`)
      const before = presses()
      const line = page.getByRole("listitem").filter({ hasText: `Payer ${how} paid` })
      await pressAt(line.getByRole("link", { name: "Reverse" }))
      await page.getByLabel("Reason").fill("Wrong invoice")
      await pressAt(page.getByRole("button", { name: "Reverse" }))
      await page.getByText("The payment is reversed.").waitFor()
      assert.isAtMost(presses() - before, 3)
      const open = await agency.api("GET", `/v1/invoices/${invoice.id}`)
      assert.deepStrictEqual([open.status, open.amount_paid], ["overdue", 0])
      assert.deepStrictEqual(signs, [])
      await context.close()
    })
  }

  it.each(schemes)("axe-core and widths, %s", async (colorScheme) => {
    const client = await newClient({ name: `<b>${longName}</b>`, company: `${longName} & Sons` })
    const line_items = [{ description: "Work", quantity: 1, unit_price: 100_000_000_000 }]
    await sent(client.id, { line_items })
    await sent(client.id, { line_items, currency: "JPY" })
    const project = await agency.api("POST", "/v1/projects", {
      name: longName,
      client_id: client.id
    })
    const milestone = { name: longName, amount: 800_000, status: "completed" }
    await agency.api("POST", `/v1/projects/${project.id}/milestones`, milestone)
    const findings: string[] = []
    for (const locale of locales) {
      const { context, page, signs } = await agency.signedIn({ colorScheme, locale })
      for (const details of await page.locator("main details").all()) {
        await details.locator("summary").click()
      }
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        if (width !== 320) findings.push(...(await axeFindings(page)))
        findings.push(...(await tooWide(page)))
      }
      assert.deepStrictEqual(signs, [])
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })
})
