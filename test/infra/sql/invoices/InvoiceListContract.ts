/** Lists and sums of invoices, in every storage. */
import { assert } from "@effect/vitest"
import { type DateTime, Effect } from "effect"
import {
  type DueInvoice,
  InvoiceRepository
} from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { ClientId, type InvoiceId } from "../../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { book, paymentOf } from "../../../support/paymentRecords.ts"
import {
  firstPage,
  later,
  newClient,
  newDraft,
  newOpen,
  newProject,
  newSent,
  newWorkspace,
  now,
  random,
  readTime,
  today
} from "../../../support/records.ts"
import type { StorageContract } from "../contracts.ts"

export const invoiceListContract: StorageContract = (it) => {
  it.effect("lists filter by the status of the day and sum by currency", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const project = yield* newProject(workspace.id, client.id)
      const date = CalendarDate.make
      yield* newDraft(workspace.id, client.id, { issueDate: date("2026-01-05") })
      const late = yield* newSent(workspace.id, client.id, {
        projectId: project.id,
        purchaseOrder: "PO 7",
        issueDate: date("2026-02-01"),
        dueDate: date("2026-03-09")
      })
      yield* newSent(workspace.id, client.id, { issueDate: date("2026-02-02"), dueDate: today })
      yield* newSent(workspace.id, client.id, { currency: CurrencyCode.make("JPY") })
      const list = (filter: Parameters<typeof invoices.list>[1]) =>
        invoices.list(workspace.id, filter, firstPage, readTime)
      const all = yield* list({})
      assert.strictEqual(all.total, 4)
      assert.deepStrictEqual(
        all.sums.map((sums) => [sums.currency, sums.totalOutstandingMinor]),
        [
          ["EUR", 2978],
          ["JPY", 1489]
        ]
      )
      const overdue = yield* list({ status: "overdue" })
      assert.deepStrictEqual(
        overdue.items.map(({ id, status }) => [id, status]),
        [[late.id, "overdue"]]
      )
      assert.strictEqual((yield* list({ status: "sent" })).total, 2)
      assert.strictEqual((yield* list({ status: "draft" })).total, 1)
      assert.strictEqual((yield* list({ status: "void" })).total, 0)
      assert.strictEqual((yield* list({ projectId: project.id })).total, 1)
      const ordered = { purchaseOrder: "PO 7" }
      assert.deepStrictEqual(
        (yield* list(ordered)).items.map(({ id }) => id),
        [late.id]
      )
      assert.strictEqual((yield* list({ ...ordered, projectId: project.id })).total, 1)
      assert.strictEqual((yield* list({ ...ordered, status: "sent" })).total, 0)
      assert.strictEqual((yield* list({ purchaseOrder: "PO" })).total, 0)
      const newest = { ...ordered, sort: "-total" } as const
      const searched = yield* invoices.search(workspace.id, newest, firstPage, readTime)
      assert.strictEqual(searched.total, 1)
      assert.strictEqual((yield* list({ clientId: yield* ClientId.next(yield* random) })).total, 0)
      const range = yield* list({ from: date("2026-02-01"), to: date("2026-02-02") })
      assert.strictEqual(range.total, 2)
      const { invoice } = yield* invoices.view(workspace.id, late.id, today)
      assert.strictEqual(invoice.status, "overdue")
      const dueDay = yield* invoices.view(workspace.id, late.id, date("2026-03-09"))
      assert.strictEqual(dueDay.invoice.status, "sent")
      const page = yield* invoices.list(workspace.id, {}, { limit: 3, after: null }, readTime)
      assert.deepStrictEqual([page.items.length, page.total], [3, 4])
      const last = yield* invoices.list(workspace.id, {}, { limit: 3, after: page.next }, readTime)
      assert.deepStrictEqual([last.items.length, last.next], [1, null])
    })
  )

  it.effect("sums by year, due invoices by day, in pages and by workspace", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const dueDate = CalendarDate.make("2026-03-24")
      const sent = yield* Effect.forEach([0, 1, 2], () => newOpen(workspace.id, client.id))
      const [first] = sent
      if (first === undefined) return assert.fail("no invoice")
      yield* book(first, yield* paymentOf(first, 300))
      const sums = Effect.fnUntraced(function* (yearStart: DateTime.Utc) {
        const at = { today: dueDate, yearStart }
        const list = yield* invoices.list(workspace.id, {}, firstPage, at)
        return list.sums[0]?.totalCollectedYtdMinor
      })
      assert.strictEqual(yield* sums(now), 300)
      assert.strictEqual(yield* sums(later), 0)
      const reminder = { today: CalendarDate.make("2026-03-31"), scheduledDays: 7 }
      assert.sameMembers(
        [...(yield* invoices.openDueOn(workspace.id, dueDate, reminder))],
        sent.map(({ id }) => id)
      )
      assert.lengthOf(
        yield* invoices.openDueOn(workspace.id, CalendarDate.make("2026-03-23"), reminder),
        0
      )
      const found: InvoiceId[] = []
      let after: DueInvoice | null = null
      for (;;) {
        const page: ReadonlyArray<DueInvoice> = yield* invoices.sentDueBefore(
          CalendarDate.make("2026-03-25"),
          after,
          2
        )
        found.push(...page.filter((due) => due.workspaceId === workspace.id).map(({ id }) => id))
        after = page.at(-1) ?? null
        if (page.length < 2) break
      }
      assert.sameMembers(
        found,
        sent.map(({ id }) => id)
      )
      const none = yield* invoices.sentDueBefore(dueDate, null, 100)
      assert.isFalse(none.some((due) => due.workspaceId === workspace.id))
    })
  )

  it.effect("issued invoices are listed apart", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      yield* newDraft(workspace.id, client.id)
      const sent = yield* newSent(workspace.id, client.id)
      const list = yield* invoices.list(workspace.id, { issuedOnly: true }, firstPage, {
        today: sent.issueDate,
        yearStart: now
      })
      assert.deepStrictEqual(
        list.items.map(({ id }) => id),
        [sent.id]
      )
    })
  )
}
