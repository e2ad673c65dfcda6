/**
 * Requests that are taken before the router and end otherwise: passed on, left, or while the server
 * stops.
 */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Readiness } from "../../../src/http/server/Health.ts"
import { AccessRecords } from "../../../src/testing/AccessLogMemory.ts"
import { getOf, Listening, layerListening } from "../../support/listening.ts"
import { populated } from "../../support/populated.ts"
import { eventually } from "../../support/process.ts"

/** A project that the fast path answers, for requests with these headers. */
const answeredWith = Effect.fnUntraced(function* (...headers: ReadonlyArray<string>) {
  const listening = yield* Listening
  const { hook, exchange } = listening
  const { ids, apiKey, call } = yield* populated
  const path = `/v1/projects/${ids.project}`
  const ask = (...more: ReadonlyArray<string>) => exchange(getOf(path, apiKey, more))
  const settle = Effect.gen(function* () {
    for (;;) {
      const before = hook.hits
      yield* ask(...headers)
      if (hook.hits > before) return
    }
  })
  yield* settle
  return { ...listening, ask, path, apiKey, call, settle }
})

const answered = answeredWith()

describe("a request that the hook took", () => {
  it.live("and passed on is answered once, as of when it came", () =>
    Effect.gen(function* () {
      const { versions, ask, path, call, hook } = yield* answered
      const records = yield* AccessRecords
      const asked = yield* Deferred.make<() => void>()
      versions.hold = (tell) => {
        versions.hold = undefined
        Effect.runSync(Deferred.succeed(asked, tell))
      }
      const { passed } = hook
      const waiting = yield* Effect.forkChild(ask())
      const tell = yield* Deferred.await(asked)
      yield* call("PATCH", path, { name: "Other" })
      const held = Date.now()
      yield* Effect.promise(() => eventually(async () => (Date.now() > held ? true : undefined)))
      const count = (yield* records.all).length
      tell()
      assert.include(yield* Fiber.join(waiting), '"name":"Other"')
      assert.strictEqual(hook.passed, passed + 1)
      const lines = (yield* records.all).slice(count)
      assert.lengthOf(lines, 1)
      assert.isAtMost((lines[0]?.at ?? 0) - (lines[0]?.millis ?? 0), held)
    }).pipe(Effect.provide(layerListening()))
  )

  it.live("takes no token and leaves no line where its caller left meanwhile", () =>
    Effect.gen(function* () {
      const { versions, begin, path, apiKey, tokens, settle } = yield* answered
      const records = yield* AccessRecords
      const asked = yield* Deferred.make<() => void>()
      versions.hold = (tell) => {
        versions.hold = undefined
        Effect.runSync(Deferred.succeed(asked, tell))
      }
      const [count, taken] = [(yield* records.all).length, tokens.taken]
      const leave = yield* begin(getOf(path, apiKey))
      const tell = yield* Deferred.await(asked)
      yield* leave
      tell()
      yield* settle
      assert.strictEqual(tokens.taken, taken + 1)
      assert.lengthOf((yield* records.all).slice(count), 1)
    }).pipe(Effect.provide(layerListening()))
  )

  it.live("ends its connection with the answer while the server stops", () =>
    Effect.gen(function* () {
      const { exchange, path, apiKey, hook } = yield* answered
      const before = hook.given
      yield* (yield* Readiness).drain
      const open = getOf(path, apiKey).replace("Connection: close\r\n", "")
      // Ends only if the server ends it.
      const answer = yield* exchange(open)
      assert.match(answer, /\r\nconnection: close\r\n/i)
      yield* Effect.promise(() => eventually(async () => (hook.given > before ? true : undefined)))
    }).pipe(Effect.provide(layerListening()))
  )
})

describe("reads at the same time", () => {
  it.live("share a read of the versions, but for the first two", () =>
    Effect.gen(function* () {
      const { versions, cache, ask } = yield* answered
      const waiting: Array<() => void> = []
      const all = yield* Deferred.make<void>()
      cache.isEmpty = true
      cache.lookups = 0
      versions.hold = (read) => {
        if (waiting.push(read) === 5) Effect.runSync(Deferred.succeed(all, undefined))
      }
      const asked = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 5 }, () => ask()),
          { concurrency: "unbounded" }
        )
      )
      yield* Deferred.await(all)
      assert.strictEqual(cache.lookups, 3)
      versions.hold = undefined
      for (const read of waiting) read()
      for (const answer of yield* Fiber.join(asked)) assert.match(answer, /^HTTP\/1\.1 200 /)
      yield* ask()
      assert.strictEqual(cache.lookups, 3)
    }).pipe(Effect.provide(layerListening()))
  )
})

describe("behind a proxy", () => {
  it.live("an answer before the router is the one that its protocol calls for", () =>
    Effect.gen(function* () {
      const { ask, hook } = yield* answeredWith("X-Forwarded-Proto: https")
      const https = yield* ask("X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.1")
      assert.match(https, /\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n/)
      const before = hook.given
      for (const headers of [[], ["X-Forwarded-Proto: http"], ["X-Forwarded-Proto: https, http"]]) {
        assert.match(yield* ask(...headers), /^HTTP\/1\.1 400 /)
      }
      assert.strictEqual(hook.given, before)
    }).pipe(Effect.provide(layerListening({ trustProxy: true })))
  )

  it.live("with TLS it says so of every answer", () =>
    Effect.gen(function* () {
      const { ask } = yield* answered
      assert.match(yield* ask(), /\r\nstrict-transport-security: /)
    }).pipe(Effect.provide(layerListening({ isTls: true })))
  )
})
