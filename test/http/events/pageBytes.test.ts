/** Pages that end at 1 MiB, and clients that read the next page. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Stream } from "effect"
import { createRetainer, paginate } from "../../../src/client.ts"
import { maxPageBytes } from "../../../src/domain/Page.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { newOwner, origin } from "../../support/owners.ts"

/** An invoice of 200 long lines, changed four times: some 800 kB an event. */
const setUp = Effect.gen(function* () {
  const owner = yield* newOwner()
  const { call, made, app } = owner
  const client = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
  const line_items = Array.from({ length: 200 }, () => ({
    description: "x".repeat(2000),
    quantity: 1,
    unit_price: 100
  }))
  const draft = { client_id: client.id, line_items }
  const invoice = (yield* call("POST", "/v1/invoices", draft)).body
  for (const notes of ["a", "b", "c", "d"]) {
    yield* call("PATCH", `/v1/invoices/${invoice.id}`, { notes })
  }
  const retainer = createRetainer({
    baseUrl: origin,
    apiKey: Redacted.value(made.apiKey),
    fetch: (input, init) => app.fetch(new Request(input, init))
  })
  const api = yield* app.client(made.apiKey)
  return { ...owner, invoice, retainer, api }
})

const sequences = [1, 2, 3, 4, 5, 6]

layer(layerRetainerMemory)("pages bounded in bytes", (it) => {
  it.effect("events end at 1 MiB, one by one where they are long, and go on after them", () =>
    Effect.gen(function* () {
      const { call } = yield* setUp
      const found: Array<number> = []
      const lengths: Array<number> = []
      for (let after = 0; ; ) {
        const { body } = yield* call("GET", `/v1/events?limit=100&after=${after}`)
        if (body.data.length === 0) {
          assert.strictEqual(body.meta.next_after, after)
          break
        }
        assert.isAtMost(JSON.stringify(body).length, maxPageBytes)
        found.push(...body.data.map(({ sequence }: { sequence: number }) => sequence))
        lengths.push(body.data.length)
        after = body.meta.next_after
      }
      assert.deepStrictEqual(found, sequences)
      assert.deepStrictEqual(lengths, [2, 1, 1, 1, 1])
      // The changed fields are short, so all entries are one page.
      const audit = (yield* call("GET", "/v1/audit?limit=100")).body
      assert.isAtLeast(audit.data.length, sequences.length)
      assert.deepStrictEqual(audit.data.at(-1).after.notes, "d")
    })
  )

  it.effect("both clients read a log to its end", () =>
    Effect.gen(function* () {
      const { retainer, api } = yield* setUp
      const events = yield* Stream.runCollect(
        paginate((page) => api.events.list({ query: { limit: 100, ...page } }))
      )
      assert.deepStrictEqual(
        events.map(({ sequence }) => sequence),
        sequences
      )
      const found: Array<number> = []
      yield* Effect.promise(async () => {
        for await (const { sequence } of retainer.events.list({ limit: 100 })) found.push(sequence)
      })
      assert.deepStrictEqual(found, sequences)
    })
  )

  it.effect("a list of long entries ends at 1 MiB with a cursor to the rest", () =>
    Effect.gen(function* () {
      const { call } = yield* newOwner()
      const client = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
      const project = (yield* call("POST", "/v1/projects", { name: "P", client_id: client.id }))
        .body
      const description = "€".repeat(5000)
      for (let index = 0; index < 80; index++) {
        yield* call("POST", `/v1/projects/${project.id}/tasks`, { title: `${index}`, description })
      }
      const first = (yield* call("GET", "/v1/tasks?limit=100")).body
      const bytes = Buffer.byteLength(JSON.stringify(first))
      assert.isAtMost(bytes, maxPageBytes)
      assert.isAbove(bytes, 0.95 * maxPageBytes)
      assert.isNotNull(first.meta.next_cursor)
      assert.strictEqual(first.meta.total, 80)
      const rest = (yield* call("GET", `/v1/tasks?limit=100&cursor=${first.meta.next_cursor}`)).body
      assert.isNull(rest.meta.next_cursor)
      assert.deepStrictEqual(
        [...first.data, ...rest.data].map(({ title }: { title: string }) => title),
        Array.from({ length: 80 }, (_, index) => `${79 - index}`)
      )
    })
  )
})
