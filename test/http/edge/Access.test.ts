/** An API with an endpoint that declares no scope cannot be built. */
import { assert, describe, it } from "@effect/vitest"
import { HttpApi, HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { group, query, unauthenticated } from "../../../src/api/endpoint/Endpoint.ts"
import { accessOf } from "../../../src/http/edge/Endpoints.ts"

/** Checks each endpoint as the server does when it builds the API. */
const build =
  <Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<"a", Groups>) =>
  () =>
    HttpApi.reflect(api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint }) => {
        accessOf(endpoint)
      }
    })

const open = unauthenticated(HttpApiEndpoint.post("open", "/open"), {
  because: "it is a test",
  summary: "S"
})

describe("an endpoint behind authentication", () => {
  it("that is declared to need no credential", () => {
    assert.throws(
      build(HttpApi.make("a").add(group("g", "G.", open))),
      "open needs no credential (it is a test), yet one is asked for"
    )
  })

  it("that declares nothing", () => {
    const ruled = query(HttpApiEndpoint.get("ruled", "/ruled"), {
      scope: "projects:read",
      role: "member",
      summary: "S"
    })
    const raw = group("g", "G.", ruled).add(HttpApiEndpoint.get("raw", "/raw"))
    assert.throws(build(HttpApi.make("a").add(raw)), "The endpoint raw declares no rule")
  })
})
