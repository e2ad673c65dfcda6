/**
 * Bodies that are far too large in some part: refused by their counts, before anything is built.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { countedBody, streamed } from "../support/bodies.ts"
import { type Answer, type RawRequest, send, sender } from "../support/requests.ts"

const start = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace()
  const post = (path: string, request: RawRequest) =>
    send("POST", path, { key: made.apiKey, ...request })
  return { app, made, post, call: sender(made.apiKey) }
})

const expectRefused = (answer: Answer, status: number, about: string): string => {
  assert.strictEqual(answer.status, status, about)
  assert.deepStrictEqual(Object.keys(answer.body), ["error"], about)
  const { message } = answer.body.error
  assert.isBelow(Buffer.byteLength(message), 4096, about)
  return message
}

const times = (count: number, text: string) => Array(count).fill(text).join(",")
const fields = (count: number) =>
  Array.from({ length: count }, (_, index) => `"field_${index}":1`).join(",")
const person = '"name":"A","email":"a@x.example"'

layer(layerRetainerMemory)("bodies", (it) => {
  it.effect("a list is refused by its count, before its contents", () =>
    Effect.gen(function* () {
      const { call, post, made } = yield* start
      const client = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
      const hook = (yield* call("POST", "/v1/webhook_endpoints", { url: "https://x.example" })).body
      const lines = "line_items: must have 1 to 200 lines"
      const kinds = "events: must be at most 50 kinds"
      const ids = "project_ids: must have at most 100 ids"
      for (const count of [201, 20_000]) {
        for (const [method, path, list, message] of [
          ["POST", "/v1/invoices", "line_items", lines],
          ["PATCH", "/v1/invoices/inv_1", "line_items", lines],
          ["POST", "/v1/webhook_endpoints", "events", kinds],
          ["PATCH", `/v1/webhook_endpoints/${hook.id}`, "events", kinds],
          ["POST", `/v1/clients/${client.id}/invite`, "project_ids", ids]
        ] as const) {
          const raw = `{"${list}":[${times(count, "{}")}]}`
          const answer = yield* send(method, path, { key: made.apiKey, raw })
          assert.strictEqual(expectRefused(answer, 422, path), message)
        }
        const nowhere = yield* post("/v1/clients", { raw: `{"name":[${times(count, "1")}]}` })
        assert.strictEqual(
          expectRefused(nowhere, 422, "a list where none belongs"),
          "name: must have at most 200 items"
        )
      }
    })
  )

  it.effect("keys, depth, texts and numbers have their bounds, each named by its path", () =>
    Effect.gen(function* () {
      const { post } = yield* start
      const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
      const unknown = (of: string, to: number) =>
        Array.from({ length: to }, (_, index) => `${of}field_${index}: is not known here`).join(
          "; "
        )
      for (const [raw, message] of [
        [`{${person},${fields(60_000)}}`, `${unknown("", 20)}; and more`],
        [`{${person},"address":{${fields(60_000)}}}`, `${unknown("address.", 20)}; and more`],
        [
          `{${person},"x":{${fields(60_000)}}}`,
          /^x: is not known here; x: must have at most 200 fields$/
        ],
        [`{${times(60_000, '"name":"A"')}}`, "the body must have at most 32 fields"],
        [`{${person},"notes":${deep(5000)}}`, /^notes.*: is nested too deeply$/],
        [deep(100_000), "the body must be a JSON object"],
        [`[${times(100_000, "{}")}]`, "the body must be a JSON object"],
        [`{"name":"${"a".repeat(900_000)}"}`, "name: must be at most 255 characters"],
        [`{"name":${"1".repeat(900_000)}}`, "name: is too long"],
        [`{"${"k".repeat(900_000)}":1,${person}}`, `${"k".repeat(64)}: is not known here`]
      ] as const) {
        const found = expectRefused(yield* post("/v1/clients", { raw }), 422, raw.slice(0, 60))
        if (typeof message === "string") assert.strictEqual(found, message)
        else assert.match(found, message)
      }
    })
  )

  it.effect("what is no JSON is 400, however long it is", () =>
    Effect.gen(function* () {
      const { post } = yield* start
      for (const raw of [
        " ".repeat(100_000),
        ",".repeat(100_000),
        "}".repeat(100_000),
        ":".repeat(100_000),
        "a".repeat(100_000),
        `{"name":${"a".repeat(100_000)}}`,
        `{${times(100_000, "")}}`,
        `{"name":"${"a".repeat(100_000)}`,
        `{"${"k".repeat(100_000)}`,
        `{${person}}}`,
        `{${person}`,
        "\u00a0"
      ]) {
        const answer = yield* post("/v1/clients", { raw })
        expectRefused(answer, 400, raw.slice(0, 20))
      }
    })
  )

  it.effect("a byte order mark is no part of a body", () =>
    Effect.gen(function* () {
      const { post } = yield* start
      assert.strictEqual((yield* post("/v1/clients", { raw: `\ufeff{${person}}` })).status, 201)
      expectRefused(yield* post("/v1/clients", { raw: "\ufeff" }), 400, "nothing else")
    })
  )

  it.effect("an ordinary body still has every place named, a large one the first twenty", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const mixed = yield* call("POST", "/v1/invoices", {
        client_id: 1,
        line_items: Array.from({ length: 5 }, () => ({ quantity: "1" })),
        nots: "x"
      })
      const message = expectRefused(mixed, 422, "mixed")
      for (let index = 0; index < 5; index++) {
        for (const field of ["description", "quantity", "unit_price"]) {
          assert.include(message, `line_items[${index}].${field}: `)
        }
      }
      for (const path of ["client_id: ", "nots: is not known here"]) assert.include(message, path)
      assert.notInclude(message, "more")
      for (const line of [{}, { description: "x", quantity: -1, unit_price: 0.5 }]) {
        const many = yield* call("POST", "/v1/invoices", {
          client_id: "client_01h2xcejqtf2nbrexx3vqjhp41",
          line_items: Array.from({ length: 200 }, () => line)
        })
        if (many.body.error.message.startsWith("client_id")) continue
        const shown = expectRefused(many, 422, "many")
        assert.strictEqual(shown.split("; ").length, 21)
        assert.match(shown, /; and more$/)
      }
      const kinds = yield* call("POST", "/v1/webhook_endpoints", {
        url: "https://x.example",
        events: Array.from({ length: 50 }, (_, index) => `kind_${index}`)
      })
      const each = expectRefused(kinds, 422, "kinds")
      for (let index = 0; index < 20; index++) assert.include(each, `events[${index}]: must be `)
    })
  )

  it.effect("nothing of a body is read before 401, 403 and 429", () =>
    Effect.gen(function* () {
      const { app, made } = yield* start
      const starter = yield* app.workspace({ plan: "starter" })
      const reader = yield* app.apiKey(made, ["clients:read"])
      const attempt = (token: string, body: ReturnType<typeof countedBody>) =>
        Effect.promise(async () => {
          const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
          const url = "http://retainer.test/v1/clients"
          const init = { method: "POST", headers, ...streamed(body) }
          return (await app.fetch(new Request(url, init))).status
        })
      const [first, second, third, fourth] = [0, 0, 0, 0].map(() => countedBody(1_048_576))
      assert.isDefined(fourth)
      if (!first || !second || !third || !fourth) return
      assert.strictEqual(yield* attempt("rk_x", first), 401)
      assert.strictEqual(yield* attempt(Redacted.value(reader), second), 403)
      for (;;) {
        const { status } = yield* send("GET", "/v1/clients/x", { key: starter.apiKey })
        if (status === 429) break
      }
      assert.strictEqual(yield* attempt(Redacted.value(starter.apiKey), third), 429)
      assert.deepStrictEqual([first.read(), second.read(), third.read()], [0, 0, 0])
      assert.strictEqual(yield* attempt(Redacted.value(made.apiKey), fourth), 400)
      assert.strictEqual(fourth.read(), 1_048_576)
    })
  )

  it.effect("a query has at most 50 parameters and 4096 characters", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      for (const path of ["/v1/clients", "/v1/clients/x", "/v1/invoices"]) {
        const many = yield* call("GET", `${path}?${"a&".repeat(50)}a`)
        assert.include(expectRefused(many, 400, path), "at most 50 parameters")
        const long = yield* call("GET", `${path}?q=${"a".repeat(4096)}`)
        assert.include(expectRefused(long, 400, path), "at most 4096 characters")
      }
      const names = Array.from({ length: 50 }, (_, index) => `p${index}=1`).join("&")
      const shown = expectRefused(yield* call("GET", `/v1/clients?${names}`), 400, "names")
      assert.strictEqual(shown.split("; ").length, 21)
    })
  )
})
