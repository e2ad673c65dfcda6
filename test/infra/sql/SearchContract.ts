/**
 * Searches of lists in every storage: words by the domain's rule, instants, and each order page by
 * page.
 */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { ClientRepository } from "../../../src/app/ports/clients/ClientRepository.ts"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import type { PageRequest } from "../../../src/app/ports/PageRequest.ts"
import { ProjectRepository } from "../../../src/app/ports/projects/ProjectRepository.ts"
import type { InvoiceId, ProjectId } from "../../../src/domain/Ids.ts"
import type { Invoice } from "../../../src/domain/invoices/Invoice.ts"
import type { Page } from "../../../src/domain/Page.ts"
import { type InvoiceSort, isFoundBy } from "../../../src/domain/text/Search.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import {
  firstPage,
  later,
  newClient,
  newDraft,
  newProject,
  newSent,
  newWorkspace,
  now,
  readTime
} from "../../support/records.ts"
import { each } from "../../support/transactions.ts"
import type { StorageContract } from "./contracts.ts"

const names = [
  "Anna Schmidt-Müller",
  "ÉCOLE d'Été (Paris)",
  "Acme, Inc.",
  "acme 0042",
  "O'Neil & Sons \\ Co",
  "INV-0042",
  "Łódź 2026",
  "株式会社 例"
]

const asked = [
  ...[
    "anna",
    "ANNA müller",
    "müller schmidt",
    "schmidt-m",
    "mid",
    "école",
    "été",
    "d'été",
    "paris"
  ],
  ...["acme", "acm inc", "inc.", "42", "0042", "inv-0042", "inv-004", "o'neil", "\\ sons", "co &"],
  ...["łó", "2026", "株式会社", "例", "ada@x.example", "x.ex", "nobody", "acme nobody", "':* | 'x"]
]

/** Every item, two at a time. */
const walk = Effect.fnUntraced(function* <Id, E>(
  order: Pick<PageRequest<Id>, "isAscending">,
  read: (page: PageRequest<Id>) => Effect.Effect<Page<{ readonly id: Id }, Id>, E>
) {
  const found: Array<Id> = []
  let page: PageRequest<Id> = { limit: 2, after: null, ...order }
  for (;;) {
    const { items, next, nextValue } = yield* read(page)
    found.push(...items.map(({ id }) => id))
    if (next === null) return found
    const value = nextValue === undefined ? {} : { afterValue: nextValue }
    page = { limit: 2, after: next, ...order, ...value }
  }
})

