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
      const waiting = [date("2026-03-09"), today].map((day) => invoices.waiting(workspace.id, day))
      assert.deepStrictEqual(yield* Effect.all(waiting), [
        { drafts: 1, overdue: 0 },
        { drafts: 1, overdue: 1 }
      ])
      assert.deepStrictEqual(yield* invoices.recentRates(workspace.id), [0.19])
      assert.deepStrictEqual(yield* invoices.recentRates((yield* newWorkspace).id), [])
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

  it.effect("counts by status and currency, whole and of a search, a client or a project", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id, "Quentin")
      const other = yield* newClient(workspace.id, "Zora")
      const project = yield* newProject(workspace.id, client.id)
      const jpy = CurrencyCode.make("JPY")
      const late = {
        issueDate: CalendarDate.make("2026-03-01"),
        dueDate: CalendarDate.make("2026-03-09")
      }
      yield* newDraft(workspace.id, client.id)
      yield* newDraft(workspace.id, other.id, { currency: jpy })
      const due = yield* newOpen(workspace.id, client.id, { projectId: project.id })
      yield* newOpen(workspace.id, other.id, late)
      yield* newOpen(workspace.id, other.id, { ...late, currency: jpy })
      yield* book(due, yield* paymentOf(due, 300))
      const stranger = yield* newWorkspace
      const foreign = yield* newOpen(stranger.id, (yield* newClient(stranger.id, "Quentin")).id)

      const totals = Effect.fnUntraced(function* (
        scope: Parameters<typeof invoices.totals>[1],
        day = today
      ) {
        const found = yield* invoices.totals(workspace.id, scope, day)
        return found.map((one) => `${one.status} ${one.currency} ${one.invoices} ${one.restMinor}`)
      })
      assert.deepStrictEqual(yield* totals({}), [
        "draft EUR 1 0",
        "draft JPY 1 0",
        "overdue EUR 1 1489",
        "overdue JPY 1 1489",
        "sent EUR 1 1189"
      ])
      assert.deepStrictEqual(yield* totals({}, late.dueDate), [
        "draft EUR 1 0",
        "draft JPY 1 0",
        "sent EUR 2 2678",
        "sent JPY 1 1489"
      ])
      const ofQuentin = ["draft EUR 1 0", "sent EUR 1 1189"]
      assert.deepStrictEqual(yield* totals({ q: "quen" }), ofQuentin)
      assert.deepStrictEqual(yield* totals({ clientId: client.id }), ofQuentin)
      assert.deepStrictEqual(yield* totals({ projectId: project.id }), ["sent EUR 1 1189"])
      assert.deepStrictEqual(yield* totals({ q: "nothing" }), [])

      const sums = invoices.sums(workspace.id, { status: "draft" }, today)
      assert.deepStrictEqual(yield* sums, [
        { currency: CurrencyCode.make("EUR"), amountMinor: 1489 },
        { currency: jpy, amountMinor: 1489 }
      ])
      const found = invoices.sums(workspace.id, { q: "zora", openOnly: true }, today)
      assert.lengthOf(yield* found, 2)

      const open = yield* invoices.list(workspace.id, { openOnly: true }, firstPage, readTime)
      assert.deepStrictEqual([open.total, open.items.length], [3, 3])
      assert.deepStrictEqual(
        open.sums.map(({ totalOutstandingMinor }) => totalOutstandingMinor),
        [2678, 1489]
      )
      const few = { limit: 2, after: null }
      const page = yield* invoices.list(workspace.id, { openOnly: true }, few, readTime)
      assert.deepStrictEqual(
        page.items.map(({ id }) => id),
        open.items.slice(0, 2).map(({ id }) => id)
      )
      const ofClient = { openOnly: true, clientId: client.id }
      assert.strictEqual((yield* invoices.list(workspace.id, ofClient, few, readTime)).total, 1)
      const byDue = { openOnly: true, sort: "due_date" } as const
      assert.strictEqual(
        (yield* invoices.search(workspace.id, byDue, firstPage, readTime)).total,
        3
      )

      const details = yield* invoices.listDetails(workspace.id, [due.id, foreign.id])
      assert.deepStrictEqual(details, [{ id: due.id, company: null, delivery: "queued" }])
      assert.deepStrictEqual(yield* invoices.listDetails(workspace.id, []), [])
    })
  )

  it.effect("invoices are found by due day and currency, in lists, sums and searches", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const { id } = yield* newWorkspace
      const client = yield* newClient(id)
      const due = (text: string, currency = "EUR") =>
        newOpen(id, client.id, {
          issueDate: CalendarDate.make("2026-01-01"),
          dueDate: CalendarDate.make(text),
          currency: CurrencyCode.make(currency)
        })
      for (const text of ["2026-02-01", "2026-02-02", "2026-02-03"]) yield* due(text)
      yield* due("2026-02-02", "USD")
      const scope = {
        dueFrom: CalendarDate.make("2026-02-02"),
        dueTo: CalendarDate.make("2026-02-03"),
        currency: CurrencyCode.make("EUR")
      }
      const filter = { ...scope, openOnly: true }
      const listed = yield* invoices.list(id, filter, firstPage, readTime)
      const found = yield* invoices.search(id, { ...filter, sort: "due_date" }, firstPage, readTime)
      assert.deepStrictEqual(
        [listed, found].map(({ items }) => items.map(({ number }) => number)),
        [
          ["INV-0003", "INV-0002"],
          ["INV-0002", "INV-0003"]
        ]
      )
      assert.deepStrictEqual(
        [listed.total, listed.sums.length, listed.sums[0]?.totalOutstandingMinor],
        [2, 1, 2978]
      )
      const totals = yield* invoices.totals(id, scope, today)
      assert.deepStrictEqual(
        totals.map(({ status, currency, invoices: count }) => `${status} ${currency} ${count}`),
        ["overdue EUR 2"]
      )
      const [sum] = yield* invoices.sums(id, { ...filter, dueTo: scope.dueFrom }, today)
      assert.strictEqual(sum?.amountMinor, 1489)
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
