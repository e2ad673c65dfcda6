/** The page of the audit log: for whom it is, what it shows of a change, and how it is paged. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { actionText, valueTexts } from "../../../src/web/settings/audit/AuditTexts.ts"
import { limitsComeBack, newAddress, signedInOwner } from "../../support/owners.ts"
import { linkIn, nextMail, signedIn, submit } from "../../support/pages.ts"
import { sender } from "../../support/requests.ts"
import { unescapeHtml, type Visitor } from "../../support/visitor.ts"

const path = "/settings/audit"
const look = (visitor: Visitor, query = "") => Effect.promise(() => visitor.get(`${path}${query}`))

/** The rows, as text. */
const rowsOf = (body: string): ReadonlyArray<string> =>
  [...body.slice(body.indexOf("<main")).matchAll(/<tr>(.*?)<\/tr>/gs)]
    .slice(1)
    .map(([, row = ""]) => unescapeHtml(row.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")))

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
      assert.match(key, /Olga Owner User, from \S+ API key: created/)
      assert.match(changed, /First key API key, from \S+ Client: changed client_[0-9a-z]{26}/)
      assert.include(changed, "name: <b>Ada & Co</b> → Bea")
      assert.notInclude(changed, "email")
      assert.notInclude(changed, "updated at")
      assert.include(created, "Client: created")
      assert.include(created, "As it was created")
      assert.include(created, "email: a@x.example")
      assert.include(body, `<a href="${path}" aria-current="page">Audit log</a>`)
    })
  )

  it.effect("times are the workspace's", () =>
    Effect.gen(function* () {
      yield* limitsComeBack
      const { visitor, call } = yield* signedInOwner({ timeZone: "Asia/Kolkata" })
      yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
      const times = [...(yield* look(visitor)).body.matchAll(/<time datetime="([^"]+)">([^<]+)/g)]
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
      assert.include(of.body, `Only changes of ${client.body.id}`)
      const [, actor = ""] = /href="\/settings\/audit\?(actor=key_[^"]+)"/.exec(of.body) ?? []
      assert.lengthOf(rowsOf((yield* look(visitor, `?${actor}`)).body), 2)
      const nothing = yield* look(visitor, `?actor=${made.userId}&object=${client.body.id}`)
      assert.include(nothing.body, "There is no change to show.")
      for (const query of ["?object=%00", "?actor=nobody", "?before=0", "?before=x"]) {
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
      assert.include(own.body, "User: added")
      assert.notInclude(own.body, "Theirs")
      assert.isEmpty(rowsOf((yield* look(visitor, `?object=${other.id}`)).body))

      const link = linkIn((yield* nextMail).text)
      const max = anyone()
      const home = yield* Effect.promise(() => submit(max, link, { password: "a long password" }))
      assert.notInclude(home.body, path)
      const refused = yield* look(max)
      assert.strictEqual(refused.status, 403)
      assert.include(refused.body, "Only owners and admins of the workspace may see this.")
      assert.notInclude(refused.body, "User: added")
      assert.match((yield* look(anyone())).path, /^\/sign-in/)
    })
  )

  it("long values are cut to where they begin to differ", () => {
    const same = "a".repeat(500)
    const values = { name: "notes", before: `${same}old`, after: `${same}new` }
    assert.deepStrictEqual(valueTexts(values), {
      before: `…${"a".repeat(30)}old`,
      after: `…${"a".repeat(30)}new`
    })
    const created = valueTexts({ name: "notes", before: undefined, after: same })
    assert.strictEqual(created.after, `${"a".repeat(120)}…`)
  })

  it("a kind that is not known stays as it is", () => {
    assert.strictEqual(actionText("invoice.sent"), "Invoice: sent")
    assert.strictEqual(actionText("invoice.framed"), "invoice.framed")
  })
})
