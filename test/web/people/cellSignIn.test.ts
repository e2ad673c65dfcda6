/** The steps that a router of several cells takes at each of them; without a label there are none. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Cell } from "../../../src/app/Cell.ts"
import { codeAt } from "../../../src/testing/people/OneTimePasswordsMemory.ts"
import {
  layerRetainerMemory,
  layerRetainerMemoryWith,
  ownerPassword
} from "../../../src/testing/RetainerMemory.ts"
import { origin } from "../../support/owners.ts"
import { enterPassword, setUp, signedIn, submit } from "../../support/pages.ts"
import { unescapeHtml, type Visitor } from "../../support/visitor.ts"

/** Sends the form of the sign-in as the router does. */
const take = (visitor: Visitor, step: string, email: string, password = ownerPassword) =>
  Effect.promise(async () => {
    const page = await visitor.get("/sign-in?other=1")
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.body)?.[1] ?? ""
    const fields = { csrf: unescapeHtml(csrf), email, password }
    const response = await visitor.once("POST", "/sign-in", {
      body: new URLSearchParams(fields).toString(),
      headers: {
        ...{ "content-type": "application/x-www-form-urlencoded", origin },
        "retainer-sign-in": step
      }
    })
    return { status: response.status, text: await response.text() }
  })

const matchesIn = ({ text }: { readonly text: string }): ReadonlyArray<Record<string, string>> =>
  JSON.parse(text).matches

const cell = layerRetainerMemoryWith(Layer.succeed(Cell, { label: "eu1" }))

layer(cell)("a cell", (it) => {
  it.effect("says where a password is right, and begins a session with the proof alone", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email, made } = yield* setUp
      const asked = yield* take(visitor, "ask", email)
      const [match, ...others] = matchesIn(asked)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(match?.["id"], made.workspace.id)
      assert.strictEqual(match?.["name"], made.workspace.name)
      assert.match(match?.["proof"] ?? "", /^eu1\.[\w-]+$/)
      assert.isFalse(visitor.cookies.has("retainer_session"))
      const begun = yield* take(visitor, `begin ${match?.["proof"]}`, email)
      assert.strictEqual(begun.status, 303)
      assert.match(visitor.cookies.get("retainer_session") ?? "", /^rse_eu1_/)
      for (const proof of ["", "x", `eu2.${match?.["proof"]?.slice(4)}`]) {
        const stranger = anyone()
        assert.strictEqual((yield* take(stranger, `begin ${proof}`, email)).status, 403)
        assert.isFalse(stranger.cookies.has("retainer_session"))
      }
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* take(anyone(), `begin ${match?.["proof"]}`, email)).status, 403)
    })
  )

  it.effect(
    "says the same of a wrong password and an unknown address, and notes a failure later",
    () =>
      Effect.gen(function* () {
        const { visitor, anyone, email } = yield* signedIn
        for (const address of [email, "nobody@x.example"]) {
          assert.deepStrictEqual(matchesIn(yield* take(anyone(), "ask", address, "wrong")), [])
        }
        const log = () => Effect.promise(() => visitor.get("/settings/audit"))
        assert.notInclude((yield* log()).body, "failed")
        const page = yield* take(anyone(), "none some-down", email, "wrong")
        assert.strictEqual(page.status, 403)
        assert.include(page.text, "cannot be reached")
        assert.include((yield* log()).body, "failed")
      })
  )

  it.effect("leads to the second factor, and limits how often it is asked", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* signedIn
      yield* enterPassword(visitor)
      const now = yield* Effect.map(DateTime.now, codeAt)
      yield* Effect.promise(() => submit(visitor, "/account/second-factor", { code: now }))
      const other = anyone()
      const [match] = matchesIn(yield* take(other, "ask", email))
      const asked = yield* take(other, `begin ${match?.["proof"]}`, email)
      assert.include(asked.text, "Enter your code")
      assert.match(asked.text, /name="pending" value="eu1\./)
      assert.isFalse(other.cookies.has("retainer_session"))
      const statuses: number[] = []
      for (let tries = 0; tries < 25; tries++) {
        statuses.push((yield* take(anyone(), "ask", email, "wrong")).status)
      }
      assert.include(statuses, 429)
    })
  )

  it.effect("shows the choice of workspaces that it is given, and nothing of a broken one", () =>
    Effect.gen(function* () {
      const { anyone, email, made } = yield* setUp
      const choices = [
        { id: made.workspace.id, name: "Here <b>" },
        { id: "ws_01h2xcejqtf2nbrexx3vqjhp41", name: "There" }
      ]
      const given = Buffer.from(JSON.stringify(choices)).toString("base64url")
      const { status, text } = yield* take(anyone(), `choose ${given}`, email)
      assert.strictEqual(status, 200)
      assert.include(text, "Here &lt;b")
      assert.include(text, 'value="ws_01h2xcejqtf2nbrexx3vqjhp41"')
      for (const broken of ["", "x", Buffer.from('[{"id":"x"}]').toString("base64url")]) {
        assert.strictEqual((yield* take(anyone(), `choose ${broken}`, email)).status, 200)
      }
    })
  )
})

layer(layerRetainerMemory)("a service without a label", (it) => {
  it.effect("knows no steps: each is an ordinary sign-in", () =>
    Effect.gen(function* () {
      const { visitor, anyone, email } = yield* setUp
      for (const step of ["ask", "none", "choose x", "begin x"]) {
        assert.strictEqual((yield* take(anyone(), step, email, "wrong")).status, 403, step)
      }
      assert.strictEqual((yield* take(visitor, "ask", email)).status, 303)
      assert.match(visitor.cookies.get("retainer_session") ?? "", /^rse_[0-9A-Za-z]{38}$/)
    })
  )
})
