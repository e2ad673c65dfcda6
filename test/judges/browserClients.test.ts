/**
 * A real Chromium on the real process: what a client of the agency does, from a mail to a payment
 * and a PDF.
 */
import { assert, describe, it } from "@effect/vitest"
import { invitationIn, useAgency } from "../support/agency.ts"
import { hasBrowser, watchedPage } from "../support/browser.ts"

describe.skipIf(!hasBrowser)("a client in a browser", () => {
  const agency = useAgency()

  it("pays an invoice: declined, then twice told and once counted, then nothing is left to pay", async () => {
    const client = await agency.api("POST", "/v1/clients", {
      name: "Ada",
      email: "pay@client.example"
    })
    const { id } = await agency.api("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }]
    })
    await agency.api("POST", `/v1/invoices/${id}/send`)
    const { processor_payment_url: payUrl } = await agency.api("GET", `/v1/invoices/${id}`)
    const { context, page, signs } = await watchedPage(agency.browser)
    await page.goto(payUrl)
    await page.getByRole("link", { name: /^Pay 120.00/ }).click()
    await page.getByRole("button", { name: "Decline the card" }).click()
    await page.getByText("The card was declined. You were not charged.").waitFor()
    assert.strictEqual((await agency.api("GET", `/v1/invoices/${id}`)).amount_paid, 0)
    await page.getByRole("button", { name: "Pay, with a duplicate notification" }).click()
    await page.getByText(/^Paid on .*, thank you$/).waitFor()
    const paid = await agency.api("GET", `/v1/invoices/${id}`)
    assert.deepInclude(paid, { status: "paid", amount_paid: 12_000 })
    assert.strictEqual((await agency.api("GET", `/v1/invoices/${id}/payments`)).meta.total, 1)
    assert.strictEqual(await page.getByRole("link", { name: /^Pay/ }).count(), 0)
    await page.goto(`${payUrl}/test`)
    await page.getByText(/^Paid on .*, thank you$/).waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("the portal from the mail to the PDF", async () => {
    const email = "portal@client.example"
    const client = await agency.api("POST", "/v1/clients", { name: "Ada Byron", email })
    await agency.api("POST", "/v1/projects", { name: "Engine", client_id: client.id })
    const invoice = await agency.api("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }]
    })
    await agency.api("POST", `/v1/invoices/${invoice.id}/send`)
    await agency.api("POST", `/v1/clients/${client.id}/invite`)
    const link = invitationIn(await agency.mailTo(email, "/invitations/"))
    const { context, page, signs } = await watchedPage(agency.browser)
    await page.goto(link)
    await page.getByRole("button", { name: "Open the portal" }).click()
    await page.getByRole("heading", { name: "Hello Ada Byron" }).waitFor()
    await page.getByText("Engine").waitFor()
    const pdf = await page.getByRole("link", { name: "PDF" }).getAttribute("href")
    const document = await context.request.get(`${agency.url}${pdf}`)
    assert.strictEqual(document.headers()["content-type"], "application/pdf")
    assert.strictEqual((await document.body()).subarray(0, 5).toString(), "%PDF-")
    await page.getByRole("link", { name: /pay/i }).first().click()
    await page.getByRole("heading", { name: `Invoice ${invoice.number}` }).waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })
})
