/** The list of clients: what each owes, in three orders, searched, paged, and as CSV. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { late, mainOf, setUpClients, textOf } from "../../support/clientPages.ts"
import type { Page } from "../../support/visitor.ts"

/** The names of the rows, in their order. */
const namesIn = (page: Page): ReadonlyArray<string> =>
  [...mainOf(page).matchAll(/class="row-link" href="[^"]*">([^<]*)/g)].map(([, name = ""]) =>
    name.trim()
  )

layer(layerRetainerMemory)("the list of clients", (it) => {
  it.effect("shows what is owed and overdue, the most first, with sums a currency", () =>
    Effect.gen(function* () {
      const { client, sent, invoice, open } = yield* setUpClients
      const little = yield* client("Little")
      const much = yield* client("Mia", { company: "Much & <b>Sons</b>" })
      yield* client("None")
      yield* sent(little, 100_00)
      yield* sent(much, 700_00, late)
      yield* sent(much, 50_00)
      yield* invoice(little, 9_000_00)
      const page = yield* open("/clients")
      assert.strictEqual(page.status, 200)
      assert.deepStrictEqual(namesIn(page), ["Much &amp; &lt;b>Sons&lt;/b>", "Little", "None"])
      const text = textOf(page)
      assert.include(text, "Much & <b>Sons</b> Mia")
      assert.include(text, "Balance due, EUR 700.00 850.00")
      assert.include(text, "3 of 3")
      const dollars = yield* sent(little, 12_00, { currency: "USD" })
      assert.isString(dollars)
      const both = textOf(yield* open("/clients"))
      assert.include(both, "100.00 EUR 12.00 USD")
      assert.include(both, "Balance due, EUR 700.00 850.00 Balance due, USD 12.00")
      assert.deepStrictEqual(namesIn(yield* open("/clients?sort=name")), [
        "Little",
        "Much &amp; &lt;b>Sons&lt;/b>",
        "None"
      ])
      assert.deepStrictEqual(namesIn(yield* open("/clients?q=sons+mia")), [
        "Much &amp; &lt;b>Sons&lt;/b>"
      ])
      assert.include(textOf(yield* open("/clients?q=nobody")), "No client matches.")
      assert.include(textOf(yield* open("/clients?sort=nonsense&after=zzz")), "3 of 3")
      const frame = yield* open("/home")
      assert.match(frame.body, /href="\/invoices".*href="\/clients".*href="\/settings"/s)
    })
  )

  it.effect("pages back and forth, and keeps search and order", () =>
    Effect.gen(function* () {
      const { client, open, visitor } = yield* setUpClients
      assert.include(textOf(yield* open("/clients")), "There is no client yet.")
      for (let at = 0; at < 101; at++) yield* client(`Ada ${String(at).padStart(3, "0")}`)
      const first = yield* open("/clients?q=ada&sort=name")
      assert.lengthOf(namesIn(first), 50)
      const linkOf = (page: Page, label: string): string =>
        (new RegExp(`<a href="([^"]*)">${label}</a>`).exec(page.body)?.[1] ?? "").replaceAll(
          "&amp;",
          "&"
        )
      assert.strictEqual(linkOf(first, "Previous"), "")
      const second = yield* Effect.promise(() => visitor.get(linkOf(first, "Next")))
      assert.strictEqual(namesIn(second)[0], "Ada 050")
      const third = yield* Effect.promise(() => visitor.get(linkOf(second, "Next")))
      assert.deepStrictEqual(namesIn(third), ["Ada 100"])
      assert.strictEqual(linkOf(third, "Next"), "")
      const back = yield* Effect.promise(() => visitor.get(linkOf(third, "Previous")))
      assert.deepStrictEqual(namesIn(back), namesIn(second))
      const again = yield* Effect.promise(() => visitor.get(linkOf(back, "Previous")))
      assert.deepStrictEqual(namesIn(again), namesIn(first))
      assert.strictEqual(linkOf(again, "Previous"), "")
    })
  )

  it.effect("as CSV: a row for each client and currency, and nothing of other workspaces", () =>
    Effect.gen(function* () {
      const other = yield* setUpClients
      yield* other.client("Stranger")
      const { client, sent, visitor, member } = yield* setUpClients
      const ada = yield* client("=Ada", { company: 'Engines, "Ltd"' })
      yield* client("Zoe")
      yield* sent(ada, 700_00, late)
      yield* sent(ada, 5_00, { currency: "USD" })
      for (const by of [visitor, member]) {
        const response = yield* Effect.promise(() => by.once("GET", "/clients.csv"))
        assert.match(response.headers.get("content-type") ?? "", /^text\/csv/)
        const rows = (yield* Effect.promise(() => response.text())).split("\r\n")
        assert.strictEqual(
          rows[0],
          "name,company,email,active_projects,portal_access,portal_last_seen,currency,balance_due,overdue,id"
        )
        assert.include(
          rows[1],
          `"Engines, ""Ltd""",ada@x.example,0,false,,EUR,700.00,700.00,${ada}`
        )
        assert.include(rows[2], ",USD,5.00,0.00,")
        assert.include(rows[3], "Zoe,,ada@x.example,0,false,,EUR,0.00,0.00,")
        assert.lengthOf(rows, 5)
      }
      const found = yield* Effect.promise(() => visitor.once("GET", "/clients.csv?q=zoe"))
      assert.lengthOf((yield* Effect.promise(() => found.text())).split("\r\n"), 3)
    })
  )
})
