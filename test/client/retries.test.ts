/**
 * Which calls of the Effect client are repeated, when, and under which key: by script, under the
 * test's clock.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import {
  makeClient,
  type RetainerClient,
  type RetryOptions,
  withIdempotencyKey
} from "../../src/client.ts"
import { clientBody, noClients } from "../support/clientBodies.ts"
import { limited, problem, type Step, scripted } from "../support/scripted.ts"

const broken = problem(500, "INTERNAL_ERROR", "Something went wrong")
const list = ({ clients }: RetainerClient) => clients.list({ query: {} })
const create = ({ clients }: RetainerClient) =>
  clients.create({ payload: { name: "Ada", email: "ada@client.example" } })
const update = ({ clients }: RetainerClient) =>
  clients.update({ params: { id: clientBody.id }, payload: { notes: "x" } })
const remove = ({ tasks }: RetainerClient) => tasks.delete({ params: { id: "task_1" } })

interface Run {
  readonly steps: ReadonlyArray<Step>
  readonly retries?: RetryOptions | false
}

/** The call to its end, however long its pauses are. */
const run = <A, E>(
  call: (client: RetainerClient) => Effect.Effect<A, E>,
  { steps, retries }: Run
) =>
  Effect.gen(function* () {
    const { asked, layer } = scripted(...steps)
    const fiber = yield* makeClient({
      baseUrl: "http://retainer.test",
      apiKey: "rk_x",
      ...(retries === undefined ? {} : { retries })
    }).pipe(Effect.flatMap(call), Effect.provide(layer), Effect.exit, Effect.forkChild)
    yield* TestClock.adjust("10 minutes")
    const exit = yield* Fiber.join(fiber)
    const [first] = asked
    const start = first?.atMs ?? 0
    return {
      exit,
      asked,
      times: asked.map(({ atMs }) => atMs - start),
      keys: asked.map(({ headers }) => headers["idempotency-key"])
    }
  })

const page = () => Response.json(noClients)
const created = () => Response.json(clientBody, { status: 201 })

describe("a call of the client is repeated", () => {
  it.effect("when it reads and no answer came, or one of the server's own fault", () =>
    Effect.gen(function* () {
      for (const step of ["broken", broken, problem(503, "X", "x")] as const) {
        const { exit, asked } = yield* run(list, { steps: [step, step, page()] })
        assert.isTrue(Exit.isSuccess(exit))
        assert.lengthOf(asked, 3)
      }
    })
  )

  it.effect("when a POST has a key, which is one for all its tries and another for each call", () =>
    Effect.gen(function* () {
      const twice = (client: RetainerClient) => Effect.all([create(client), create(client)])
      const steps = ["broken", broken, created(), limited(1), created()] as const
      const { exit, keys } = yield* run(twice, { steps })
      assert.isTrue(Exit.isSuccess(exit))
      assert.lengthOf(keys, 5)
      assert.match(keys[0] ?? "", /^[0-9a-f]{32}$/)
      assert.deepStrictEqual(new Set(keys.slice(0, 3)).size, 1)
      assert.deepStrictEqual(new Set(keys.slice(3)).size, 1)
      assert.notStrictEqual(keys[0], keys[3])
    })
  )

  it.effect("under the caller's own key, where it gives one", () =>
    Effect.gen(function* () {
      const own = (client: RetainerClient) => withIdempotencyKey("order-42")(create(client))
      const { keys } = yield* run(own, { steps: ["broken", created()] })
      assert.deepStrictEqual(keys, ["order-42", "order-42"])
    })
  )

  it.effect("whatever it does, after a 429, which changed nothing; not before Retry-After", () =>
    Effect.gen(function* () {
      for (const call of [list, create, update, remove]) {
        const done = call === remove ? new Response(null, { status: 204 }) : undefined
        const steps = [limited(7), done ?? (call === list ? page() : created())]
        const { times } = yield* run<unknown, unknown>(call, { steps })
        assert.lengthOf(times, 2)
        assert.isAtLeast(times[1] ?? 0, 7000)
        assert.isBelow(times[1] ?? 0, 7200)
      }
    })
  )

  it.effect("with pauses that double, half of them left to chance", () =>
    Effect.gen(function* () {
      const { times } = yield* run(list, { steps: ["broken"] })
      assert.lengthOf(times, 5)
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0))
      pauses.forEach((pause, index) => {
        const whole = 250 * 2 ** index
        assert.isTrue(pause >= whole / 2 && pause < whole, `${pause} of ${whole}`)
      })
      const other = yield* run(list, { steps: ["broken"] })
      assert.notDeepEqual(other.times, times)
    })
  )
})

