/**
 * An upload that is repeated under the same key is one file, whatever became of its first answer.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Ref } from "effect"
import { withIdempotencyKey } from "../../../src/client.ts"
import { StoredBytes } from "../../../src/testing/files/FileStorageMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { populated } from "../../support/populated.ts"
import { fileForm, send } from "../../support/requests.ts"

const start = Effect.gen(function* () {
  const own = yield* populated
  const form = (text: string, fields: Record<string, string> = { project_id: own.ids.project }) =>
    fileForm(fields, new File([text], "a.txt"))
  const post = (body: FormData, key: string) =>
    send("POST", "/v1/files", { key: own.apiKey, body, headers: { "idempotency-key": key } })
  const count = Effect.map(own.call("GET", "/v1/files"), ({ body }) => body.meta.total - 1)
  const stored = Effect.gen(function* () {
    return [...(yield* Ref.get(yield* StoredBytes)).values()].filter(
      (bytes) => Buffer.from(bytes).toString() === "once"
    ).length
  })
  return { ...own, form, post, count, stored }
})

layer(layerRetainerMemory)("a repeated upload", (it) => {
  it.effect("gets the answer of the first, and its own bytes go", () =>
    Effect.gen(function* () {
      const { form, post, count, stored } = yield* start
      const first = yield* post(form("once"), "k")
      const second = yield* post(form("once"), "k")
      assert.deepStrictEqual([first.status, second.status], [201, 201])
      assert.deepStrictEqual(second.body, first.body)
      assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
      assert.deepStrictEqual([yield* count, yield* stored], [1, 1])
    })
  )

  it.effect("is one file also when both come at once", () =>
    Effect.gen(function* () {
      const { form, post, count } = yield* start
      const answers = yield* Effect.all([post(form("twin"), "t"), post(form("twin"), "t")], {
        concurrency: 2
      })
      assert.strictEqual(answers[0].body.id, answers[1].body.id)
      assert.strictEqual(yield* count, 1)
    })
  )

  it.effect("is refused with other bytes, another name or another target under the same key", () =>
    Effect.gen(function* () {
      const { form, post, count, ids } = yield* start
      yield* post(form("bytes"), "o")
      const named = fileForm({ project_id: ids.project }, new File(["bytes"], "b.txt"))
      for (const other of [form("other"), named, form("bytes", { client_id: ids.client })]) {
        const answer = yield* post(other, "o")
        assert.strictEqual(answer.status, 422)
        assert.include(answer.body.error.message, "Idempotency-Key")
      }
      assert.strictEqual(yield* count, 1)
    })
  )

  it.effect("a refused one frees its key", () =>
    Effect.gen(function* () {
      const { form, post, ids } = yield* start
      assert.strictEqual((yield* post(form("x", {}), "f")).status, 422)
      assert.strictEqual((yield* post(form("x", { client_id: ids.client }), "f")).status, 201)
    })
  )

  it.effect("the typed client uploads a form", () =>
    Effect.gen(function* () {
      const { apiKey, ids } = yield* start
      const client = yield* (yield* RetainerMemory).client(apiKey)
      const upload = client.files
        .create({ payload: fileForm({ invoice_id: ids.draft }) })
        .pipe(withIdempotencyKey("typed"))
      const made = yield* upload
      assert.deepStrictEqual(
        [made.name, made.size, made.invoice?.number],
        ["hello.txt", 5, "INV-0001"]
      )
      assert.strictEqual((yield* upload).id, made.id)
      const { data } = yield* client.files.list({ query: { limit: 1 } })
      assert.deepStrictEqual(data, [made])
      yield* client.files.delete({ params: { id: made.id } })
      const error = yield* Effect.flip(client.files.get({ params: { id: made.id } }))
      assert.strictEqual(error._tag, "ResourceNotFound")
    })
  )
})
