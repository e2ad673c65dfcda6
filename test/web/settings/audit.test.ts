/** The page of the audit log: for whom it is, what it shows of a change, and how it is paged. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Language } from "../../../src/domain/text/Language.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sentenceOf, valueTexts } from "../../../src/web/settings/audit/AuditTexts.ts"
import { wordsIn } from "../../../src/words/Words.ts"
import { limitsComeBack, newAddress, signedInOwner } from "../../support/owners.ts"
import { linkIn, nextMail, signedIn, submit } from "../../support/pages.ts"
import { sender } from "../../support/requests.ts"
import { unescapeHtml, type Visitor } from "../../support/visitor.ts"

const path = "/settings/audit"
const words = wordsIn("en").audit
const look = (visitor: Visitor, query = "") => Effect.promise(() => visitor.get(`${path}${query}`))

/** The lines, as text. */
const rowsOf = (body: string): ReadonlyArray<string> =>
  body
    .slice(body.indexOf("<main"))
    .split("<li><div><time")
    .slice(1)
    .map((row) => unescapeHtml(`<${row}`.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")))

layer(layerRetainerMemory)("the page of the audit log", (it) => {
  it.effect("says who changed what, from where, and what it was before, newest first", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const made = yield* call("POST", "/v1/clients", {
        name: "<b>Ada & Co</b>",
        email: "a@x.example"
      })
      yield* call("PATCH", `/v1/clients/${made.body.id}`, { name: "Bea" })
      yield* Effect.promise(() =>
        submit(visitor, "/settings/api-keys", { name: "Export", scopes: ["projects:read"] })
      )
      const { body, status } = yield* look(visitor)
      assert.strictEqual(status, 200)
      assert.notInclude(body, "<b>")
      const [key = "", changed = "", created = ""] = rowsOf(body)
      assert.match(key, /Olga Owner created the API key Export User · from \S+ · All changes of it/)
      assert.match(changed, /First key changed the client Bea API key · from \S+/)
      assert.include(changed, "1 field name : <b>Ada & Co</b> → Bea")
      assert.notInclude(changed, "email")
      assert.notInclude(changed, "updated_at")
      assert.include(created, "First key created the client <b>Ada & Co</b>")
      assert.include(created, "email : a@x.example")
      assert.include(body, `<a class="strong" href="/clients/${made.body.id}">Bea</a>`)
      assert.include(body, `<a href="${path}" aria-current="page">Audit log</a>`)
    })
  )

  it.effect("times are the workspace's", () =>
    Effect.gen(function* () {
      yield* limitsComeBack
      const { visitor, call } = yield* signedInOwner({ timeZone: "Asia/Kolkata" })
      yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
      const { body } = yield* look(visitor)
      const times = [...body.matchAll(/<time [^>]*datetime="([^"]+)">([^<]+)/g)]
      assert.isAbove(times.length, 1)
      for (const [, instant = "", text = ""] of times) {
        assert.match(instant, /:00:00\.000Z$/)
        assert.include(text, ":30:00")
      }
    })
  )

  it.effect("a part of the lines: of one object, of one actor; what is no id is no page", () =>
    Effect.gen(function* () {
      const { visitor, call, made } = yield* signedIn
      const client = yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
      yield* call("POST", "/v1/clients", { name: "Bea", email: "b@x.example" })
      const of = yield* look(visitor, `?object=${client.body.id}`)
      assert.lengthOf(rowsOf(of.body), 1)
      assert.include(of.body, "Only the changes of one thing.")
      const [, actor = ""] = /href="\/settings\/audit\?(actor=key_[^"]+)"/.exec(of.body) ?? []
      assert.lengthOf(rowsOf((yield* look(visitor, `?${actor}`)).body), 2)
      const nothing = yield* look(visitor, `?actor=${made.userId}&object=${client.body.id}`)
      assert.include(nothing.body, "There is no change to show.")
      for (const query of [
        "?object=%00",
        "?actor=nobody",
        "?before=0",
        "?before=x",
        "?kind=clients",
        "?kind=toString",
        "?from=2026-02-30"
      ]) {
        assert.strictEqual((yield* look(visitor, query)).status, 404, query)
      }
    })
  )

  it.effect("50 lines a page, with the filter kept, and none twice", () =>
    Effect.gen(function* () {
      const { visitor, call } = yield* signedIn
      const { id } = (yield* call("POST", "/v1/clients", { name: "n0", email: "a@x.example" })).body
      for (let at = 1; at <= 60; at += 1) {
        yield* call("PATCH", `/v1/clients/${id}`, { name: `n${at}` })
      }
      const first = yield* look(visitor, `?object=${id}`)
      assert.notInclude(first.body, "Newest changes")
      const [, older = ""] = /href="([^"]+)">Older changes/.exec(first.body) ?? []
      const second = yield* Effect.promise(() => visitor.get(unescapeHtml(older)))
      assert.notInclude(second.body, "Older changes")
      assert.include(second.body, `href="${path}?object=${id}">Newest changes`)
      const names = [first, second].map(({ body }) =>
        rowsOf(body).map((row) => /→ n(\d+)/.exec(row)?.[1] ?? "0")
      )
      assert.deepStrictEqual(
        names.map(({ length }) => length),
        [50, 11]
      )
      assert.deepStrictEqual(
        names.flat(),
        Array.from({ length: 61 }, (_, at) => String(60 - at))
      )
    })
  )

  it.effect("shows nothing of another workspace, and nothing to members", () =>
    Effect.gen(function* () {
      const { visitor, anyone, app } = yield* signedIn
      const theirs = yield* app.workspace({ ownerEmail: newAddress() })
      const other = (yield* sender(theirs.apiKey)("POST", "/v1/clients", {
        name: "Theirs",
        email: "t@x.example"
      })).body
      const member = newAddress()
      yield* Effect.promise(() =>
        submit(visitor, "/settings/users", { name: "Max", email: member, role: "member" })
      )
      const own = yield* look(visitor)
      assert.include(own.body, "added the user")
      assert.notInclude(own.body, "Theirs")
      assert.isEmpty(rowsOf((yield* look(visitor, `?object=${other.id}`)).body))

      const link = linkIn((yield* nextMail).text)
      const max = anyone()
      const home = yield* Effect.promise(() => submit(max, link, { password: "a long password" }))
      assert.notInclude(home.body, path)
      const refused = yield* look(max)
      assert.strictEqual(refused.status, 403)
      assert.include(refused.body, "Only owners and admins of the workspace may see this.")
      assert.notInclude(refused.body, "added the user")
      assert.match((yield* look(anyone())).path, /^\/sign-in/)
    })
  )

  it.effect("is filtered by a form: who, what kind, from and to", () =>
    Effect.gen(function* () {
      const { visitor, call, made } = yield* signedIn
      yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
      yield* Effect.promise(() =>
        submit(visitor, "/settings/api-keys", { name: "Export", access: "readOnly" })
      )
      const own = yield* look(visitor, `?actor=${made.userId}&kind=api_key&from=&to=`)
      assert.lengthOf(rowsOf(own.body), 1)
      assert.include(own.body, `<option value="${made.userId}" selected>Olga Owner</option>`)
      assert.include(own.body, '<option value="api_key" selected>API keys</option>')
      assert.include(own.body, "Show all changes")
      const clients = rowsOf((yield* look(visitor, "?kind=client")).body)
      assert.lengthOf(clients, 1)
      const [, today = ""] = /datetime="(\d{4}-\d{2}-\d{2})T/.exec(own.body) ?? []
      const until = yield* look(visitor, `?kind=client&from=${today}&to=${today}`)
      assert.lengthOf(rowsOf(until.body), 1)
      assert.include(until.body, `value="${today}"`)
      const before = yield* look(visitor, "?to=1969-12-31")
      assert.include(before.body, "There is no change to show.")
      const inverse = yield* look(visitor, `?from=${today}&to=1969-12-31`)
      assert.isEmpty(rowsOf(inverse.body))
    })
  )

  it.effect("is in German, under the day of the workspace, and names who signed in", () =>
    Effect.gen(function* () {
      yield* limitsComeBack
      const { visitor, call } = yield* signedInOwner({ timeZone: "Pacific/Kiritimati" })
      yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
      const body = yield* Effect.promise(async () =>
        (await visitor.once("GET", path, { headers: { "accept-language": "de" } })).text()
      )
      assert.include(rowsOf(body)[0], "First key hat den Kunden Ada angelegt API-Schlüssel")
      assert.include(rowsOf(body)[1], "Olga Owner hat sich angemeldet")
      const [, heading = ""] = /<h2>([^<]+)<\/h2>/.exec(body) ?? []
      const [, instant = ""] = /datetime="([^"]+)"/.exec(body) ?? []
      const day = new Intl.DateTimeFormat("de-DE", {
        dateStyle: "full",
        timeZone: "Pacific/Kiritimati"
      })
      assert.strictEqual(heading, day.format(new Date(instant)))
    })
  )

  it("long values are cut to where they begin to differ", () => {
    const same = "a".repeat(500)
    const values = { name: "notes", before: `${same}old`, after: `${same}new` }
    assert.deepStrictEqual(valueTexts(values, words), {
      before: `…${"a".repeat(30)}old`,
      after: `…${"a".repeat(30)}new`
    })
    const created = valueTexts({ name: "notes", before: undefined, after: same }, words)
    assert.strictEqual(created.after, `${"a".repeat(120)}…`)
  })

  it("each kind has a sentence that names the thing; one that is not known has none", () => {
    assert.strictEqual(sentenceOf("invoice.sent", words), "{who} sent invoice {object}")
    assert.isUndefined(sentenceOf("invoice.framed", words))
    assert.isUndefined(sentenceOf("toString", words))
    const english = new Map<string, string>(Object.entries(words.sentences))
    for (const language of Language.literals) {
      for (const [kind, sentence] of Object.entries(wordsIn(language).audit.sentences)) {
        const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
        assert.deepStrictEqual(places(sentence), places(english.get(kind) ?? ""), kind)
        assert.isAbove(places(sentence).length + Number(kind === "export.ready"), 0, kind)
      }
    }
  })
})
