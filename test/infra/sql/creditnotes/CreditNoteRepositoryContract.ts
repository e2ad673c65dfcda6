/** Credit notes in every storage: numbers without gaps, and never more than the invoice. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Result } from "effect"
import { AnalyticsRepository } from "../../../../src/app/ports/analytics/AnalyticsRepository.ts"
import { CreditNoteRepository } from "../../../../src/app/ports/creditnotes/CreditNoteRepository.ts"
import { LogProof } from "../../../../src/app/ports/events/LogProof.ts"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import type { SentXml } from "../../../../src/app/ports/invoices/SentDocumentRepository.ts"
import { CreditRepository } from "../../../../src/app/ports/payments/CreditRepository.ts"
import { PaymentRepository } from "../../../../src/app/ports/payments/PaymentRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { credit, issueCreditNote } from "../../../../src/domain/creditnotes/CreditNote.ts"
import type { CreditNoteInput } from "../../../../src/domain/creditnotes/CreditNoteResource.ts"
import {
  CreditId,
  CreditNoteId,
  type InvoiceId,
  RefundId,
  WorkspaceId
} from "../../../../src/domain/Ids.ts"
import { requireCreditable } from "../../../../src/domain/invoices/Invoice.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { Workspace } from "../../../../src/domain/workspaces/Workspace.ts"
import { book, paymentOf } from "../../../support/paymentRecords.ts"
import {
  agency,
  firstPage,
  newClient,
  newOpen,
  newWorkspace,
  now,
  random,
  recipient,
  today
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"
import { newMail } from "../mail/MailRepositoryContract.ts"

const lineItems = [
  { description: "Design", quantity: 3, unitPriceMinor: 3333 },
  { description: "Discount", quantity: 1, unitPriceMinor: -99 }
]

const part = (amountMinor: number): CreditNoteInput => ({
  lines: [{ line: 0, amountMinor }],
  reason: "Too much"
})

/** Credits the invoice as the use case does; null where the request is refused. */
export const creditOnce = (
  workspaceId: WorkspaceId,
  invoiceId: InvoiceId,
  input: CreditNoteInput,
  issueDate = today
) =>
  Effect.gen(function* () {
    const { transact } = yield* UnitOfWork
    const notes = yield* CreditNoteRepository
    const invoices = yield* InvoiceRepository
    const number = yield* transact(
      Effect.gen(function* () {
        const stored = yield* invoices.getForUpdate(workspaceId, invoiceId)
        const invoice = requireCreditable(stored)
        if (Result.isFailure(invoice)) return null
        const issued = issueCreditNote(
          invoice.success,
          yield* notes.creditedLines(workspaceId, invoiceId),
          input,
          {
            id: yield* CreditNoteId.next(yield* random),
            today: issueDate,
            now
          }
        )
        if (Result.isFailure(issued)) return null
        const { note: written, excessMinor } = issued.success
        const creditId = excessMinor === 0 ? null : yield* CreditId.next(yield* random)
        const note = { ...written, creditId }
        const { standIn, number } = yield* notes.nextNumber(workspaceId)
        yield* invoices.save(credit(invoice.success, issued.success, now), stored.status)
        if (creditId !== null) {
          yield* (yield* PaymentRepository).insertCredit({
            id: creditId,
            workspaceId,
            clientId: note.clientId,
            invoiceId,
            source: "credit_note",
            amountMinor: excessMinor,
            currency: note.currency,
            receivedAt: now,
            processorReference: null,
            paymentId: null,
            createdAt: now
          })
        }
        yield* notes.insert({ ...note, number: standIn })
        return Effect.map(number, (taken) => ({ ...note, number: taken }))
      })
    )
    return number === null ? null : yield* number
  })

const newInvoice = Effect.gen(function* () {
  const { id: workspaceId } = yield* newWorkspace
  const client = yield* newClient(workspaceId)
  const invoice = yield* newOpen(workspaceId, client.id, { lineItems, taxRate: 0.19 })
  return { workspaceId, client, invoice }
})

