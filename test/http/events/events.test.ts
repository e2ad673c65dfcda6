/** The log of events, pulled. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"
import { setUp } from "./receiver.ts"

layer(layerRetainerMemory)("webhooks", (it) => {
  it.effect("events are pulled in order, by scope, from any sequence on", () =>
    Effect.gen(function* () {
      const { app, call, newClient } = yield* setUp
      const client = yield* newClient
      yield* call("POST", "/v1/projects", { name: "P", client_id: client.id })
      yield* call("PATCH", `/v1/clients/${client.id}`, { name: "B" })
      const all = (yield* call("GET", "/v1/events")).body
      assert.deepStrictEqual(
        all.data.map((event: { sequence: number; type: string }) => [event.sequence, event.type]),
        [
          [1, "client.created"],
          [2, "project.created"],
          [3, "client.updated"]
        ]
      )
      assert.strictEqual(all.data[2].data.previous.name, "Ada")
      assert.strictEqual(all.data[2].data.object.name, "B")
      assert.deepStrictEqual(all.meta, { limit: 20, next_after: 3 })
      const next = (yield* call("GET", "/v1/events?after=1&limit=1")).body
      assert.strictEqual(next.data[0].sequence, 2)
      assert.strictEqual(next.meta.next_after, 2)
      const end = (yield* call("GET", "/v1/events?after=3")).body
      assert.deepStrictEqual([end.data, end.meta.next_after], [[], 3])
      for (const bad of ["after=-1", "after=x", "after=", "limit=0", "limit=101", "cursor=x"]) {
        assert.strictEqual((yield* call("GET", `/v1/events?${bad}`)).status, 400, bad)
      }
      const own = yield* app.workspace({ ownerEmail: newAddress() })
      const projectsOnly = sender(yield* app.apiKey(own, ["projects:read", "clients:write"]))
      const full = sender(own.apiKey)
      const mine = (yield* full("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
      yield* full("POST", "/v1/projects", { name: "P", client_id: mine.id })
      const seen = (yield* projectsOnly("GET", "/v1/events")).body.data
      assert.deepStrictEqual(
        seen.map(({ type }: { type: string }) => type),
        ["project.created"]
      )
    })
  )
})
