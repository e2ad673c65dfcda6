/** A kept answer is given again only where it still stands and where the caller may have it. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, DateTime, Effect, Layer, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { Credentials } from "../../../src/app/people/Credentials.ts"
import { LimitExceeded, RateLimits } from "../../../src/app/ports/RateLimits.ts"
import { WorkspaceVersions } from "../../../src/app/ports/workspaces/WorkspaceVersions.ts"
import { systemActor } from "../../../src/domain/Actor.ts"
import { ApiKeyId, WorkspaceId } from "../../../src/domain/Ids.ts"
import type { Principal } from "../../../src/domain/Principal.ts"
import { planLimits } from "../../../src/domain/RateLimit.ts"
import type { Scope } from "../../../src/domain/Scope.ts"
import { Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { Exposure } from "../../../src/http/Exposure.ts"
import { type Again, KeptAnswers } from "../../../src/http/middleware/KeptAnswers.ts"
import type { RequestFacts } from "../../../src/http/RequestFacts.ts"
import { RateLimitsMemory } from "../../../src/testing/RateLimitsMemory.ts"
import { agency } from "../../support/records.ts"

const access = { kind: "any", scopes: ["projects:read"] } as const

/** A world of two workspaces whose keys are "one" and "two", and an endpoint that counts its calls. */
const make = Effect.gen(function* () {
  const world = { version: 1, tokens: 100, calls: 0, scopes: new Set<Scope>(["projects:read"]) }
  const principals = new Map<string, Omit<Principal, "scopes">>(
    ["one", "two"].map((name, at) => [
      name,
      {
        credentialId: ApiKeyId.fromUuid(`00000000-0000-7000-8000-0000000000a${at}`),
        actor: systemActor,
        workspace: agency(
          WorkspaceId.fromUuid(`00000000-0000-7000-8000-0000000000b${at}`),
          at === 0 ? "America/New_York" : "UTC"
        )
      }
    ])
  )
  const limits = yield* Effect.provide(RateLimits, RateLimitsMemory)
  const layers = Layer.mergeAll(
    Layer.succeed(Credentials, {
      authenticate: () => Effect.die("the endpoint asks"),
      peek: (secret) => {
        const found = principals.get(Redacted.value(secret))
        return found === undefined ? undefined : { ...found, scopes: world.scopes }
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
      WorkspaceVersions.make({
        ask: (_, tell) => tell(world.version),
        earlier: () => world.version
      })
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
  const built = yield* Layer.build(KeptAnswers.layer.pipe(Layer.provide(layers)))
  const kept = Context.get(built, KeptAnswers)

  const ask = (
    key: string,
    { path = "/v1/things", method = "GET", ...headers }: Record<string, string> = {}
  ) => {
    const facts: RequestFacts["Service"] = {
      route: "other",
      principal: undefined,
      keepable: undefined
    }
    const request = HttpServerRequest.fromWeb(
      new Request(`http://x.example${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...headers }
      })
    )
    const endpoint = Effect.sync(() => {
      world.calls += 1
      const found = principals.get(key)
      const response = HttpServerResponse.jsonUnsafe(
        { key, call: world.calls },
        { headers: { etag: `"${world.calls}"` } }
      )
      facts.route = "/v1/things"
      if (found !== undefined && world.scopes.size > 0) {
        facts.principal = { ...found, scopes: world.scopes }
        facts.keepable = { response, access, version: world.version }
      }
      return response
    })
    return Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const again = yield* Effect.callback<Again | undefined>((resume) => {
        const give = (found: Again | undefined) => resume(Effect.succeed(found))
        if (!kept.again(request, now, { hasLeft: () => false, give })) give(undefined)
      })
      if (again !== undefined) {
        const { response, route } = again.kept
        return { response, route, left: again.allowance?.remaining, tag: response.headers["etag"] }
      }
      const response = yield* endpoint
      kept.keep(request, facts, now)
      return { response, route: facts.route, left: undefined, tag: response.headers["etag"] }
    })
  }
  /** As where the credential was read again, after a change that the version told of before. */
  const rename = (key: string): void => {
    const found = principals.get(key)
    if (found === undefined) return
    const workspace = new Workspace({ ...found.workspace, name: "Renamed" })
    principals.set(key, { ...found, workspace })
  }
  return { world, ask, rename }
})

describe("kept answers", () => {
  it.effect("are given again, with what is left of the limit and under their route", () =>
    Effect.gen(function* () {
      const { world, ask } = yield* make
      const first = yield* ask("one")
      const second = yield* ask("one")
      assert.strictEqual(world.calls, 1)
      assert.deepStrictEqual(second.response.body, first.response.body)
      assert.strictEqual(second.left, 99)
      assert.strictEqual(second.route, "/v1/things")
    })
  )

  it.effect("end when the version moves", () =>
    Effect.gen(function* () {
      const { world, ask } = yield* make
      yield* ask("one")
      world.version = 2
      assert.strictEqual((yield* ask("one")).tag, '"2"')
      assert.strictEqual((yield* ask("one")).tag, '"2"')
    })
  )

  it.effect("end when the caller's workspace is known to be another", () =>
    Effect.gen(function* () {
      const { world, ask, rename } = yield* make
      yield* ask("one")
      rename("one")
      assert.strictEqual((yield* ask("one")).tag, '"2"')
      yield* ask("one")
      assert.strictEqual(world.calls, 2)
    })
  )

  it.effect("end at midnight of the workspace, and at midnight of UTC", () =>
    Effect.gen(function* () {
      const { world, ask } = yield* make
      world.tokens = 24 * 60
      const askEachMinuteFor = (minutes: number) =>
        Effect.repeat(Effect.andThen(TestClock.adjust("1 minute"), ask("one")), {
          times: minutes - 1
        })
      // 23:00 in New York.
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-03-10T03:00:00Z")))
      yield* ask("one")
      yield* askEachMinuteFor(59)
      assert.strictEqual(world.calls, 1)
      yield* askEachMinuteFor(1)
      assert.strictEqual(world.calls, 2)
      yield* askEachMinuteFor(20 * 60 - 1)
      assert.strictEqual(world.calls, 2)
      yield* askEachMinuteFor(1)
      assert.strictEqual(world.calls, 3)
    })
  )

  it.effect("are let go where nobody asks for a minute or two", () =>
    Effect.gen(function* () {
      const { world, ask } = yield* make
      yield* ask("one")
      yield* TestClock.adjust("59 seconds")
      yield* ask("one")
      assert.strictEqual(world.calls, 1)
      yield* TestClock.adjust("2 minutes")
      yield* ask("one")
      assert.strictEqual(world.calls, 2)
    })
  )

  it.effect("are those of the workspace, of the query and of what is accepted", () =>
    Effect.gen(function* () {
      const { world, ask } = yield* make
      yield* ask("one")
      assert.strictEqual((yield* ask("two")).tag, '"2"')
      assert.strictEqual((yield* ask("one")).tag, '"1"')
      assert.strictEqual((yield* ask("one", { path: "/v1/things?a=1" })).tag, '"3"')
      assert.strictEqual((yield* ask("one", { accept: "text/csv" })).tag, '"4"')
      assert.strictEqual(world.calls, 4)
    })
  )

  it.effect("are for nobody who would be refused", () =>
    Effect.gen(function* () {
      const { world, ask } = yield* make
      yield* ask("one")
      yield* ask("stranger")
      assert.strictEqual(world.calls, 2)
      const scopes = world.scopes
      world.scopes = new Set<Scope>()
      yield* ask("one")
      assert.strictEqual(world.calls, 3)
      world.scopes = scopes
      world.tokens = 0
      yield* ask("one")
      assert.strictEqual(world.calls, 4)
    })
  )

  it.effect("are not made of other methods, of pages, and of what another origin asks", () =>
    Effect.gen(function* () {
      const { world, ask } = yield* make
      for (const request of [
        { method: "HEAD" },
        { path: "/projects" },
        { path: `/v1/things?a=${"x".repeat(2000)}` },
        { origin: "https://x.example" }
      ]) {
        const before = world.calls
        yield* ask("one", request)
        yield* ask("one", request)
        assert.strictEqual(world.calls, before + 2)
      }
    })
  )
})
