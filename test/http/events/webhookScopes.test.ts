/** Scopes of webhook endpoints: a key cannot subscribe to events that it may not read. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Scope } from "../../../src/domain/access/Scope.ts"
import { writeScopes } from "../../../src/domain/access/Scope.ts"
import { eventScopes } from "../../../src/domain/events/Event.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { send, sender } from "../../support/requests.ts"

const path = "/v1/webhook_endpoints"
const url = "https://receiver.example/hook"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace()
  const keyOf = (...reads: ReadonlyArray<Scope>) =>
    Effect.map(app.apiKey(made, [...writeScopes, ...reads]), sender)
  return { app, made, keyOf, all: sender(made.apiKey) }
})

layer(layerRetainerMemory)("scopes of webhook endpoints", (it) => {
  it.effect("creating one needs the read scope of every kind that is chosen", () =>
    Effect.gen(function* () {
      const { keyOf } = yield* setUp
      for (const [reads, events, status] of [
        [[], ["project.created"], 403],
        [["projects:read"], ["project.created"], 201],
        [["projects:read"], ["project.*"], 201],
        [["projects:read"], ["project.*", "invoice.paid"], 403],
        [["projects:read", "invoices:read"], ["project.*", "invoice.paid"], 201],
        [["clients:read", "invoices:read"], ["client.*", "invoice.*", "project.updated"], 403],
        [["projects:read", "clients:read"], undefined, 403],
        [["projects:read", "clients:read"], null, 403],
        [["projects:read", "clients:read", "invoices:read"], null, 403],
        [eventScopes, undefined, 201],
        [eventScopes, null, 201]
      ] as const) {
        const call = yield* keyOf(...reads)
        const answer = yield* call("POST", path, {
          url,
          ...(events === undefined ? {} : { events })
        })
        assert.strictEqual(answer.status, status, `${reads} ${events}`)
      }
    })
  )

  it.effect("the refusal names what is missing and writes nothing", () =>
    Effect.gen(function* () {
      const { keyOf, all } = yield* setUp
      const call = yield* keyOf("projects:read")
      const { status, body, headers } = yield* call("POST", path, { url })
      assert.strictEqual(status, 403)
      assert.deepStrictEqual(Object.keys(body.error), ["code", "message", "status"])
      assert.strictEqual(body.error.code, "FORBIDDEN")
      assert.include(body.error.message, "clients:read, invoices:read")
      assert.include(headers.get("www-authenticate") ?? "", 'error="insufficient_scope"')
      assert.lengthOf((yield* all("GET", path)).body.data, 0)
    })
  )

  it.effect("changing one needs them for what it then is told, whatever is changed", () =>
    Effect.gen(function* () {
      const { keyOf, all } = yield* setUp
      const made = (yield* all("POST", path, { url, events: ["invoice.*"] })).body
      const one = `${path}/${made.id}`
      const reader = yield* keyOf("projects:read")
      for (const patch of [
        { url: "https://elsewhere.example/" },
        { enabled: true },
        { events: null },
        { events: ["project.*", "client.*"] }
      ]) {
        assert.strictEqual((yield* reader("PATCH", one, patch)).status, 403, JSON.stringify(patch))
      }
      assert.deepInclude((yield* all("GET", one)).body, { url, events: ["invoice.*"] })
      const narrowed = yield* reader("PATCH", one, { events: ["project.*"], url: `${url}/2` })
      assert.strictEqual(narrowed.status, 200)
      assert.strictEqual((yield* reader("PATCH", one, { events: null })).status, 403)
      assert.strictEqual((yield* reader("DELETE", one)).status, 204)
    })
  )

  it.effect("an unknown endpoint is 404 to whoever may manage endpoints at all", () =>
    Effect.gen(function* () {
      const { app, made, keyOf } = yield* setUp
      const unknown = `${path}/whep_01h2xcejqtf2nbrexx3vqjhp41`
      const call = yield* keyOf()
      assert.strictEqual((yield* call("PATCH", unknown, { enabled: false })).status, 404)
      const key = yield* app.apiKey(made, ["projects:read"])
      assert.strictEqual((yield* send("PATCH", unknown, { key, body: {} })).status, 403)
    })
  )
})
