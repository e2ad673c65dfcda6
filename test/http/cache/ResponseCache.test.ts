import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, DateTime, Effect, Layer, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { Credentials } from "../../../src/app/access/Credentials.ts"
import type { Authenticated } from "../../../src/app/people/CredentialCache.ts"
import { LimitExceeded, RateLimits } from "../../../src/app/ports/RateLimits.ts"
import { WorkspaceVersions } from "../../../src/app/ports/workspaces/WorkspaceVersions.ts"
import { systemActor } from "../../../src/domain/access/Actor.ts"
import type { Principal } from "../../../src/domain/access/Principal.ts"
import { planLimits } from "../../../src/domain/access/RateLimit.ts"
import type { Scope } from "../../../src/domain/access/Scope.ts"
import { ApiKeyId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { rowKinds } from "../../../src/domain/RowKind.ts"
import {
  type CacheHit,
  ResponseCache,
  storingIn,
  type Waiter
} from "../../../src/http/cache/ResponseCache.ts"
import type { RequestContext } from "../../../src/http/edge/RequestContext.ts"
import { Exposure } from "../../../src/http/edge/Transport.ts"
import { RateLimitsMemory } from "../../../src/testing/RateLimitsMemory.ts"
import { equalVersions } from "../../../src/testing/workspaces/WorkspaceVersionsMemory.ts"
import { agency } from "../../support/records.ts"

const access = { kind: "any", scopes: ["projects:read"], role: "member" } as const

const shows = ["clients", "invoices"] as const
const endpointRule = { access, cacheable: { shows } } as const

/** Two workspaces with the keys "one" and "two", and an endpoint that counts its calls. */
const make = Effect.gen(function* () {
  const world = {
    versions: equalVersions(1),
    /** The version with which the credential was cached. */
    cached: 1,
    tokens: 100,
    calls: 0,
    scopes: new Set<Scope>(["projects:read"])
  }
  const principals = new Map<string, Omit<Principal, "scopes">>(
    ["one", "two"].map((name, at) => [
      name,
      {
        credentialId: ApiKeyId.fromUuid(`00000000-0000-7000-8000-0000000000a${at}`),
        actor: systemActor,
        workspace: agency(
          WorkspaceId.fromUuid(`00000000-0000-7000-8000-0000000000b${at}`),
          at === 0 ? "America/New_York" : "UTC"
        ),
        role: null
      }
    ])
  )
  const limits = yield* Effect.provide(RateLimits, RateLimitsMemory)
  const layers = Layer.mergeAll(
    Layer.succeed(Credentials, {
      authenticate: () => Effect.die("the endpoint asks"),
      peek: (secret) => {
        const found = principals.get(Redacted.value(secret))
        return found === undefined
          ? undefined
          : { principal: { ...found, scopes: world.scopes }, version: world.cached }
      }
    }),
    Layer.succeed(RateLimits, {
      ...limits,
      take: () =>
        Effect.suspend(() => {
          const allowance = {
            limit: planLimits.growth,
            remaining: world.tokens - 1,
            resetSeconds: 1
          }
          if (world.tokens === 0) {
            return Effect.fail(new LimitExceeded({ allowance, retryAfterSeconds: 1 }))
          }
          world.tokens -= 1
          return Effect.succeed(allowance)
        })
    }),
    Layer.succeed(
      WorkspaceVersions,
      WorkspaceVersions.make((_, answer) => answer(world.versions))
    ),
    Layer.succeed(Exposure, {
      isTls: false,
      trustProxy: false,
      baseUrl: "http://x.example",
      corsOrigins: [],
      metricsToken: undefined
    })
  )
  // For as long as the test.
  const built = yield* Layer.build(ResponseCache.layer.pipe(Layer.provide(layers)))
  const cache = Context.get(built, ResponseCache)

  const get = (
    key: string,
    { path = "/v1/things", method = "GET", ...headers }: Record<string, string> = {}
  ) => {
    const found = principals.get(key)
    const context: RequestContext["Service"] = {
      route: "other",
      principal: found === undefined ? undefined : { ...found, scopes: world.scopes },
      versions: world.scopes.size > 0 ? world.versions : null,
      taken: null,
      allowance: null
    }
    const request = HttpServerRequest.fromWeb(
      new Request(`http://x.example${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers }
      })
    )
    const endpoint = Effect.sync(() => {
      world.calls += 1
      return HttpServerResponse.jsonUnsafe(
        { key, call: world.calls },
        { headers: { etag: `"${world.calls}"` } }
      )
    })
    const store = storingIn(cache, "/v1/things", endpointRule)
    return Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const { hit, caller } = yield* Effect.callback<{
        readonly hit: CacheHit | undefined
        readonly caller: Authenticated | undefined
      }>((resume) => {
        const waiter: Waiter = {
          isGone: () => false,
          resume: (hit, caller) => resume(Effect.succeed({ hit, caller }))
        }
        const peeked = cache.peek(request, now)
        if (peeked === undefined) waiter.resume(undefined, undefined)
        else cache.lookup(request, peeked, now, waiter)
      })
      const response =
        hit?.response ??
        (yield* Effect.tap(endpoint, (given) =>
          Effect.sync(() => store(request, context, now, given))
        ))
      return {
        response,
        caller,
        route: hit?.route,
        left: hit?.allowance?.remaining,
        tag: response.headers["etag"]
      }
    })
  }
  return { world, get }
})

describe("cached answers", () => {
  it.effect("come with what is left of the rate limit, and their route", () =>
    Effect.gen(function* () {
      const { world, get } = yield* make
      const first = yield* get("one")
      const second = yield* get("one")
      assert.strictEqual(world.calls, 1)
      assert.deepStrictEqual(second.response.body, first.response.body)
      assert.strictEqual(second.left, 99)
      assert.strictEqual(second.route, "/v1/things")
    })
  )

  it.effect("are out of date when a version of a kind that they show has moved", () =>
    Effect.gen(function* () {
      const { world, get } = yield* make
      for (const kind of rowKinds) {
        yield* get("one")
        const expected = world.calls + (shows.some((shown) => shown === kind) ? 1 : 0)
        world.versions = { ...world.versions, [kind]: 100 }
        assert.strictEqual((yield* get("one")).tag, `"${expected}"`, kind)
        assert.strictEqual((yield* get("one")).tag, `"${expected}"`, kind)
      }
    })
  )

  it.effect("are not for a credential that has changed since it was cached", () =>
    Effect.gen(function* () {
      const { world, get } = yield* make
      yield* get("one")
      world.cached = 0
      assert.strictEqual((yield* get("one")).tag, '"2"')
      world.cached = 1
      assert.strictEqual((yield* get("one")).tag, '"2"')
      world.versions = { ...world.versions, credentials: 2 }
      world.cached = 2
      assert.strictEqual((yield* get("one")).tag, '"3"')
    })
  )

  it.effect("name the caller to the endpoint, unless its credential has changed", () =>
    Effect.gen(function* () {
      const { world, get } = yield* make
      const { caller } = yield* get("one")
      assert.strictEqual(caller?.versions, world.versions)
      assert.deepStrictEqual(caller?.principal.scopes, world.scopes)
      world.cached = 0
      assert.strictEqual((yield* get("one")).caller, undefined)
      assert.strictEqual((yield* get("nobody")).caller, undefined)
    })
  )

  it.effect("expire at midnight of the workspace, and at midnight of UTC", () =>
    Effect.gen(function* () {
      const { world, get } = yield* make
      world.tokens = 24 * 60
      const getEachMinuteFor = (minutes: number) =>
        Effect.repeat(Effect.andThen(TestClock.adjust("1 minute"), get("one")), {
          times: minutes - 1
        })
      // 23:00 in New York.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-03-10T03:00:00Z")))
      yield* get("one")
      yield* getEachMinuteFor(59)
      assert.strictEqual(world.calls, 1)
      yield* getEachMinuteFor(1)
      assert.strictEqual(world.calls, 2)
      yield* getEachMinuteFor(20 * 60 - 1)
      assert.strictEqual(world.calls, 2)
      yield* getEachMinuteFor(1)
      assert.strictEqual(world.calls, 3)
    })
  )

  it.effect("are evicted when they were not read for a minute", () =>
    Effect.gen(function* () {
      const { world, get } = yield* make
      yield* get("one")
      yield* TestClock.adjust("59 seconds")
      yield* get("one")
      assert.strictEqual(world.calls, 1)
      yield* TestClock.adjust("2 minutes")
      yield* get("one")
      assert.strictEqual(world.calls, 2)
    })
  )

  it.effect("belong to a workspace, a URL and an Accept header", () =>
    Effect.gen(function* () {
      const { world, get } = yield* make
      yield* get("one")
      assert.strictEqual((yield* get("two")).tag, '"2"')
      assert.strictEqual((yield* get("one")).tag, '"1"')
      assert.strictEqual((yield* get("one", { path: "/v1/things?a=1" })).tag, '"3"')
      assert.strictEqual((yield* get("one", { accept: "text/csv" })).tag, '"4"')
      assert.strictEqual(world.calls, 4)
    })
  )

  it.effect("are not for callers who would be refused", () =>
    Effect.gen(function* () {
      const { world, get } = yield* make
      yield* get("one")
      yield* get("stranger")
      assert.strictEqual(world.calls, 2)
      const scopes = world.scopes
      world.scopes = new Set<Scope>()
      yield* get("one")
      assert.strictEqual(world.calls, 3)
      world.scopes = scopes
      world.tokens = 0
      yield* get("one")
      assert.strictEqual(world.calls, 4)
    })
  )

  it.effect("are not stored for other methods, pages, long URLs and other origins", () =>
    Effect.gen(function* () {
      const { world, get } = yield* make
      for (const request of [
        { method: "HEAD" },
        { path: "/projects" },
        { path: `/v1/things?a=${"x".repeat(2000)}` },
        { origin: "https://x.example" }
      ]) {
        const before = world.calls
        yield* get("one", request)
        yield* get("one", request)
        assert.strictEqual(world.calls, before + 2)
      }
    })
  )
})
