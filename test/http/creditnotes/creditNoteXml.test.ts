/**
 * The e-invoice of a credit note: in the format of its invoice, in or beside the mailed document,
 * with the figures of the JSON and the invoice that it corrects.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { type MemoryState, MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { agency, filesOf, startEInvoices, textOf } from "../../support/eInvoiceSender.ts"

const start = (...given: Parameters<typeof startEInvoices>) =>
  Effect.map(startEInvoices(...given), (made) => {
    const credited = (invoice: object = {}, note: object = {}) =>
      Effect.gen(function* () {
        const { id } = yield* made.sent(invoice)
        const path = `/v1/invoices/${id}/credit_notes`
        const answer = yield* made.call("POST", path, { reason: "Wrong hours", ...note })
        assert.strictEqual(answer.status, 201, JSON.stringify(answer.body))
        return { note: answer.body, mail: yield* (yield* Inbox).receive }
      })
    const noteXml = (id: string, query: string) =>
      made.call("GET", `/v1/credit_notes/${id}/xml${query}`)
    return { ...made, credited, noteXml }
  })

/** As if a later release wrote another XML of the same invoice. */
const changedNotes = (invoices: MemoryState["invoices"]): MemoryState["invoices"] =>
  new Map([...invoices].map(([id, invoice]) => [id, { ...invoice, purchaseOrder: "PO 8" }]))

const amountsOf = (xml: string, name: string): ReadonlyArray<string> =>
  [...xml.matchAll(new RegExp(`<${name}[ >][^<]*?>?([\\d.]+)</${name}>`, "g"))].map(
    ([, amount = ""]) => amount
  )