export const searchContract: StorageContract = (it) => {
  it.effect("words begin words of a client, as the domain has them", () =>
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      const workspace = yield* newWorkspace
      const other = yield* newWorkspace
      for (const name of names) {
        yield* newClient(workspace.id, name)
        yield* newClient(other.id, name)
      }
      let found = 0
      for (const q of asked) {
        const page = yield* clients.search(workspace.id, { q }, firstPage)
        const expected = names.filter((name) => isFoundBy(`${name} ada@x.example`, q))
        assert.sameMembers(
          page.items.map(({ name }) => name),
          [...expected],
          q
        )
        assert.strictEqual(page.total, expected.length)
        found += expected.length
      }
      assert.isAbove(found, asked.length)
    })
  )

  it.effect("an invoice is found by its number, or by what its client is called", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const workspace = yield* newWorkspace
      const ada = yield* newClient(workspace.id, "Ada")
      const bob = yield* newClient(workspace.id, "Bob 1")
      const first = yield* newSent(workspace.id, ada.id)
      const second = yield* newSent(workspace.id, bob.id)
      const search = (q: string) => invoices.search(workspace.id, { q }, firstPage, readTime)
      const ids = (q: string) =>
        Effect.map(search(q), ({ items }) => items.map(({ id }) => id).sort())
      assert.deepStrictEqual(yield* ids(first.number), [first.id])
      assert.deepStrictEqual(yield* ids("bob"), [second.id])
      assert.deepStrictEqual(yield* ids("1"), [first.id, second.id].sort())
      assert.deepStrictEqual(yield* ids(`${first.number} bob`), [])
      const { sums } = yield* search("bob")
      assert.deepStrictEqual(
        sums.map(({ totalOutstandingMinor }) => totalOutstandingMinor),
        [second.totalMinor]
      )
    })
  )

  it.effect("what changed since an instant includes what changed at it", () =>
    Effect.gen(function* () {
      const projects = yield* each(ProjectRepository)
      const clients = yield* ClientRepository
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const old = yield* newProject(workspace.id, client.id)
      const changed = yield* newProject(workspace.id, client.id)
      yield* projects.save({ ...changed, name: "Relaunch", updatedAt: later })
      const since = (updatedSince: DateTime.Utc, q?: string) =>
        Effect.map(
          projects.search(workspace.id, { updatedSince, q }, firstPage),
          ({ items, total }) => [items.map(({ id }) => id), total]
        )
      assert.deepStrictEqual(yield* since(old.updatedAt), [[changed.id, old.id], 2])
      assert.deepStrictEqual(yield* since(later), [[changed.id], 1])
      assert.deepStrictEqual(yield* since(DateTime.add(later, { milliseconds: 1 })), [[], 0])
      assert.deepStrictEqual(yield* since(now, "relaunch"), [[changed.id], 1])
      const found = yield* clients.search(workspace.id, { updatedSince: now }, firstPage)
      assert.strictEqual(found.total, 1)
    })
  )

  it.effect("each order holds over its pages, with filters and without", () =>
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const projects = yield* ProjectRepository
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const date = CalendarDate.make
      const made: Array<Invoice> = []
      for (const [due, unitPriceMinor] of [
        ["2026-05-01", 300],
        ["2026-04-01", 100],
        ["2026-05-01", 200],
        ["2026-04-15", 100],
        ["2026-06-01", 300]
      ] as const) {
        made.push(
          yield* newDraft(workspace.id, client.id, {
            issueDate: date("2026-03-01"),
            dueDate: date(due),
            lineItems: [{ description: "x", quantity: 1, unitPriceMinor }],
            taxRate: null,
            discountMinor: 0
          })
        )
        yield* newProject(workspace.id, client.id)
      }
      const key = (sort: InvoiceSort) => (invoice: Invoice) =>
        sort.endsWith("due_date")
          ? invoice.dueDate
          : sort.endsWith("total")
            ? String(invoice.totalMinor).padStart(9, "0")
            : ""
      for (const sort of ["due_date", "-due_date", "total", "-total"] as const) {
        const sorted = made
          .map((invoice) => [`${key(sort)(invoice)} ${invoice.id}`, invoice.id] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([, id]) => id)
        const expected = sort.startsWith("-") ? sorted.reverse() : sorted
        for (const filter of [{}, { status: "draft" as const }, { clientId: client.id }]) {
          const walked = yield* walk({}, (page: PageRequest<InvoiceId>) =>
            invoices.search(workspace.id, { ...filter, sort }, page, readTime)
          )
          assert.deepStrictEqual(walked, expected, sort)
        }
      }
      const other = yield* newWorkspace
      const sent = yield* newSent(other.id, (yield* newClient(other.id)).id)
      const overdue = yield* invoices.search(
        other.id,
        { status: "overdue", sort: "due_date" },
        firstPage,
        { ...readTime, today: date("2999-01-01") }
      )
      const open = yield* invoices.search(
        other.id,
        { openOnly: true, sort: "-due_date" },
        firstPage,
        readTime
      )
      for (const { items, total } of [overdue, open]) {
        assert.deepStrictEqual([items.map(({ id }) => id), total], [[sent.id], 1])
      }
      const oldest = made.map(({ id }) => id).sort()
      const range = { from: date("2026-02-10"), to: date("2026-03-20") }
      for (const filter of [{}, range, { status: "draft" as const }, { clientId: client.id }]) {
        assert.deepStrictEqual(
          yield* walk({ isAscending: true }, (page: PageRequest<InvoiceId>) =>
            invoices.list(workspace.id, filter, page, readTime)
          ),
          oldest
        )
      }
      const newest = (yield* projects.list(workspace.id, {}, firstPage)).items.map(({ id }) => id)
      for (const filter of [{}, { clientId: client.id }]) {
        assert.deepStrictEqual(
          yield* walk({ isAscending: true }, (page: PageRequest<ProjectId>) =>
            projects.list(workspace.id, filter, page)
          ),
          [...newest].reverse()
        )
      }
    })
  )
}
