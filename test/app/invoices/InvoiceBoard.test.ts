/** The pages' list of invoices on memory Layers: what each tab counts, sums and shows. */
import { assert, layer } from "@effect/vitest"
import { Effect, Record } from "effect"
import { Invoicing } from "../../../src/app/invoices/Invoicing.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"

const firstPage = { limit: 50, after: null }

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace({ currency: "EUR", ownerEmail: newAddress() })
  const call = sender(made.apiKey)
  const client = (name: string, company: string | null) =>
    Effect.map(call("POST", "/v1/clients", { name, company, email: "a@x.example" }), (answer) =>
      String(answer.body.id)
    )
  const draft = (client_id: string, amount: number, fields: object = {}) =>
    Effect.map(
      call("POST", "/v1/invoices", {
        client_id,
        line_items: [{ description: "W", quantity: 1, unit_price: amount }],
        ...fields
      }),
      ({ body }) => String(body.id)
    )
  const sent = (client_id: string, amount: number, fields: object = {}) =>
    Effect.tap(draft(client_id, amount, fields), (id) => call("POST", `/v1/invoices/${id}/send`))
  const { workspace } = made
  return { call, client, draft, sent, workspace }
})

layer(layerRetainerMemory)("the list of invoices", (it) => {
  it.effect("counts every tab and sums up what the tab shows, by currency", () =>
    Effect.gen(function* () {
      const { call, client, draft, sent, workspace } = yield* setUp
      const invoicing = yield* Invoicing
      const ada = yield* client("Ada Byron", "Engines Ltd")
      const kim = yield* client("Kim Lee", null)
      yield* draft(ada, 700)
      yield* draft(kim, 300, { currency: "JPY" })
      const open = yield* sent(ada, 1000)
      yield* sent(kim, 50, { currency: "JPY" })
      const late = { issue_date: "1969-01-01", due_date: "1969-02-01" }
      yield* sent(kim, 2000, late)
      const paid = yield* sent(ada, 400)
      yield* call("POST", `/v1/invoices/${paid}/payments`, { amount: 400 })
      yield* call("POST", `/v1/invoices/${open}/payments`, { amount: 250 })
      const gone = yield* sent(ada, 9000)
      yield* call("POST", `/v1/invoices/${gone}/void`)

      const sums = Effect.fnUntraced(function* (
        tab: Parameters<typeof invoicing.totals>[2],
        scope: Parameters<typeof invoicing.totals>[1] = {}
      ) {
        const totals = yield* invoicing.totals(workspace, scope, tab)
        return totals.sums.map(({ currency, amountMinor }) => `${currency} ${amountMinor}`)
      })
      const all = yield* invoicing.totals(workspace, {}, "open")
      assert.deepStrictEqual(all.counts, {
        open: 3,
        overdue: 1,
        draft: 2,
        paid: 1,
        void: 1,
        all: 7
      })
      assert.deepStrictEqual(yield* sums("open"), ["EUR 2750", "JPY 50"])
      assert.deepStrictEqual(yield* sums("overdue"), ["EUR 2000"])
      assert.deepStrictEqual(yield* sums("all"), ["EUR 2750", "JPY 50"])
      assert.deepStrictEqual(yield* sums("draft"), ["EUR 700", "JPY 300"])
      assert.deepStrictEqual(yield* sums("paid"), ["EUR 400"])
      assert.deepStrictEqual(yield* sums("void"), ["EUR 9000"])
      const engines = yield* invoicing.totals(workspace, { q: "ada" }, "open")
      assert.deepStrictEqual(engines.counts, {
        open: 1,
        overdue: 0,
        draft: 1,
        paid: 1,
        void: 1,
        all: 4
      })
      assert.deepStrictEqual(yield* sums("open", { q: "ada" }), ["EUR 750"])

      for (const [tab, count] of Record.toEntries(all.counts)) {
        const list = yield* invoicing.board(workspace, { tab }, firstPage)
        assert.strictEqual(list.total, count, tab)
        assert.lengthOf(list.items, count, tab)
      }
    })
  )

  it.effect("shows company, mail and today's state, in pages and in an order", () =>
    Effect.gen(function* () {
      const { client, sent, workspace } = yield* setUp
      const invoicing = yield* Invoicing
      const ada = yield* client("Ada Byron", "Engines Ltd")
      yield* sent(ada, 1000)
      yield* sent(ada, 3000)
      yield* sent(ada, 2000)
      const board = yield* invoicing.board(workspace, { tab: "open" }, firstPage)
      assert.deepStrictEqual(
        board.items.map(({ company, client: { name }, delivery }) => [company, name, delivery]),
        Array.from({ length: 3 }, () => ["Engines Ltd", "Ada Byron", "queued"])
      )
      assert.strictEqual(board.today, "1970-01-01")
      const amounts = (page: Parameters<typeof invoicing.board>[2]) =>
        Effect.map(invoicing.board(workspace, { tab: "open", sort: "-total" }, page), (found) => ({
          totals: found.items.map(({ totalMinor }) => totalMinor),
          next: found.next,
          nextValue: found.nextValue
        }))
      const first = yield* amounts({ limit: 2, after: null })
      assert.deepStrictEqual(first.totals, [3000, 2000])
      const { next, nextValue = "" } = first
      const second = yield* amounts({ limit: 2, after: next, afterValue: nextValue })
      assert.deepStrictEqual(second, { totals: [1000], next: null, nextValue: undefined })
    })
  )
})
