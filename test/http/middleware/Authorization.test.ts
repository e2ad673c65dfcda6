/** What declares no scope is not served: with such an endpoint the API is not even built. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { group, query, unauthenticated } from "../../../src/api/Endpoint.ts"
import { Authorization } from "../../../src/api/Middleware.ts"
import { layerAuthorization } from "../../../src/http/middleware/Authorization.ts"
import { RateLimitsOff } from "../../../src/infra/ratelimit/RateLimitsBucket.ts"

const served = Effect.succeed(HttpServerResponse.empty())

/** What the middleware makes of each endpoint when an API is built. */
const applied = <Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<"a", Groups>) =>
  Effect.map(Authorization, (authorize) => () => {
    HttpApi.reflect(api, {
      onGroup: () => {},
      onEndpoint: (context) => {
        authorize(served, context)
      }
    })
  }).pipe(Effect.provide(Layer.provide(layerAuthorization, RateLimitsOff)))

const open = unauthenticated(HttpApiEndpoint.post("open", "/open"), {
  because: "it is a test",
  summary: "S"
})

describe("an endpoint behind authentication", () => {
  it.effect("that is declared to need no credential", () =>
    Effect.map(applied(HttpApi.make("a").add(group("g", "G.", open))), (build) =>
      assert.throws(build, "open needs no credential (it is a test), yet one is asked for")
    )
  )

  it.effect("that declares nothing", () => {
    const ruled = query(HttpApiEndpoint.get("ruled", "/ruled"), {
      scope: "projects:read",
      summary: "S"
    })
    const raw = group("g", "G.", ruled).add(HttpApiEndpoint.get("raw", "/raw"))
    return Effect.map(applied(HttpApi.make("a").add(raw)), (build) =>
      assert.throws(build, "The endpoint raw declares no rule")
    )
  })
})
