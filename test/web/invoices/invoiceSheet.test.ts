/**
 * The document on the page of an invoice: how to pay, with the codes that PDF and pay page have, as
 * long as something is owed; and the receipt once it is paid.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { setUp } from "../../support/invoicePages.ts"

const account = { holder: null, iban: "DE89370400440532013000", bic: "COBADEFFXXX" }
const sheetOf = (body: string) => /<section class="sheet".*?<\/section>/s.exec(body)?.[0] ?? ""
const codeIn = (body: string, label: string) =>
  new RegExp(`aria-label="${label}".*?</svg>`, "s").exec(body)?.[0]

const transfer = "QR code for a bank transfer"
const online = "QR code with the link of the invoice"

layer(layerRetainerMemory)("the document on the page of an invoice", (it) => {
  it.effect("has the codes to pay while something is owed", () =>
    Effect.gen(function* () {
      const { call, draft, sent, get, open, visitor } = yield* setUp
      yield* call("PATCH", "/v1/workspace", { bank_account: account, payment_note: "Net <14>" })
      const id = yield* sent()
      const { number, processor_payment_url: url } = yield* get(id)
      const sheet = sheetOf((yield* open(id)).body)
      for (const text of [
        ...["Account holder: Test Agency", "IBAN: DE89 3704 0044 0532 0130 00"],
        ...["BIC: COBADEFFXXX", `Payment reference: ${number}`, "Pay online", `href="${url}"`],
        ...["Payment terms", "Net &lt;14>"]
      ]) {
        assert.include(sheet, text)
      }
      const paid = yield* Effect.promise(() => visitor.get(new URL(url).pathname))
      assert.isString(codeIn(sheet, transfer))
      assert.strictEqual(codeIn(sheet, transfer), codeIn(paid.body, transfer))
      assert.isString(codeIn(sheet, online))
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 40_000 })
      const partly = sheetOf((yield* open(id)).body)
      assert.notStrictEqual(codeIn(partly, transfer), codeIn(sheet, transfer))
      // The code is for euros alone.
      const dollars = sheetOf((yield* open(yield* sent({ currency: "USD" }))).body)
      assert.isUndefined(codeIn(dollars, transfer))
      assert.include(dollars, "DE89 3704")
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 60_000 })
      for (const settled of [id, yield* draft()]) {
        const shown = sheetOf((yield* open(settled)).body)
        assert.notInclude(shown, '<svg class="qr"')
        assert.notInclude(shown, "DE89")
      }
    })
  )

  it.effect("says in the reader's language what it lacks, and leads to where it is entered", () =>
    Effect.gen(function* () {
      const { draft, client, visitor } = yield* setUp
      const id = yield* draft()
      const page = yield* Effect.promise(() =>
        visitor.once("GET", `/invoices/${id}?do=send`, { headers: { "accept-language": "de" } })
      )
      const body = yield* Effect.promise(() => page.text())
      const panel = /<section class="panel".*?<\/section>/s.exec(body)?.[0] ?? ""
      for (const [href, text] of [
        ["/settings/workspace", "Auf dem Dokument fehlt Ihre Anschrift."],
        [`/clients/${client.body.id}/edit`, "Auf dem Dokument fehlt die Anschrift des Kunden."],
        [`/invoices/${id}/edit`, "Auf dem Dokument fehlt, wann die Leistung erbracht wurde"]
      ]) {
        assert.include(panel, `<a href="${href}">${text}`)
      }
      assert.notInclude(panel, "The document has no")
      assert.notInclude(panel, "client.address is missing")
    })
  )

  it.effect("says in the reader's language what the e-invoice lacks, by the forms' labels", () =>
    Effect.gen(function* () {
      const { call, draft, client, visitor } = yield* setUp
      const id = yield* draft()
      yield* call("PATCH", `/v1/clients/${client.body.id}`, { e_invoice: "xrechnung" })
      const page = yield* Effect.promise(() =>
        visitor.once("GET", `/invoices/${id}?do=send`, { headers: { "accept-language": "de" } })
      )
      const body = yield* Effect.promise(() => page.text())
      const panel = /<section class="panel".*?<\/section>/s.exec(body)?.[0] ?? ""
      const words = wordsIn("de")
      for (const [href, text] of [
        ["/settings/invoicing", `Ihr Unternehmen: ${words.workspaceForm.labels.contact_name}`],
        [`/clients/${client.body.id}/edit`, `Kunde: ${words.clientForm.labels.buyer_reference}`]
      ]) {
        assert.include(panel, `<a href="${href}">${text}</a> – fehlt für die E-Rechnung`)
      }
      assert.notMatch(panel, /(?:workspace|client|invoice)\.\w/)
    })
  )

  it.effect("a paid invoice has its receipt, as its pay page has it", () =>
    Effect.gen(function* () {
      const { call, sent, get, open, visitor, member } = yield* setUp
      const id = yield* sent()
      const path = `/invoices/${id}/receipt`
      const file = (by = visitor) => Effect.promise(() => by.once("GET", path))
      assert.strictEqual((yield* file()).status, 404)
      assert.notInclude((yield* open(id)).body, path)
      yield* call("POST", `/v1/invoices/${id}/payments`, { amount: 100_000 })
      const page = yield* open(id)
      assert.include(page.body, `<a href="${path}" class="button">Receipt</a>`)
      const { processor_payment_url: url } = yield* get(id)
      const theirs = yield* Effect.promise(() =>
        visitor.once("GET", `${new URL(url).pathname}/receipt.pdf`)
      )
      const text = yield* Effect.promise(() => theirs.text())
      assert.include(text, "Receipt")
      for (const by of [visitor, member]) {
        const own = yield* file(by)
        assert.strictEqual(own.headers.get("content-type"), "application/pdf")
        assert.strictEqual(yield* Effect.promise(() => own.text()), text)
      }
      const stranger = yield* setUp
      assert.strictEqual((yield* file(stranger.visitor)).status, 404)
    })
  )
})
