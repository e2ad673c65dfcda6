/** Storage of one invoice, in every storage. */
import { assert } from "@effect/vitest"
import { Effect, Exit, Result } from "effect"
import { ClientRepository } from "../../../../src/app/ports/clients/ClientRepository.ts"
import { LogProof } from "../../../../src/app/ports/events/LogProof.ts"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { InvoiceId } from "../../../../src/domain/Ids.ts"
import * as Invoice from "../../../../src/domain/invoices/Invoice.ts"
import { becomeVoid, replacePaymentLink } from "../../../../src/domain/invoices/Invoice.ts"
import { reviseInvoice } from "../../../../src/domain/invoices/InvoiceDraft.ts"
import { addDays } from "../../../../src/domain/time/CalendarDate.ts"
import {
  firstPage,
  issue,
  newClient,
  newDraft,
  newProject,
  newSent,
  newWorkspace,
  now,
  random,
  readTime,
  today
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const salt = "00112233445566ff"

export const invoiceRepositoryContract: StorageContract = (it) => {
  it.effect("invoices come back in the type of their state", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const draft = yield* newDraft(workspace.id, client.id, { notes: "n\nm" })
      const read = () => Effect.orDie(invoices.getForUpdate(workspace.id, draft.id))
      assert.deepStrictEqual(yield* read(), draft)
      const sent = Invoice.send(draft, issue, now)
      yield* invoices.save(sent, "draft")
      assert.deepStrictEqual(yield* read(), sent)
      const delivery = { status: "failed", attempts: 3, lastError: "550 no" } as const
      yield* invoices.saveDelivery(workspace.id, draft.id, delivery)
      assert.deepStrictEqual(yield* read(), { ...sent, delivery })
      const open = { ...sent, delivery }
      if (open.status !== "sent") return assert.fail("not sent")
      const stale = yield* Effect.exit(invoices.save(open, "draft"))
      assert.isTrue(Exit.hasDies(stale))
      const voided = Invoice.becomeVoid(open, "why", now)
      yield* invoices.save(voided, "sent")
      assert.deepStrictEqual(yield* read(), voided)
      // The void has settled its delivery, unless the mail was taken.
      yield* invoices.saveDelivery(workspace.id, draft.id, { ...delivery, attempts: 4 })
      assert.deepStrictEqual(yield* read(), voided)
      const taken = { status: "sent", attempts: 4, lastError: null } as const
      yield* invoices.saveDelivery(workspace.id, draft.id, taken)
      const { issued } = voided
      if (issued === null) return assert.fail("not sent")
      const told = { ...voided, issued: { ...issued, delivery: taken } }
      assert.deepStrictEqual(yield* read(), told)
      const other = yield* newWorkspace
      const missing = yield* Effect.flip(invoices.getForUpdate(other.id, draft.id))
      assert.strictEqual(missing._tag, "InvoiceNotFound")

      const free = yield* newDraft(workspace.id, client.id, {
        lineItems: [{ description: "Gift", quantity: 1, unitPriceMinor: 0 }],
        taxRate: null
      })
      const paid = Invoice.send(free, issue, now)
      yield* invoices.save(paid, "draft")
      assert.deepStrictEqual(yield* invoices.getForUpdate(workspace.id, free.id), paid)
      assert.strictEqual(paid.status, "paid")
    })
  )

  it.effect("taxes, references and dates come back, also after a change", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const line = { description: "Work", quantity: 1, unitPriceMinor: 1000 }
      const draft = yield* newDraft(workspace.id, client.id, {
        lineItems: [
          { ...line, unit: "HUR" },
          { ...line, taxCategory: "E", exemptionReason: "Education" },
          { ...line, unitPriceMinor: -500, taxRate: 0.5 }
        ],
        taxRate: 0.000001,
        buyerReference: "b",
        purchaseOrder: "p",
        contractReference: "c",
        buyerAccountingReference: "a",
        servicePeriod: { start: today, end: addDays(today, 1) }
      })
      const read = () => Effect.orDie(invoices.getForUpdate(workspace.id, draft.id))
      assert.deepStrictEqual(yield* read(), draft)
      assert.strictEqual(draft.taxMinor, -250)
      const view = yield* (yield* InvoiceRepository).view(workspace.id, draft.id, today)
      assert.deepInclude(view.invoice, {
        taxes: draft.taxes,
        lineItems: draft.lineItems,
        servicePeriod: draft.servicePeriod,
        purchaseOrder: "p"
      })
      const patch = {
        servicePeriod: null,
        deliveryDate: today,
        taxCategory: "AE",
        exemptionReason: "Article 196",
        lineItems: [line]
      } as const
      const revised = Result.getOrThrow(reviseInvoice(draft, patch, now))
      yield* invoices.save(revised, "draft")
      assert.deepStrictEqual(yield* read(), revised)
    })
  )

  it.effect("a draft shows its current client, a sent invoice the client at its send", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const draft = yield* newDraft(workspace.id, client.id)
      const sent = yield* newSent(workspace.id, client.id)
      yield* (yield* each(ClientRepository)).save({
        ...client,
        name: "New name",
        email: "new@x.example"
      })
      const name = (id: InvoiceId) =>
        Effect.map(
          Effect.orDie(invoices.view(workspace.id, id, today)),
          (v) => v.invoice.client.name
        )
      assert.strictEqual(yield* name(draft.id), "New name")
      assert.strictEqual(yield* name(sent.id), "Ada then")
      const list = yield* invoices.list(workspace.id, {}, firstPage, readTime)
      assert.deepStrictEqual(
        list.items.map((item) => item.client.name),
        ["Ada then", "New name"]
      )
    })
  )

  it.effect("the send stores the parties of the document", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const draft = yield* newDraft(workspaceId, client.id)
      assert.isNull((yield* invoices.view(workspaceId, draft.id, today)).issue)
      const sent = yield* newSent(workspaceId, client.id)
      assert.deepStrictEqual((yield* invoices.view(workspaceId, sent.id, today)).issue, issue)
      assert.deepStrictEqual(yield* invoices.getForUpdate(workspaceId, sent.id), sent)
      if (sent.status !== "sent") throw new Error("expected a sent invoice")
      yield* invoices.save(Invoice.becomeVoid(sent, null, now), "sent")
      assert.deepStrictEqual((yield* invoices.view(workspaceId, sent.id, today)).issue, issue)
    })
  )

  it.effect("a salt survives a void, and is returned for invoices with a link", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const draft = yield* newDraft(workspaceId, client.id)
      const kept = yield* newSent(workspaceId, client.id)
      const sent = yield* newSent(workspaceId, client.id)
      yield* invoices.save(replacePaymentLink(sent, salt, now), "sent")
      const gone = yield* newSent(workspaceId, client.id)
      const replaced = replacePaymentLink(gone, salt, now)
      if (replaced.status === "paid") return assert.fail("it was not paid")
      yield* invoices.save(becomeVoid(replaced, null, now), "sent")
      const absent = yield* InvoiceId.next(yield* random)
      const ids = [draft.id, kept.id, sent.id, gone.id, absent]
      assert.sameDeepMembers(
        [...(yield* invoices.linkSalts(workspaceId, ids))],
        [
          { id: kept.id, paymentLinkSalt: null },
          { id: sent.id, paymentLinkSalt: salt }
        ]
      )
      const other = yield* newWorkspace
      assert.deepStrictEqual(yield* invoices.linkSalts(other.id, ids), [])
      const { language, locale } = issue.seller
      assert.deepStrictEqual(
        yield* invoices.textLocales(workspaceId, ids),
        new Map([kept, sent, gone].map(({ id }) => [id, { language, locale }]))
      )
      assert.strictEqual((yield* invoices.textLocales(other.id, ids)).size, 0)
      const view = yield* invoices.view(workspaceId, gone.id, today)
      assert.deepStrictEqual([view.invoice.status, view.paymentLinkSalt], ["void", salt])
      const found = yield* invoices.getForUpdate(workspaceId, sent.id)
      assert.strictEqual(found.paymentLinkSalt, salt)
    })
  )

  it.effect("the state of a document is that of the view, and overdue from the day on", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const draft = yield* newDraft(workspaceId, client.id)
      const sent = yield* newSent(workspaceId, client.id)
      yield* invoices.save(replacePaymentLink(sent, salt, now), "sent")
      const stateOf = (id: InvoiceId, day = today) =>
        Effect.orDie(invoices.documentState(workspaceId, id, day))
      const versionOf = (id: InvoiceId, day = today) =>
        Effect.map(Effect.orDie(invoices.view(workspaceId, id, day)), ({ version }) => version)
      const { id, number, dueDate } = sent
      assert.deepStrictEqual(yield* stateOf(id), {
        id,
        number,
        status: "sent",
        clientId: client.id,
        wasSent: true,
        paymentLinkSalt: salt,
        version: yield* versionOf(id)
      })
      const { number: ofDraft } = draft
      const drafted = {
        number: ofDraft,
        status: "draft",
        wasSent: false,
        paymentLinkSalt: null
      } as const
      assert.deepInclude(yield* stateOf(draft.id), drafted)
      const late = addDays(dueDate, 1)
      const overdue = yield* stateOf(id, late)
      assert.strictEqual(overdue.status, "overdue")
      assert.strictEqual(overdue.version, yield* versionOf(id, late))
      assert.notStrictEqual(overdue.version, (yield* stateOf(id, dueDate)).version)
      assert.strictEqual((yield* stateOf(id, dueDate)).version, (yield* stateOf(id)).version)
      const other = yield* newWorkspace
      const missing = yield* Effect.flip(invoices.documentState(other.id, id, today))
      assert.strictEqual(missing._tag, "InvoiceNotFound")
    })
  )

  it.effect("an invoice is found by its number, in its workspace", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const draft = yield* newDraft(workspaceId, client.id)
      assert.strictEqual(yield* invoices.findByNumber(workspaceId, draft.number), draft.id)
      for (const other of [`${draft.number}0`, `${draft.number}\0`]) {
        assert.isNull(yield* invoices.findByNumber(workspaceId, other))
      }
      assert.isNull(yield* invoices.findByNumber((yield* newWorkspace).id, draft.number))
    })
  )

  it.effect("a sent invoice is found by the end of its id, in any workspace", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const { id } = yield* newSent(workspaceId, client.id)
      const endingOf = (one: InvoiceId) => InvoiceId.toUuid(one).slice(-8)
      const ending = endingOf(id)
      const found = yield* invoices.endingIn(ending)
      assert.deepInclude(found, { workspaceId, id, paymentLinkSalt: null })
      const draft = yield* newDraft(workspaceId, client.id)
      assert.deepStrictEqual(yield* invoices.endingIn(endingOf(draft.id)), [])
      assert.deepStrictEqual(yield* invoices.endingIn(ending.slice(1)), [])
    })
  )

  it.effect("a read for a change returns invoice and view, by lock and by version", () =>
    Effect.gen(function* () {
      const invoices = yield* each(InvoiceRepository)
      const { id: workspaceId } = yield* newWorkspace
      const other = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const project = yield* newProject(workspaceId, client.id)
      const draft = yield* newDraft(workspaceId, client.id, { projectId: project.id })
      const view = yield* invoices.view(workspaceId, draft.id, today)
      for (const by of ["lock", "version"] as const) {
        const found = yield* invoices.getShownForUpdate(workspaceId, draft.id, today, by)
        assert.deepStrictEqual(found, { invoice: draft, view })
        const missing = yield* Effect.flip(
          invoices.getShownForUpdate(other.id, draft.id, today, by)
        )
        assert.strictEqual(missing._tag, "InvoiceNotFound")
      }
    })
  )

  for (const by of ["lock", "version"] as const) {
    it.effect(`many changes at once are all there, where each reads the invoice by ${by}`, () =>
      Effect.gen(function* () {
        const { transact } = yield* UnitOfWork
        const invoices = yield* InvoiceRepository
        const { id: workspaceId } = yield* newWorkspace
        const { id } = yield* newDraft(workspaceId, (yield* newClient(workspaceId)).id)
        const marks = ["a", "b", "c", "d", "e", "f", "g", "h"]
        const add = (mark: string) =>
          transact(
            Effect.gen(function* () {
              const found = yield* invoices.getShownForUpdate(workspaceId, id, today, by)
              yield* Effect.yieldNow
              const notes = `${found.invoice.notes ?? ""}${mark}`
              yield* invoices.save({ ...found.invoice, notes }, "draft")
            })
          )
        yield* Effect.all(marks.map(add), { concurrency: "unbounded" })
        const { notes } = (yield* invoices.view(workspaceId, id, today)).invoice
        assert.sameMembers([...(notes ?? "")], marks)
      })
    )
  }

  it.effect("numbers are unique and without gaps, also beside failed transactions", () =>
    Effect.gen(function* () {
      const { transact } = yield* UnitOfWork
      const { id: workspaceId } = yield* newWorkspace
      const { id: clientId } = yield* newClient(workspaceId)
      const create = (n: number) =>
        n % 3 === 0
          ? transact(Effect.andThen(newDraft(workspaceId, clientId), Effect.fail("no" as const)))
          : newDraft(workspaceId, clientId)
      const created = yield* Effect.all(
        Array.from({ length: 15 }, (_, n) => Effect.result(create(n))),
        { concurrency: "unbounded" }
      )
      const numbers = created.flatMap((result) =>
        Result.isSuccess(result) ? [result.success.number] : []
      )
      assert.deepStrictEqual(
        numbers.sort(),
        Array.from({ length: 10 }, (_, n) => `INV-${String(n + 1).padStart(4, "0")}`)
      )
      const { items } = yield* (yield* InvoiceRepository).list(workspaceId, {}, firstPage, readTime)
      assert.sameMembers(
        items.map(({ number }) => number),
        numbers
      )
      const proof = yield* LogProof
      assert.deepStrictEqual(yield* proof.numbers(workspaceId), { count: 10, problem: null })
    })
  )
}
