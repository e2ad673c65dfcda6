/**
 * E-invoices by the API: what a draft lacks, the sends that are refused, the XML in and beside the
 * mailed document, and its bytes in every later state.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { xmlFormats } from "../../../src/domain/einvoice/EInvoice.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory, type RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { agency, filesOf, startEInvoices, textOf } from "../../support/eInvoiceSender.ts"

const paths = (body: { e_invoice_problems: ReadonlyArray<{ format: string; path: string }> }) =>
  body.e_invoice_problems.map(({ format, path }) => `${format} ${path}`)
layer(layerRetainerMemory)("e-invoices", (it) => {
  it.effect("`auto` brings Factur-X: the XML is in the mailed PDF, byte for byte, for ever", () =>
    Effect.gen(function* () {
      const { call, draft, sent, xml, workspace } = yield* startEInvoices({})
      assert.deepStrictEqual(paths((yield* draft()).body), [])
      const { id, mail } = yield* sent()
      assert.deepStrictEqual(filesOf(mail), ["INV-0002.pdf"])
      const cii = yield* xml(id, "?format=cii")
      assert.strictEqual(cii.status, 200)
      assert.strictEqual(cii.headers.get("content-type"), "application/xml")
      assert.strictEqual(cii.headers.get("content-disposition"), 'inline; filename="INV-0002.xml"')
      assert.include(cii.body, "<ram:Name>Beispiel &amp; Söhne GmbH</ram:Name>")
      const pdf = textOf(mail.attachments[0]?.content)
      assert.isTrue(pdf.endsWith(`\nfactur-x.xml\n${cii.body}`))
      const now = yield* call("GET", `/v1/invoices/${id}/pdf`)
      assert.notInclude(now.body, "factur-x.xml")
      // Neither settings nor the client nor a void changes it.
      yield* (yield* Workspaces).update(workspace.id, { legalName: "Other", address: null })
      yield* call("POST", `/v1/invoices/${id}/void`)
      const later = yield* xml(id, "?format=cii")
      assert.strictEqual(later.body, cii.body)
      assert.strictEqual(later.headers.get("etag"), cii.headers.get("etag"))
      const ubl = yield* xml(id, "?format=ubl")
      assert.include(ubl.body, '<cbc:TaxInclusiveAmount currencyID="EUR">178.50<')
    })
  )

  it.effect("`auto` leaves the XML out where something is missing, and names it before", () =>
    Effect.gen(function* () {
      const { call, draft, sent, xml } = yield* startEInvoices({ address: null }, {})
      const expected = ["factur-x workspace.address", "factur-x client.address"]
      const made = (yield* draft()).body
      assert.deepStrictEqual(paths(made), [...expected, "factur-x workspace.vat_id"])
      assert.deepStrictEqual(
        paths((yield* call("GET", `/v1/invoices/${made.id}`)).body),
        paths(made)
      )
      const { data } = (yield* call("GET", "/v1/invoices")).body
      assert.notProperty(data[0], "e_invoice_problems")
      const untaxed = (yield* draft({ tax_rate: null })).body
      assert.deepStrictEqual(paths(untaxed), [...expected, "factur-x invoice.tax_category"])
      const { id, mail } = yield* sent()
      assert.notInclude(textOf(mail.attachments[0]?.content), "factur-x")
      assert.deepStrictEqual(paths((yield* call("GET", `/v1/invoices/${id}`)).body), [])
      const refused = yield* xml(id, "?format=cii")
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body.error.message, "workspace.address: is missing")
      assert.include(refused.body.error.message, "client.address: is missing")
    })
  )

  it.effect("`none` has no problems and brings a PDF alone, but its XML can be read", () =>
    Effect.gen(function* () {
      const { draft, sent, xml } = yield* startEInvoices({ e_invoice: "none", address: null })
      assert.deepStrictEqual(paths((yield* draft()).body), [])
      const { id, mail } = yield* sent()
      assert.notInclude(textOf(mail.attachments[0]?.content), "factur-x")
      assert.strictEqual((yield* xml(id, "?format=ubl")).status, 422)
    })
  )

  it.effect("an explicit format that cannot be written refuses the send and keeps the draft", () =>
    Effect.gen(function* () {
      const { call, draft } = yield* startEInvoices(
        { e_invoice: "xrechnung" },
        { ...agency, contact: null, electronicAddress: null }
      )
      const made = (yield* draft()).body
      const path = `/v1/invoices/${made.id}`
      const expected = [
        "workspace.contact.name",
        "workspace.contact.phone",
        "workspace.contact.email",
        "client.buyer_reference",
        "workspace.electronic_address"
      ]
      assert.deepStrictEqual(
        paths(made),
        expected.map((one) => `xrechnung ${one}`)
      )
      const refused = yield* call("POST", `${path}/send`)
      assert.strictEqual(refused.status, 422)
      for (const one of expected) assert.include(refused.body.error.message, `${one}: `)
      assert.deepStrictEqual((yield* call("GET", path)).body, made)
      const { data } = (yield* call("GET", `/v1/mails?object=${made.id}`)).body
      assert.deepStrictEqual(data, [])
      const tiny = (yield* draft({ tax_rate: 0.001, currency: "KWD" })).body
      assert.includeMembers(paths(tiny), [
        "xrechnung invoice.currency",
        "xrechnung invoice.tax_rate"
      ])
    })
  )

  it.effect.each(["xrechnung", "peppol"] as const)("%s is a file beside the document", (format) =>
    Effect.gen(function* () {
      const { call, sent, xml } = yield* startEInvoices(
        {
          e_invoice: format,
          electronic_address: { scheme: "9930", id: "DE136695976" }
        },
        { ...agency, eInvoice: "factur-x" }
      )
      const { id, mail } = yield* sent({ buyer_reference: "04011000-12345-67" })
      assert.deepStrictEqual(filesOf(mail), ["INV-0001.pdf", "INV-0001.xml"])
      assert.notInclude(textOf(mail.attachments[0]?.content), "factur-x")
      assert.strictEqual(mail.attachments[1]?.contentType, "application/xml")
      const written = yield* xml(id, `?format=${format}`)
      assert.strictEqual(textOf(mail.attachments[1]?.content), written.body)
      assert.include(written.body, "<cbc:BuyerReference>04011000-12345-67<")
      yield* call("POST", `/v1/invoices/${id}/resend`)
      const again = yield* (yield* Inbox).receive
      assert.deepStrictEqual(again.attachments, mail.attachments)
    })
  )

  it.effect("the XML of what was never sent is refused, as is an unknown format", () =>
    Effect.gen(function* () {
      const { call, draft, xml } = yield* startEInvoices({})
      const { id } = (yield* draft()).body
      const never = yield* xml(id, "?format=cii")
      assert.strictEqual(never.status, 422)
      assert.include(never.body.error.message, "INV-0001 is draft")
      for (const query of ["", "?format=pdf", "?format=cii&format=ubl"]) {
        assert.strictEqual((yield* xml(id, query)).status, 400)
      }
      yield* call("POST", `/v1/invoices/${id}/void`)
      assert.strictEqual((yield* xml(id, "?format=cii")).status, 422)
      const missing = yield* xml("inv_01h455vb4pex5vsknk084sn02q", "?format=cii")
      assert.strictEqual(missing.status, 404)
    })
  )
})

// Its mails would be in the way of the others.
layer(layerRetainerMemory)("the XML of an e-invoice", (it) => {
  it.effect("is the same in every later state, in each format", () =>
    Effect.gen(function* () {
      const { call, sent, xml } = yield* startEInvoices({
        buyer_reference: "04011000-12345-67",
        electronic_address: { scheme: "9930", id: "DE136695976" }
      })
      const { id } = yield* sent({ due_date: "1970-01-10", issue_date: "1970-01-01" })
      const path = `/v1/invoices/${id}`
      const all = Effect.forEach(xmlFormats, (format) =>
        Effect.map(xml(id, `?format=${format}`), ({ status, body }) => `${status} ${body}`)
      )
      const first = yield* all
      const states: ReadonlyArray<
        readonly [string, Effect.Effect<unknown, never, RetainerMemory>]
      > = [
        ["sent", call("POST", `${path}/payments`, { amount: 100 })],
        ["overdue", TestClock.adjust("30 days")],
        ["paid", call("POST", `${path}/payments`, { amount: 17_750 })],
        ["paid", call("POST", `${path}/credit_notes`, { reason: "Wrong hours" })]
      ]
      for (const [status, change] of states) {
        yield* change
        assert.strictEqual((yield* call("GET", path)).body.status, status)
        assert.deepStrictEqual(yield* all, first, status)
      }
      assert.deepStrictEqual(
        first.map((text) => text.slice(0, 3)),
        ["200", "200", "200", "200"]
      )
    })
  )
})
