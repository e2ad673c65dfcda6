/** The search of the pages, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SearchRepository } from "../../../../src/app/ports/search/SearchRepository.ts"
import type { WorkspaceId } from "../../../../src/domain/Ids.ts"
import { numberQueryOf } from "../../../../src/domain/search/NumberQuery.ts"
import {
  newClient,
  newDraft,
  newOpen,
  newProject,
  newSent,
  newWorkspace,
  today
} from "../../../support/records.ts"
import type { StorageContract } from "../contracts.ts"
import { creditOnce } from "../creditnotes/CreditNoteRepositoryContract.ts"

const queryOf = (q: string, limit = 6) => ({ q, number: numberQueryOf(q), today, limit })

const setUp = Effect.gen(function* () {
  const search = yield* SearchRepository
  const workspace = yield* newWorkspace
  const { id } = workspace
  const invoices = (q: string, limit?: number, of: WorkspaceId = id) =>
    Effect.map(search.invoices(of, queryOf(q, limit)), (found) => found.map(({ number }) => number))
  return { search, id, invoices }
})

export const searchRepositoryContract: StorageContract = (it) => {
  it.effect("search: an invoice by its number, by a longer one, and by its client", () =>
    Effect.gen(function* () {
      const { id, invoices, search } = yield* setUp
      const ada = yield* newClient(id, "Lovelace 12")
      const kim = yield* newClient(id, "Kim")
      for (let at = 1; at <= 12; at += 1) yield* newDraft(id, (at === 3 ? ada : kim).id)
      const sent = yield* newSent(id, ada.id)
      assert.deepStrictEqual(yield* invoices("1"), [
        ...["INV-0001", "INV-0013", "INV-0012", "INV-0011", "INV-0010", "INV-0003"]
      ])
      assert.deepStrictEqual(yield* invoices("1", 2), ["INV-0001", "INV-0013"])
      for (const q of ["12", "inv12", "INV-0012", "inv 12"]) {
        assert.strictEqual((yield* invoices(q))[0], "INV-0012", q)
      }
      assert.deepStrictEqual(yield* invoices("re12"), [])
      assert.deepStrictEqual(yield* invoices("lovelace"), ["INV-0013", "INV-0003"])
      assert.deepStrictEqual(yield* invoices("engines kim", 2), ["INV-0012", "INV-0011"])
      const [draft] = yield* search.invoices(id, queryOf("3"))
      assert.deepInclude(draft, {
        ...{ number: "INV-0003", status: "draft", clientName: "Lovelace 12", company: "Engines" },
        ...{ delivery: null, creditNote: null, totalMinor: 1489 }
      })
      const [shown] = yield* search.invoices(id, queryOf("13"))
      assert.deepInclude(shown, {
        ...{ id: sent.id, clientName: "Ada then", delivery: sent.delivery.status },
        ...{ amountPaidMinor: 0, amountCreditedMinor: 0, dueDate: sent.dueDate }
      })
    })
  )

  it.effect("search: an invoice by the number of its credit note", () =>
    Effect.gen(function* () {
      const { id, invoices, search } = yield* setUp
      const client = yield* newClient(id, "Kim")
      yield* newOpen(id, client.id)
      const credited = yield* newOpen(id, client.id)
      yield* newOpen(id, client.id)
      yield* creditOnce(id, credited.id, { reason: "Wrong" })
      assert.deepStrictEqual(yield* invoices("CN-1", 1), ["INV-0002"])
      assert.deepStrictEqual(yield* invoices("crn1"), [])
      // Without letters it may be either.
      assert.deepStrictEqual(yield* invoices("1", 3), ["INV-0002", "INV-0001"])
      const [found] = yield* search.invoices(id, queryOf("cn 0001"))
      assert.strictEqual(found?.creditNote, "CN-0001")
    })
  )

  it.effect("search: clients and projects, exact ones first, then the newest", () =>
    Effect.gen(function* () {
      const { id, search } = yield* setUp
      const first = yield* newClient(id, "Nova")
      yield* newClient(id, "Nova Two")
      yield* newClient(id, "Other")
      const names = (q: string, limit?: number) =>
        Effect.map(search.clients(id, queryOf(q, limit)), (found) => found.map(({ name }) => name))
      assert.deepStrictEqual(yield* names("nova"), ["Nova", "Nova Two"])
      assert.deepStrictEqual(yield* names("nov"), ["Nova Two", "Nova"])
      assert.deepStrictEqual(yield* names("ENGINES", 2), ["Other", "Nova Two"])
      assert.deepStrictEqual(yield* names("ada@x.example", 1), ["Other"])
      const project = yield* newProject(id, first.id)
      assert.deepStrictEqual(yield* search.projects(id, queryOf("site")), [
        {
          ...{ id: project.id, name: "Site", status: project.status },
          ...{ clientName: "Nova", company: "Engines" }
        }
      ])
      assert.deepStrictEqual(yield* search.projects(id, queryOf("nova")), [])
    })
  )

  it.effect("search: signs are words or nothing, never a query of the database", () =>
    Effect.gen(function* () {
      const { id, search } = yield* setUp
      yield* newClient(id, "O'Neil & Sons \\ Co")
      for (const q of ["o'neil", "\\ co", "sons:* | zz", "':* | 'zz", "a\\'b", "!!(co)"]) {
        const found = yield* search.clients(id, queryOf(q))
        assert.strictEqual(found.length, ["o'neil", "\\ co", "!!(co)"].includes(q) ? 1 : 0, q)
        yield* search.invoices(id, queryOf(q))
        yield* search.projects(id, queryOf(q))
      }
    })
  )

  it.effect("search: nothing of another workspace", () =>
    Effect.gen(function* () {
      const { id, invoices, search } = yield* setUp
      const other = yield* newWorkspace
      const client = yield* newClient(id, "Secret")
      yield* newProject(id, client.id)
      yield* newSent(id, client.id)
      for (const q of ["1", "INV-0001", "secret", "site"]) {
        assert.deepStrictEqual(yield* invoices(q, 6, other.id), [])
        assert.deepStrictEqual(yield* search.clients(other.id, queryOf(q)), [])
        assert.deepStrictEqual(yield* search.projects(other.id, queryOf(q)), [])
      }
    })
  )
}