export const creditNoteRepositoryContract: StorageContract = (it) => {
  it.effect("a note is shown as it was issued, with the parties of its invoice", () =>
    Effect.gen(function* () {
      const notes = yield* CreditNoteRepository
      const { workspaceId, client, invoice } = yield* newInvoice
      const reason = "Half\nof it"
      const input = { lines: [{ line: 0, quantity: 1.5 }, { line: 1 }], reason }
      const note = yield* creditOnce(workspaceId, invoice.id, input)
      if (note === null) return assert.fail("refused")
      const view = yield* notes.view(workspaceId, note.id)
      assert.deepStrictEqual<unknown>(view, {
        id: note.id,
        number: "CN-0001",
        status: "applied",
        invoice: { id: invoice.id, number: invoice.number },
        client: { id: client.id, name: recipient.name, email: recipient.email },
        lineItems: note.lineItems.map(({ creditedQuantity: _, ...line }) => line),
        issueDate: today,
        currency: "EUR",
        subtotalMinor: 4901,
        discountMinor: 0,
        taxMinor: 931,
        totalMinor: 5832,
        reason,
        taxes: note.taxes,
        credit: null,
        delivery: { status: "queued", attempts: 0, lastError: null },
        document: null,
        createdAt: now,
        updatedAt: now
      })
      assert.deepStrictEqual(yield* notes.creditedLines(workspaceId, invoice.id), [
        { line: 0, creditedQuantity: 1.5, totalMinor: 5000 },
        { line: 1, creditedQuantity: 1, totalMinor: -99 }
      ])
      const { id: elsewhere } = yield* newWorkspace
      assert.isNull(yield* notes.view(elsewhere, note.id))
      assert.deepStrictEqual(yield* notes.creditedLines(elsewhere, invoice.id), [])
    })
  )

  it.effect("the parts of a line add up, of several notes too", () =>
    Effect.gen(function* () {
      const notes = yield* CreditNoteRepository
      const { workspaceId, invoice } = yield* newInvoice
      yield* creditOnce(workspaceId, invoice.id, part(100))
      yield* creditOnce(workspaceId, invoice.id, {
        lines: [{ line: 0, quantity: 0.0001 }],
        reason: "A little"
      })
      yield* creditOnce(workspaceId, invoice.id, {
        lines: [{ line: 0, quantity: 0.2999 }],
        reason: "More"
      })
      assert.deepStrictEqual(yield* notes.creditedLines(workspaceId, invoice.id), [
        { line: 0, creditedQuantity: 0.2999, totalMinor: 1100 }
      ])
    })
  )

  it.effect("the status follows the credit that a note made", () =>
    Effect.gen(function* () {
      const notes = yield* CreditNoteRepository
      const { workspaceId, client, invoice } = yield* newInvoice
      yield* book(invoice, yield* paymentOf(invoice, invoice.totalMinor))
      const note = yield* creditOnce(workspaceId, invoice.id, part(1000))
      const status = Effect.map(
        notes.view(workspaceId, note?.id ?? CreditNoteId.schema.make("")),
        (view) => view?.status
      )
      assert.deepStrictEqual(
        (yield* notes.view(workspaceId, note?.id ?? CreditNoteId.schema.make("")))?.credit,
        note && { id: note.creditId, amountMinor: 1190 }
      )
      assert.strictEqual(yield* status, "issued")
      const other = yield* newOpen(workspaceId, client.id)
      const creditId = note?.creditId ?? null
      yield* book(other, yield* paymentOf(other, 190, { creditId, method: "credit" }))
      assert.strictEqual(yield* status, "issued")
      yield* (yield* each(CreditRepository)).refund({
        id: yield* RefundId.next(yield* random),
        workspaceId,
        creditId: creditId ?? CreditId.schema.make(""),
        amountMinor: 1000,
        refundedAt: now,
        reference: null,
        createdAt: now
      })
      assert.strictEqual(yield* status, "refunded")
      const period = { name: "2026-03", from: today, to: today }
      const zone = DateTime.zoneMakeNamedUnsafe("UTC")
      const revenue = yield* (yield* AnalyticsRepository).revenue(workspaceId, [period], zone)
      assert.deepInclude(revenue[0], { creditedMinor: 1190, refundedMinor: 1000 })
    })
  )

  it.effect("the file is stored once, and the delivery changes nothing else", () =>
    Effect.gen(function* () {
      const notes = yield* each(CreditNoteRepository)
      const { workspaceId, invoice } = yield* newInvoice
      const note = yield* creditOnce(workspaceId, invoice.id, part(100))
      if (note === null) return assert.fail("refused")
      const before = yield* notes.view(workspaceId, note.id)
      const content = new TextEncoder().encode("%PDF a")
      assert.isNull(yield* notes.findDocument(workspaceId, note.id))
      const xml = { format: "cii", text: "<a>é</a>\n" } as const
      assert.isNull(yield* notes.findXml(workspaceId, note.id))
      const insert = (file: Uint8Array, beside: SentXml | null, id = note.id) =>
        Effect.flatten(notes.insertDocument(workspaceId, id, { content: file, xml: beside }, now))
      assert.isTrue(yield* insert(content, xml))
      const other = new TextEncoder().encode("%PDF b")
      assert.isFalse(yield* insert(other, null))
      assert.deepStrictEqual(yield* notes.findXml(workspaceId, note.id), xml)
      assert.deepStrictEqual(yield* notes.findDocument(workspaceId, note.id), content)
      const { id: elsewhere } = yield* newWorkspace
      assert.isNull(yield* notes.findDocument(elsewhere, note.id))
      assert.isNull(yield* notes.findXml(elsewhere, note.id))
      const unique = new TextEncoder().encode(`%PDF ${note.id}`)
      const second = yield* creditOnce(workspaceId, invoice.id, part(100))
      if (second === null) return assert.fail("refused")
      yield* insert(unique, null, second.id)
      const owner = { workspaceId, id: second.id }
      assert.deepStrictEqual(yield* notes.findByContent(unique), owner)
      assert.isNull(yield* notes.findByContent(unique.slice(1)))
      const delivery = { status: "failed", attempts: 2, lastError: "550" } as const
      yield* notes.saveDelivery(elsewhere, note.id, delivery)
      yield* notes.saveDelivery(workspaceId, note.id, delivery)
      const after = yield* notes.view(workspaceId, note.id)
      assert.deepStrictEqual(yield* notes.viewForUpdate(workspaceId, note.id), after)
      assert.isNull(yield* notes.viewForUpdate(elsewhere, note.id))
      const about = { kind: "credit_note", creditNoteId: note.id } as const
      const first = yield* newMail(workspaceId, about)
      yield* newMail(workspaceId, about)
      const stale = { ...delivery, attempts: 9 }
      yield* notes.saveDelivery(workspaceId, note.id, stale, first.id)
      assert.deepStrictEqual((yield* notes.view(workspaceId, note.id))?.delivery, delivery)
      assert.strictEqual(after?.document?.bytes, content.length)
      assert.match(after?.document?.sha256 ?? "", /^[0-9a-f]{64}$/)
      assert.deepStrictEqual({ ...after, document: null }, { ...before, delivery, document: null })
    })
  )

  it.effect("the series is CRN- where invoices are CN-", () =>
    Effect.gen(function* () {
      const id = yield* WorkspaceId.next(yield* random)
      const workspace = new Workspace({ ...agency(id), invoicePrefix: "CN" })
      yield* (yield* each(WorkspaceRepository)).insert(workspace)
      const client = yield* newClient(id)
      const invoice = yield* newOpen(id, client.id, { lineItems })
      const note = yield* creditOnce(id, invoice.id, part(1))
      assert.deepStrictEqual([invoice.number, note?.number], ["CN-0001", "CRN-0001"])
    })
  )

  it.effect("the list is paged, newest first, and filtered", () =>
    Effect.gen(function* () {
      const notes = yield* CreditNoteRepository
      const { workspaceId, client, invoice } = yield* newInvoice
      const other = yield* newClient(workspaceId, "Bea")
      const foreign = yield* newOpen(workspaceId, other.id, { lineItems, taxRate: null })
      const [first, second, third] = [
        yield* creditOnce(workspaceId, invoice.id, part(100)),
        yield* creditOnce(workspaceId, foreign.id, part(200)),
        yield* creditOnce(workspaceId, invoice.id, part(300), CalendarDate.make("2026-03-11"))
      ]
      const numbersOf = (filter: Parameters<typeof notes.list>[1]) =>
        Effect.map(notes.list(workspaceId, filter, firstPage), ({ items, total }) => {
          assert.strictEqual(items.length, total)
          return items.map(({ number }) => number)
        })
      assert.deepStrictEqual(yield* numbersOf({}), ["CN-0003", "CN-0002", "CN-0001"])
      assert.deepStrictEqual(yield* numbersOf({ clientId: other.id }), ["CN-0002"])
      assert.deepStrictEqual(yield* numbersOf({ invoiceId: invoice.id }), ["CN-0003", "CN-0001"])
      assert.deepStrictEqual(yield* numbersOf({ from: CalendarDate.make("2026-03-11") }), [
        "CN-0003"
      ])
      assert.deepStrictEqual(yield* numbersOf({ to: today, clientId: client.id }), ["CN-0001"])
      const page = yield* notes.list(workspaceId, {}, { limit: 2, after: null })
      assert.deepStrictEqual(
        page.items.map(({ id }) => id),
        [third?.id, second?.id]
      )
      assert.strictEqual(page.total, 3)
      const rest = yield* notes.list(workspaceId, {}, { limit: 2, after: page.next })
      assert.deepStrictEqual(
        rest.items.map(({ id }) => id),
        [first?.id]
      )
      const { id: elsewhere } = yield* newWorkspace
      const nothing = { items: [], total: 0, next: null }
      assert.deepStrictEqual(yield* notes.list(elsewhere, {}, firstPage), nothing)
    })
  )

  it.effect("of twenty notes at once as many are issued as fit, with numbers without a gap", () =>
    Effect.gen(function* () {
      const notes = yield* CreditNoteRepository
      const { workspaceId, invoice } = yield* newInvoice
      const made = yield* Effect.forEach(
        Array.from({ length: 20 }, () => part(1000)),
        (input) => creditOnce(workspaceId, invoice.id, input),
        { concurrency: "unbounded" }
      )
      const issued = made.filter((note) => note !== null)
      // 9900 are invoiced after the deduction.
      assert.strictEqual(issued.length, 9)
      assert.deepStrictEqual(
        issued.map(({ number }) => number).sort(),
        Array.from({ length: 9 }, (_, index) => `CN-000${index + 1}`)
      )
      assert.deepStrictEqual(yield* notes.creditedLines(workspaceId, invoice.id), [
        { line: 0, creditedQuantity: 0, totalMinor: 9000 }
      ])
      const proof = yield* LogProof
      assert.deepStrictEqual(yield* proof.creditNotes(workspaceId), { count: 9, problem: null })
      const rest = yield* creditOnce(workspaceId, invoice.id, { reason: "The rest" })
      assert.strictEqual(
        [...issued, rest].reduce((sum, note) => sum + (note?.totalMinor ?? 0), 0),
        invoice.totalMinor
      )
      const invoices = yield* each(InvoiceRepository)
      const after = yield* invoices.getForUpdate(workspaceId, invoice.id)
      assert.deepInclude<unknown>(after, {
        status: "void",
        amountCreditedMinor: invoice.totalMinor,
        creditNotesTotalMinor: invoice.totalMinor,
        creditNotesNetMinor: invoice.subtotalMinor
      })
    })
  )
}
