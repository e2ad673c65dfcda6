/** The typed client has every endpoint of the API, with the same words, method and path. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { HttpClient } from "effect/http"
import { Api } from "../../src/api/Api.ts"
import { WireApi } from "../../src/api/WireApi.ts"
import { makeClient } from "../../src/client.ts"

interface Endpoints {
  readonly groups: Readonly<
    Record<
      string,
      {
        readonly endpoints: Readonly<
          Record<
            string,
            {
              readonly method: string
              readonly path: string
              readonly payload: ReadonlyMap<string, unknown>
            }
          >
        >
      }
    >
  >
}

const endpointsOf = ({ groups }: Endpoints): ReadonlyArray<string> =>
  Object.entries(groups).flatMap(([group, { endpoints }]) =>
    Object.entries(endpoints).map(
      ([name, { method, path, payload }]) =>
        `${group}.${name} ${method} ${path} ${[...payload.keys()].join()}`
    )
  )

describe("the API as its callers see it", () => {
  it("has the endpoints of the API, and no others", () => {
    assert.isAbove(endpointsOf(Api).length, 30)
    assert.deepEqual(endpointsOf(WireApi), endpointsOf(Api))
  })

  it.effect("is all in the typed client", () =>
    Effect.gen(function* () {
      const client = yield* makeClient({
        baseUrl: "http://127.0.0.1",
        apiKey: Redacted.make("rk_x")
      })
      const methods = Object.entries(client).flatMap(([group, of]) =>
        Object.entries(of).map(([name, call]) => `${group}.${name} ${typeof call}`)
      )
      assert.sameMembers(
        methods,
        endpointsOf(Api).map((one) => `${one.split(" ", 1)[0]} function`)
      )
    }).pipe(
      Effect.provideService(
        HttpClient.HttpClient,
        HttpClient.make(() => Effect.die(new Error("nothing is sent")))
      )
    )
  )
})
