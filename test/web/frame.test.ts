/**
 * The frame of signed-in pages: places, the person, the number of overdue invoices, in the reader's
 * language; and Home.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { stylesheet } from "../../src/web/assets/Styles.ts"
import { colleagueOf, signedIn } from "../support/pages.ts"
import type { Visitor } from "../support/visitor.ts"

const inLanguage = async (visitor: Visitor, path: string, language: string) => {
  const answer = await visitor.once("GET", path, { headers: { "accept-language": language } })
  return await answer.text()
}

/** The texts of the frame's navigation, without its icons. */
const placesIn = (body: string): ReadonlyArray<string> => {
  const nav = /<aside.*?<\/aside>/s.exec(body)?.[0] ?? ""
  return [...nav.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href)
}

layer(layerRetainerMemory)("the frame", (it) => {
  it.effect("the root leads to Home or to the sign-in, and the sign-in leads to Home", () =>
    Effect.gen(function* () {
      const { visitor, anyone } = yield* signedIn
      yield* Effect.promise(async () => {
        assert.strictEqual((await visitor.get("/")).path, "/home")
        assert.strictEqual((await anyone().get("/")).path, "/sign-in")
        assert.match((await anyone().get("/home")).path, /^\/sign-in\?return_to=%2Fhome$/)
      })
    })
  )

  it.effect("stands around every signed-in page, with one current place", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      yield* Effect.promise(async () => {
        for (const [path, current] of [
          ["/home", "/home"],
          ["/settings/workspace", "/settings"],
          ["/account", "/account"]
        ] as const) {
          const { body } = await visitor.get(path)
          const places = ["/home", "/invoices", "/projects", "/settings", "/account"]
          assert.includeMembers([...placesIn(body)], places, path)
          const frame = /<aside.*?<\/aside>/s.exec(body)?.[0] ?? ""
          const found = [...frame.matchAll(/<a href="([^"]+)" aria-current="page"/g)]
          assert.deepStrictEqual(
            found.map(([, href]) => href),
            [current],
            path
          )
          assert.strictEqual(body.match(/<h1/g)?.length, 1, path)
        }
      })
    })
  )

  it.effect("stays around what is not there and what a member may not see", () =>
    Effect.gen(function* () {
      const { visitor } = yield* signedIn
      const member = yield* colleagueOf(visitor, "member")
      yield* Effect.promise(async () => {
        const gone = await visitor.get("/settings/users/user_x")
        assert.strictEqual(gone.status, 404)
        assert.include(placesIn(gone.body), "/home")
        const headers = { accept: "text/html", "accept-language": "de" }
        const unknown = await visitor.once("GET", "/settings/nothing", { headers })
        const body = await unknown.text()
        assert.include(body, "Seite nicht gefunden")
        assert.include(placesIn(body), "/home")
        const refused = await member.get("/settings/audit")
        assert.strictEqual(refused.status, 403)
        assert.include(placesIn(refused.body), "/home")
      })
    })
  )

  it.effect("counts overdue invoices, and Home sums what is owed", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const client = yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
      for (const send of [true, true, false]) {
        const invoice = yield* call("POST", "/v1/invoices", {
          client_id: client.body.id,
          issue_date: "1969-01-01",
          due_date: "1969-01-31",
          line_items: [{ description: "Design", quantity: 1, unit_price: 12_345 }]
        })
        if (send) yield* call("POST", `/v1/invoices/${invoice.body.id}/send`)
      }
      const home = yield* Effect.promise(() => visitor.get("/home"))
      assert.include(home.body, '<span class="n">2 overdue</span>')
      assert.match(home.body, /246\.90/)
      assert.match(home.body, /href="\/invoices\?state=draft".*?1 draft/s)
      const other = yield* signedIn
      const empty = yield* Effect.promise(() => other.visitor.get("/home"))
      assert.notInclude(empty.body, "overdue</span>")
    })
  )

  it.effect("is in the language of the reader's browser, otherwise of the workspace", () =>
    Effect.gen(function* () {
      const { visitor, anyone } = yield* signedIn
      yield* Effect.promise(async () => {
        for (const [language, invoices, signOut] of [
          ["en-US,en;q=0.9", "Invoices", "Sign out"],
          ["de-DE", "Rechnungen", "Abmelden"],
          ["fr", "Factures", "Se déconnecter"],
          ["nl, es;q=0.5", "Facturas", "Cerrar sesión"],
          ["nl", "Invoices", "Sign out"]
        ] as const) {
          const body = await inLanguage(visitor, "/home", language)
          assert.include(body, `<span>${invoices}</span>`)
          assert.include(body, `>${signOut}</button>`)
        }
        assert.include(await inLanguage(anyone(), "/sign-in", "de"), ">Anmelden</button>")
        const settings = await inLanguage(visitor, "/settings/users", "de")
        assert.include(settings, '<html lang="de">')
        assert.include(settings, '<a href="/settings/users" aria-current="page">Benutzer</a>')
      })
    })
  )

  it("has a stylesheet of at most 18 kB", () => {
    assert.isAtMost(stylesheet.length, 18_000)
  })
})
