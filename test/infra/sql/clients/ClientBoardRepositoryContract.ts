/** The clients' list and accounts, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ClientBoardRepository } from "../../../../src/app/ports/clients/ClientBoardRepository.ts"
import { ClientRepository } from "../../../../src/app/ports/clients/ClientRepository.ts"
import type { ClientSort } from "../../../../src/domain/clients/ClientBoard.ts"
import type { ClientId, WorkspaceId } from "../../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import {
  later,
  newClient,
  newDraft,
  newProject,
  newSent,
  newWorkspace,
  today
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const euro = CurrencyCode.make("EUR")
const dollar = CurrencyCode.make("USD")
const date = CalendarDate.make
const late = { issueDate: date("2026-01-01"), dueDate: date("2026-03-09") }

const priced = (unitPriceMinor: number) => ({
  lineItems: [{ description: "Work", quantity: 1, unitPriceMinor }],
  taxRate: null,
  taxCategory: null
})

const setUp = Effect.gen(function* () {
  const board = yield* each(ClientBoardRepository)
  const clients = yield* each(ClientRepository)
  const workspace = yield* newWorkspace
  const named = Effect.fnUntraced(function* (name: string, company: string | null = null) {
    const client = { ...(yield* newClient(workspace.id, name)), company }
    yield* clients.save(client)
    return client
  })
  const page = (
    sort: ClientSort,
    place: { limit?: number; beside?: ClientId; isBackward?: boolean; q?: string } = {},
    workspaceId: WorkspaceId = workspace.id
  ) => {
    const { limit = 100, beside = null, isBackward = false, ...q } = place
    return board.page(
      workspaceId,
      { sort, currency: euro, today, ...q },
      { limit, beside, isBackward }
    )
  }
  return { board, clients, workspace, named, page }
})

const names = ({ items }: { readonly items: ReadonlyArray<{ readonly name: string }> }) =>
  items.map(({ name }) => name)

export const clientBoardRepositoryContract: StorageContract = (it) => {
  it.effect("by what is owed: own currency, then the most in another, then the newest", () =>
    Effect.gen(function* () {
      const { board, workspace, named, page } = yield* setUp
      const little = yield* named("Little")
      const other = yield* named("Other")
      yield* named("None")
      const much = yield* named("Much")
      const less = yield* named("Less")
      yield* named("Newest")
      yield* newSent(workspace.id, less.id, { ...priced(8000), currency: dollar })
      yield* newSent(workspace.id, little.id, priced(100))
      yield* newSent(workspace.id, other.id, { ...priced(9000), currency: dollar })
      yield* newSent(workspace.id, much.id, { ...priced(700), ...late })
      yield* newSent(workspace.id, much.id, { ...priced(50), dueDate: today, issueDate: today })
      yield* newSent(workspace.id, much.id, { ...priced(1), ...late, currency: dollar })
      yield* newDraft(workspace.id, little.id, priced(100_000))
      yield* newProject(workspace.id, much.id)
      const all = yield* page("owed")
      assert.deepStrictEqual(names(all), ["Much", "Little", "Other", "Less", "Newest", "None"])
      assert.deepInclude(all, { total: 6, hasMore: false })
      assert.deepStrictEqual(all.items[0]?.balances, [
        { currency: euro, owedMinor: 750, overdueMinor: 700 },
        { currency: dollar, owedMinor: 1, overdueMinor: 1 }
      ])
      assert.strictEqual(all.items[0]?.activeProjects, 1)
      assert.deepStrictEqual(all.items[5]?.balances, [])
      assert.deepStrictEqual(yield* board.sums(workspace.id, { today }), [
        { currency: euro, owedMinor: 850, overdueMinor: 700 },
        { currency: dollar, owedMinor: 17001, overdueMinor: 1 }
      ])
      assert.deepStrictEqual(yield* board.sums(workspace.id, { today, q: "little" }), [
        { currency: euro, owedMinor: 100, overdueMinor: 0 }
      ])
      const elsewhere = yield* newWorkspace
      assert.deepInclude(yield* page("owed", {}, elsewhere.id), { items: [], total: 0 })
      assert.deepStrictEqual(yield* board.sums(elsewhere.id, { today }), [])
      const beside = yield* page("owed", { beside: much.id }, elsewhere.id)
      assert.deepStrictEqual(beside.items, [])
    })
  )

  it.effect("pages in both directions, whatever the order", () =>
    Effect.gen(function* () {
      const { clients, workspace, named, page } = yield* setUp
      const zoe = yield* named("zoe")
      yield* named("Adam")
      yield* named("Bob", "école")
      yield* named("Eve", "Edel")
      yield* named("Same")
      yield* named("Same")
      yield* named("Öz", "")
      yield* clients.recordPortalVisit(workspace.id, zoe.id, later)
      yield* newSent(workspace.id, zoe.id, priced(5))
      const byName = yield* page("name")
      assert.deepStrictEqual(names(byName), ["Adam", "Bob", "Eve", "Öz", "Same", "Same", "zoe"])
      assert.strictEqual(names(yield* page("seen"))[0], "zoe")
      for (const sort of ["owed", "name", "seen"] as const) {
        const all = (yield* page(sort)).items.map(({ id }) => id)
        const onwards: ClientId[] = []
        for (let beside: ClientId | undefined; ; beside = onwards.at(-1)) {
          const part = yield* page(sort, { limit: 2, ...(beside === undefined ? {} : { beside }) })
          onwards.push(...part.items.map(({ id }) => id))
          if (!part.hasMore) break
        }
        assert.deepStrictEqual(onwards, all, sort)
        const before = yield* page(sort, { limit: 2, beside: all[4]!, isBackward: true })
        assert.deepStrictEqual(
          before.items.map(({ id }) => id),
          all.slice(2, 4)
        )
        assert.isTrue(before.hasMore)
        const first = yield* page(sort, { limit: 2, beside: all[2]!, isBackward: true })
        assert.isFalse(first.hasMore)
      }
      const found = yield* page("name", { q: "ecole" })
      assert.strictEqual(found.total, 0)
      assert.deepStrictEqual(names(yield* page("owed", { q: "éco bob" })), ["Bob"])
    })
  )

  it.effect("the account of a client, by currency", () =>
    Effect.gen(function* () {
      const { board, workspace, named } = yield* setUp
      const client = yield* named("Ada")
      const stranger = yield* named("Eve")
      assert.deepStrictEqual(yield* board.account(workspace.id, client.id, today), [])
      yield* newDraft(workspace.id, client.id, priced(100))
      assert.deepStrictEqual(yield* board.account(workspace.id, client.id, today), [])
      yield* newSent(workspace.id, client.id, { ...priced(300), ...late })
      yield* newSent(workspace.id, client.id, { ...priced(40), dueDate: today, issueDate: today })
      yield* newSent(workspace.id, client.id, { ...priced(7), currency: dollar })
      yield* newSent(workspace.id, stranger.id, priced(5))
      const rest = { collectedMinor: 0, creditMinor: 0 }
      assert.deepStrictEqual(yield* board.account(workspace.id, client.id, today), [
        { currency: euro, owedMinor: 340, overdueMinor: 300, ...rest },
        { currency: dollar, owedMinor: 7, overdueMinor: 0, ...rest }
      ])
      const elsewhere = yield* newWorkspace
      assert.deepStrictEqual(yield* board.account(elsewhere.id, client.id, today), [])
    })
  )
}