describe("a call of the client is not repeated", () => {
  it.effect("where a PATCH or a DELETE may have been done", () =>
    Effect.gen(function* () {
      for (const call of [update, remove])
        for (const step of ["broken", broken] as const)
          assert.lengthOf((yield* run<unknown, unknown>(call, { steps: [step] })).asked, 1)
    })
  )

  it.effect("where the answer would be the same", () =>
    Effect.gen(function* () {
      for (const [status, code] of [
        [400, "BAD_REQUEST"],
        [404, "RESOURCE_NOT_FOUND"],
        [422, "UNPROCESSABLE"]
      ] as const) {
        const { asked, exit } = yield* run(create, { steps: [problem(status, code, "No")] })
        assert.isTrue(Exit.isFailure(exit))
        assert.lengthOf(asked, 1)
      }
    })
  )

  it.effect("more often or later than it may be, but the last answer is told", () =>
    Effect.gen(function* () {
      assert.lengthOf((yield* run(list, { steps: ["broken"], retries: { times: 2 } })).asked, 3)
      const late = yield* run((client) => Effect.flip(list(client)), {
        steps: [limited(20)],
        retries: { times: 9, withinMs: 50_000 }
      })
      assert.lengthOf(late.asked, 3)
      assert.strictEqual(Exit.isSuccess(late.exit) && late.exit.value._tag, "RateLimited")
      assert.lengthOf((yield* run(list, { steps: [limited(61)] })).asked, 1)
    })
  )

  it.effect("where the caller wants every answer itself, and then needs no key", () =>
    Effect.gen(function* () {
      const { asked, keys } = yield* run(create, { steps: [limited(1)], retries: false })
      assert.lengthOf(asked, 1)
      assert.deepStrictEqual(keys, [undefined])
    })
  )

  it.effect("where it is a token request without a key, but after a 429", () =>
    Effect.gen(function* () {
      const token = ({ oauth }: RetainerClient) =>
        oauth.token({ payload: { grant_type: "authorization_code", code: "rac_x" } })
      assert.deepStrictEqual((yield* run(token, { steps: ["broken"] })).keys, [undefined])
      assert.lengthOf((yield* run(token, { steps: [limited(1), limited(90)] })).asked, 2)
    })
  )
})

describe("an answer that breaks off", () => {
  it.effect("is none", () =>
    Effect.gen(function* () {
      let tries = 0
      const breaking = HttpClient.make((request) =>
        Effect.sync(() => {
          tries++
          const half = new ReadableStream({
            start: (controller) => {
              controller.enqueue(new TextEncoder().encode('{"data":['))
              controller.error(new TypeError("terminated"))
            }
          })
          const answer =
            tries === 1
              ? new Response(half, { headers: { "content-type": "application/json" } })
              : page()
          return HttpClientResponse.fromWeb(request, answer)
        })
      )
      const fiber = yield* makeClient({ baseUrl: "http://retainer.test", apiKey: "rk_x" }).pipe(
        Effect.flatMap(list),
        Effect.provide(Layer.succeed(HttpClient.HttpClient, breaking)),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(fiber)).meta.total, 0)
      assert.strictEqual(tries, 2)
    })
  )
})

describe("an error of the client", () => {
  it.effect("has code, status, the id of its request, and what the message says of fields", () =>
    Effect.gen(function* () {
      const message =
        "line_items[0].quantity: must be greater than 0; at most 3 decimals; due_date: is required"
      const answer = problem(422, "UNPROCESSABLE", message, { "x-request-id": "req_1" })
      const { exit } = yield* run((client) => Effect.flip(create(client)), { steps: [answer] })
      const error = Exit.isSuccess(exit) ? exit.value : undefined
      assert.strictEqual(error?._tag, "Unprocessable")
      if (error?._tag !== "Unprocessable") return
      const { code, status, requestId, fields } = error
      assert.deepStrictEqual(
        { code, status, requestId, message: error.message },
        { code: "UNPROCESSABLE", status: 422, requestId: "req_1", message }
      )
      assert.deepStrictEqual(fields, [
        { path: "line_items[0].quantity", message: "must be greater than 0; at most 3 decimals" },
        { path: "due_date", message: "is required" }
      ])
    })
  )

  it.effect("is of the connection where no answer came", () =>
    Effect.gen(function* () {
      const { exit } = yield* run((client) => Effect.flip(list(client)), { steps: ["broken"] })
      assert.isTrue(Exit.isSuccess(exit) && HttpClientError.isHttpClientError(exit.value))
    })
  )
})
