/**
 * The search of the pages: one exact hit leads to its page, otherwise five of each kind are shown;
 * of this workspace alone, in the reader's language, with every text bounded.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { pageScript } from "../../../src/web/assets/Script.ts"
import { textOf } from "../../support/mainText.ts"
import { limitsComeBack, signedInOwner } from "../../support/owners.ts"
import { colleagueOf } from "../../support/pages.ts"

const setUp = Effect.gen(function* () {
  yield* limitsComeBack
  const owner = yield* signedInOwner({ currency: "EUR" })
  const { call, visitor } = owner
  const client = (fields: object) =>
    Effect.map(call("POST", "/v1/clients", { email: "a@x.example", ...fields }), ({ body }) =>
      String(body.id)
    )
  const draft = (client_id: string) =>
    Effect.map(
      call("POST", "/v1/invoices", {
        client_id,
        line_items: [{ description: "W", quantity: 1, unit_price: 123_456 }]
      }),
      ({ body }) => String(body.id)
    )
  const look = (q: string) =>
    Effect.promise(() => visitor.get(`/search?q=${encodeURIComponent(q)}`))
  const answer = (q: string) =>
    Effect.promise(() => visitor.once("GET", `/search?q=${encodeURIComponent(q)}`))
  const place = (q: string) =>
    Effect.map(answer(q), ({ status, headers }) =>
      status === 303 ? headers.get("location") : status
    )
  return { ...owner, client, draft, look, place }
})

layer(layerRetainerMemory)("the search", (it) => {
  it.effect("a number leads to its invoice, however it is typed", () =>
    Effect.gen(function* () {
      const { client, draft, place } = yield* setUp
      const ada = yield* client({ name: "Ada" })
      const ids: string[] = []
      for (let at = 1; at <= 12; at += 1) ids.push(yield* draft(ada))
      for (const q of ["1", "01", "inv1", "INV-0001", "Inv 1", "#1"]) {
        assert.strictEqual(yield* place(q), `/invoices/${ids[0]}`, q)
      }
      assert.strictEqual(yield* place("12"), `/invoices/${ids[11]}`)
      for (const q of ["13", "re1", "inv-00"]) assert.strictEqual(yield* place(q), 200, q)
    })
  )

  it.effect("a credit note leads to its invoice, and digits alone mean the invoice", () =>
    Effect.gen(function* () {
      const { call, client, draft, place } = yield* setUp
      const ada = yield* client({ name: "Ada" })
      const first = yield* draft(ada)
      const second = yield* draft(ada)
      yield* call("POST", `/v1/invoices/${second}/send`)
      yield* call("POST", `/v1/invoices/${second}/credit_notes`, { reason: "Wrong" })
      assert.strictEqual(yield* place("cn1"), `/invoices/${second}`)
      assert.strictEqual(yield* place("CN-0001"), `/invoices/${second}`)
      assert.strictEqual(yield* place("1"), `/invoices/${first}`)
    })
  )

  it.effect("a name that is one client's or project's leads there; of two, both are shown", () =>
    Effect.gen(function* () {
      const { call, client, place, look } = yield* setUp
      const ada = yield* client({ name: "Ada Byron", company: "Engines", email: "ada@y.example" })
      const other = yield* client({ name: "Kim", company: "Engines" })
      for (const q of ["ada byron", " ADA  Byron ", "ada@y.example"]) {
        assert.strictEqual(yield* place(q), `/clients/${ada}`, q)
      }
      assert.strictEqual(yield* place("kim"), `/clients/${other}`)
      const project = (yield* call("POST", "/v1/projects", { name: "Site 7", client_id: ada })).body
      assert.strictEqual(yield* place("site 7"), `/projects/${project.id}`)
      const both = yield* look("engines")
      assert.strictEqual(both.status, 200)
      assert.include(textOf(both.body), "Clients Client E-mail Engines Kim a@x.example Engines Ada")
      yield* call("POST", "/v1/projects", { name: "Kim", client_id: ada })
      assert.strictEqual(yield* place("kim"), 200)
    })
  )

  it.effect("shows five of each kind with a way to all of them", () =>
    Effect.gen(function* () {
      const { call, client, draft, look } = yield* setUp
      for (let at = 1; at <= 6; at += 1) {
        const id = yield* client({ name: `Nova ${at}`, company: at === 6 ? "<b>N&S</b>" : null })
        yield* call("POST", "/v1/projects", { name: `Nova site ${at}`, client_id: id })
        yield* draft(id)
      }
      const { body } = yield* look("nov")
      const text = textOf(body)
      assert.include(text, "INV-0006 <b>N&S</b> Nova 6 Draft 1,234.56 EUR")
      assert.include(text, "Nova site 2 Nova 2")
      for (const hidden of ["INV-0001", "Nova site 1", "Nova 1 "]) assert.notInclude(text, hidden)
      for (const path of ["/invoices?state=all&amp;q=nov", "/clients?q=nov", "/projects?q=nov"]) {
        assert.include(body, `href="${path}">Show all</a>`)
      }
      const few = yield* look("nova site 2")
      assert.notInclude(few.body, "Show all")
    })
  )

  it.effect("an empty, long, repeated or hostile text is answered without a search", () =>
    Effect.gen(function* () {
      const { look, visitor, client } = yield* setUp
      yield* client({ name: "Ada" })
      const form = yield* Effect.promise(() => visitor.get("/search"))
      assert.include(textOf(form.body), "Type a number, a name or an e-mail address.")
      assert.strictEqual((yield* look("   ")).status, 200)
      const twice = yield* Effect.promise(() => visitor.get("/search?q=a&q=b"))
      assert.strictEqual(twice.status, 200)
      for (const q of ["x".repeat(101), "%%%", "a\u0000b", "\ud800"]) {
        const refused = yield* Effect.promise(() =>
          visitor.get(`/search?q=${q === "\ud800" ? "%ED%A0%80x" : encodeURIComponent(q)}`)
        )
        assert.include([200, 422], refused.status, q)
      }
      const long = yield* look(`x${"y".repeat(100)}`)
      assert.strictEqual(long.status, 422)
      assert.include(textOf(long.body), "Type at most 100 characters")
      assert.include(long.body, 'aria-describedby="q-problem"')
      assert.include(long.body, `value="x${"y".repeat(100)}"`)
      const hostile = yield* look(`"><script>pwned()</script>' OR 1=1 --`)
      assert.strictEqual(hostile.status, 200)
      assert.notInclude(hostile.body, "<script>pwned")
      assert.include(textOf(hostile.body), "Nothing matches “")
    })
  )

  it.effect("finds nothing of another workspace, and strangers sign in first", () =>
    Effect.gen(function* () {
      const { client, draft } = yield* setUp
      yield* draft(yield* client({ name: "Secret" }))
      const other = yield* setUp
      for (const q of ["secret", "1", "INV-0001"]) {
        assert.strictEqual(yield* other.place(q), 200)
        assert.include(textOf((yield* other.look(q)).body), "Nothing matches")
      }
      const stranger = yield* Effect.promise(() => other.anyone().get("/search?q=1"))
      assert.match(stranger.path, /^\/sign-in\?return_to=%2Fsearch%3Fq%3D1/)
    })
  )

  it.effect("is the same for a member", () =>
    Effect.gen(function* () {
      const { client, visitor } = yield* setUp
      yield* client({ name: "Ada One" })
      const member = yield* colleagueOf(visitor, "member")
      const page = yield* Effect.promise(() => member.get("/search?q=ada"))
      assert.include(textOf(page.body), "Ada One")
    })
  )

  it.effect("speaks the reader's language", () =>
    Effect.gen(function* () {
      const { visitor } = yield* setUp
      for (const [language, found] of [
        ["de", "Nichts passt zu „zzz“."],
        ["fr", "Aucun résultat pour «\u00a0zzz\u00a0»."],
        ["es", "Nada coincide con “zzz”."]
      ] as const) {
        const headers = { "accept-language": language }
        const answer = yield* Effect.promise(() =>
          visitor.once("GET", "/search?q=zzz", { headers })
        )
        assert.include(yield* Effect.promise(() => answer.text()), found)
      }
    })
  )
})

layer(layerRetainerMemory)("the frame", (it) => {
  it.effect("has the search box twice, and the keys in a dialog that waits for the script", () =>
    Effect.gen(function* () {
      const { visitor } = yield* setUp
      const { body } = yield* Effect.promise(() => visitor.get("/search"))
      assert.lengthOf([...body.matchAll(/<form class="find" method="get" action="\/search"/g)], 2)
      assert.match(body, /<body [^>]*data-keys="on"/)
      assert.include(body, '<dialog id="keys"')
      assert.lengthOf([...body.matchAll(/<form[^>]*method="post"/g)], 2, "Sign out, twice")
    })
  )
})

layer(layerRetainerMemory)("the script", (it) => {
  it("has at most 6 kB", () => assert.isAtMost(pageScript.length, 6000))
})
