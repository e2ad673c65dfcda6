/** Form errors: each stands beside its field, is tied to it, and is linked above the form. */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Inbox } from "../../src/testing/mail/MailerMemory.ts"
import {
  layerRetainerMemory,
  ownerPassword,
  RetainerMemory
} from "../../src/testing/RetainerMemory.ts"
import { origin } from "../support/owners.ts"
import { makeVisitor, type Page, type Visitor } from "../support/visitor.ts"

const email = "owner@agency.example"

const tagWithId = (body: string, id: string): string =>
  new RegExp(`<[a-z]+[^>]*\\sid="${id}"[^>]*>`).exec(body)?.[0] ?? ""

/** The fields that the note above the form leads to, each of which says itself what is wrong. */
const fieldsInError = ({ body }: Page): ReadonlyArray<string> => {
  const [note = ""] = /<div class="note note-bad".*?<\/div>/s.exec(body) ?? []
  assert.include(note, "autofocus")
  const names = [...note.matchAll(/href="#([^"]+)"/g)].map(([, name = ""]) => name)
  for (const name of names) {
    assert.notStrictEqual(tagWithId(body, `${name}-problem`), "", name)
    assert.include(tagWithId(body, name), "<", name)
    const described = [...body.matchAll(/aria-describedby="([^"]+)"/g)].flatMap(
      ([, ids = ""]) => ids.split(" ")[0] ?? []
    )
    assert.include(described, `${name}-problem`)
  }
  assert.strictEqual([...body.matchAll(/class="problem"/g)].length, names.length)
  return names
}

type Values = Readonly<Record<string, string | ReadonlyArray<string>>>
const submit = (visitor: Visitor, path: string, values: Values) =>
  visitor.get(path).then((page) => visitor.submit(page, path, values))

/** Sent, what is wrong with it, and what is still there of what was right. */
const cases: ReadonlyArray<readonly [string, Values, ReadonlyArray<string>, string?]> = [
  ["api-keys", { name: "" }, ["name", "scopes"]],
  ["api-keys", { name: "Export" }, ["scopes"], 'value="Export"'],
  ["apps", { name: "", redirect_uris: "https://a.example" }, ["name"], "https://a.example"],
  ["apps", { name: "App", redirect_uris: "http://a.example" }, ["redirect_uris"], 'value="App"'],
  ["webhooks", { url: "nothing", description: "Mine", which: "every" }, ["url"], 'value="Mine"'],
  ["users", { name: "", email: "no", role: "boss" }, ["name", "email", "role"]],
  ["users", { name: "Max", email, role: "member" }, ["email"], 'value="Max"'],
  [
    "workspace",
    {
      name: "Studio",
      invoice_prefix: "a b",
      payment_terms: "x",
      time_zone: "Mars/Base",
      locale: "??"
    },
    ["invoice_prefix", "payment_terms", "time_zone", "locale"],
    'value="Studio"'
  ]
]

layer(layerRetainerMemory)("errors beside their fields", (it) => {
  it.effect("on every form of the settings, with what was right kept", () =>
    Effect.gen(function* () {
      const app = yield* RetainerMemory
      yield* app.workspace({ ownerEmail: email })
      const visitor = makeVisitor(app.fetch, origin)
      yield* Effect.promise(async () => {
        await visitor.signIn(email, ownerPassword)
        for (const [name, values, wrong, kept] of cases) {
          const page = await submit(visitor, `/settings/${name}`, values)
          assert.strictEqual(page.status, 422, name)
          assert.deepStrictEqual(fieldsInError(page), wrong, name)
          if (kept !== undefined) assert.include(page.body, kept)
        }
      })
    })
  )

  it.effect("choosing a password; a refused sign-in names neither field", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("30 minutes")
      const app = yield* RetainerMemory
      const inbox = yield* Inbox
      const visitor = makeVisitor(app.fetch, origin)
      yield* Effect.promise(() => submit(visitor, "/sign-in/forgot", { email }))
      const { text } = yield* inbox.receive
      const { pathname } = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? "")
      yield* Effect.promise(async () => {
        const short = await submit(visitor, pathname, { password: "short" })
        assert.deepStrictEqual(fieldsInError(short), ["password"])
        const refused = await visitor.signIn(email, "not the password")
        assert.deepStrictEqual(fieldsInError(refused), [])
        assert.include(refused.body, `value="${email}"`)
      })
    })
  )
})