layer(layerRetainerMemory)("the e-invoice of a credit note", (it) => {
  it.effect("is in the PDF of the mail where the invoice was Factur-X, byte for byte", () =>
    Effect.gen(function* () {
      const { credited, noteXml, workspace } = yield* start({ language: "de" })
      const { note, mail } = yield* credited(
        { discount: 900 },
        { lines: [{ line: 0, quantity: 0.5 }] }
      )
      assert.deepStrictEqual(filesOf(mail), ["CN-0001.pdf"])
      const cii = yield* noteXml(note.id, "?format=cii")
      assert.strictEqual(cii.status, 200)
      assert.strictEqual(cii.headers.get("content-type"), "application/xml")
      assert.strictEqual(cii.headers.get("content-disposition"), 'inline; filename="CN-0001.xml"')
      assert.isTrue(textOf(mail.attachments[0]?.content).endsWith(`\nfactur-x.xml\n${cii.body}`))
      assert.include(cii.body, "<ram:ID>CN-0001</ram:ID><ram:TypeCode>381</ram:TypeCode>")
      assert.include(
        cii.body,
        `<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${note.invoice.number}<`
      )
      assert.include(cii.body, "<ram:Content>Wrong hours</ram:Content>")
      assert.include(cii.body, `Wird mit der Rechnung ${note.invoice.number} verrechnet`)
      assert.notInclude(cii.body, "DueDateDateTime")
      // 0.5 of 1.5 hours: 50.00 less a third of the discount, with 19 %.
      assert.deepInclude(note, { subtotal: 5000, discount: 300, tax: 893, total: 5593 })
      assert.deepStrictEqual(amountsOf(cii.body, "ram:GrandTotalAmount"), ["55.93"])
      assert.deepStrictEqual(amountsOf(cii.body, "ram:DuePayableAmount"), ["55.93"])
      // Neither settings nor a later writer changes it.
      const store = yield* MemoryStore
      yield* store.update((state) => ({ ...state, invoices: changedNotes(state.invoices) }))
      yield* (yield* Workspaces).update(workspace.id, { legalName: "Other", address: null })
      const later = yield* noteXml(note.id, "?format=cii")
      assert.strictEqual(later.body, cii.body)
      assert.strictEqual(later.headers.get("etag"), cii.headers.get("etag"))
    })
  )

  it.effect("names the invoice's number and date in both syntaxes (BT-25, BT-26)", () =>
    Effect.gen(function* () {
      const { call, credited, noteXml } = yield* start({})
      const { note } = yield* credited({ issue_date: "2026-01-31" })
      const { number } = (yield* call("GET", `/v1/invoices/${note.invoice.id}`)).body
      const ubl = (yield* noteXml(note.id, "?format=ubl")).body
      assert.include(ubl, "<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>")
      assert.include(
        ubl,
        `<cac:InvoiceDocumentReference><cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-01-31<`
      )
      const cii = (yield* noteXml(note.id, "?format=cii")).body
      assert.match(
        cii,
        /<ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20260131<\/qdt:/
      )
    })
  )

  it.effect.each(["xrechnung", "peppol"] as const)(
    "is beside the document as %s, also resent",
    (f) =>
      Effect.gen(function* () {
        const address = { scheme: "9930", id: "DE136695976" }
        const { call, credited, noteXml } = yield* start(
          { e_invoice: f, electronic_address: address },
          { ...agency, eInvoice: "factur-x" }
        )
        const { note, mail } = yield* credited({ buyer_reference: "04011000-12345-67" })
        assert.deepStrictEqual(filesOf(mail), ["CN-0001.pdf", "CN-0001.xml"])
        assert.notInclude(textOf(mail.attachments[0]?.content), "factur-x")
        assert.strictEqual(mail.attachments[1]?.contentType, "application/xml")
        const written = yield* noteXml(note.id, `?format=${f}`)
        assert.strictEqual(textOf(mail.attachments[1]?.content), written.body)
        assert.include(written.body, "<cbc:BuyerReference>04011000-12345-67<")
        yield* call("POST", `/v1/credit_notes/${note.id}/resend`)
        const again = yield* (yield* Inbox).receive
        assert.deepStrictEqual(again.attachments, mail.attachments)
      })
  )

  it.effect("is left out where `auto` lacks something or `none` was chosen, and 422 names it", () =>
    Effect.gen(function* () {
      const lacking = yield* start({ address: null })
      const { note, mail } = yield* lacking.credited()
      assert.deepStrictEqual(filesOf(mail), ["CN-0001.pdf"])
      assert.notInclude(textOf(mail.attachments[0]?.content), "factur-x")
      const refused = yield* lacking.noteXml(note.id, "?format=cii")
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body.error.message, "client.address: is missing")
      const untaxed = yield* lacking.credited({ tax_rate: null })
      const problem = yield* lacking.noteXml(untaxed.note.id, "?format=ubl")
      assert.include(problem.body.error.message, "tax_category")
      const none = yield* start({ e_invoice: "none" })
      const plain = yield* none.credited()
      assert.notInclude(textOf(plain.mail.attachments[0]?.content), "factur-x")
      assert.strictEqual((yield* none.noteXml(plain.note.id, "?format=cii")).status, 200)
    })
  )

  it.effect("is left out where an explicit format can no longer be written, and 422 says why", () =>
    Effect.gen(function* () {
      const electronic_address = { scheme: "9930", id: "DE136695976" }
      const client = { e_invoice: "xrechnung", buyer_reference: "04011000-12345-67" }
      const { call, noteXml, sent } = yield* start({ ...client, electronic_address })
      const { id } = yield* sent()
      const store = yield* MemoryStore
      // As if a later release required more than the release that sent the invoice.
      yield* store.update((state) => {
        const invoice = state.invoices.get(id)
        if (invoice?.status !== "sent") return assert.fail("the invoice is not sent")
        const seller = { ...invoice.seller, electronicAddress: null }
        return { ...state, invoices: new Map(state.invoices).set(id, { ...invoice, seller }) }
      })
      const path = `/v1/invoices/${id}/credit_notes`
      const { status, body: note } = yield* call("POST", path, { reason: "Wrong hours" })
      assert.strictEqual(status, 201)
      const mail = yield* (yield* Inbox).receive
      assert.deepStrictEqual(filesOf(mail), ["CN-0001.pdf"])
      const refused = yield* noteXml(note.id, "?format=xrechnung")
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body.error.message, "workspace.electronic_address: is missing")
    })
  )

  it.effect("is 400 without a known format and 404 for another's note", () =>
    Effect.gen(function* () {
      const { credited, noteXml } = yield* start({})
      const { note } = yield* credited()
      for (const query of ["", "?format=pdf", "?format=cii&format=ubl", "?format=cii&x=1"]) {
        assert.strictEqual((yield* noteXml(note.id, query)).status, 400, query)
      }
      const missing = yield* noteXml("cn_01h455vb4pex5vsknk084sn02q", "?format=cii")
      assert.strictEqual(missing.status, 404)
      const other = yield* start({})
      assert.strictEqual((yield* other.noteXml(note.id, "?format=cii")).status, 404)
    })
  )
})
