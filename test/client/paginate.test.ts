/** A list as a Stream: every item once, and no page before it is needed. */
import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { paginate, type RetainerClient } from "../../src/client.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { newAddress } from "../support/owners.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const api = yield* app.client((yield* app.workspace({ ownerEmail: newAddress() })).apiKey)
  for (const name of ["A", "B", "C", "D", "E"]) {
    yield* api.clients.create({ payload: { name, email: "a@client.example" } })
  }
  let asked = 0
  const counted = <A, E, R>(call: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      asked++
      return call
    })
  return { api, counted, asked: () => asked }
})

const clientsOf = (api: RetainerClient, limit: number) => (page: { readonly cursor?: string }) =>
  api.clients.list({ query: { limit, ...page } })

layer(layerRetainerMemory)("paginate", (it) => {
  it.effect("gives every item of a list once, in its order", () =>
    Effect.gen(function* () {
      const { api } = yield* setUp
      for (const limit of [1, 2, 5, 100]) {
        const all = yield* Stream.runCollect(paginate(clientsOf(api, limit)))
        assert.deepStrictEqual(
          all.map(({ name }) => name),
          ["E", "D", "C", "B", "A"]
        )
      }
      const none = paginate((page) => api.projects.list({ query: page }))
      assert.deepStrictEqual(yield* Stream.runCollect(none), [])
    })
  )

  it.effect("asks for no page before its first item is needed", () =>
    Effect.gen(function* () {
      const { api, counted, asked } = yield* setUp
      const all = paginate((page) => counted(clientsOf(api, 2)(page)))
      assert.strictEqual(asked(), 0)
      const three = yield* Stream.runCollect(Stream.take(all, 3))
      assert.deepStrictEqual([three.length, asked()], [3, 2])
    })
  )

  it.effect("reads a log from where it is told to its present end", () =>
    Effect.gen(function* () {
      const { api, counted, asked } = yield* setUp
      const events = paginate((page) =>
        counted(api.events.list({ query: { after: 1, limit: 2, ...page } }))
      )
      const found = yield* Stream.runCollect(events)
      assert.deepStrictEqual(
        found.map(({ sequence }) => sequence),
        [2, 3, 4, 5]
      )
      assert.strictEqual(asked(), 3)
      const audit = yield* Stream.runCollect(
        paginate((page) => api.audit.list({ query: { limit: 2, ...page } }))
      )
      assert.isAtLeast(audit.length, 5)
    })
  )

  it.effect("fails as the list does", () =>
    Effect.gen(function* () {
      const { api } = yield* setUp
      const payments = paginate((page) =>
        api.payments.list({ params: { id: "inv_none" }, query: page })
      )
      const error = yield* Effect.flip(Stream.runCollect(payments))
      assert.strictEqual(error._tag, "ResourceNotFound")
    })
  )
})
