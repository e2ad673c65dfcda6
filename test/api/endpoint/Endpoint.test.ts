/** The constructors of endpoints: what follows from a declaration. */
import { assert, describe, it } from "@effect/vitest"
import { Context } from "effect"
import { HttpApiEndpoint, type HttpApiGroup, OpenApi } from "effect/http-api"
import { command, group, query, unauthenticated } from "../../../src/api/endpoint/Endpoint.ts"
import { ruleOf } from "../../../src/api/endpoint/EndpointRule.ts"
import { BodyErrors, Idempotency, Identity } from "../../../src/api/endpoint/Middleware.ts"
import { action, create, Done, finish, get, list, remove, resource, update } from "../things.ts"

class Things extends group(
  "things",
  "Things.",
  command(create, { ...resource, body: "optional" }),
  command(finish, action),
  command(update, resource),
  command(remove, action),
  query(get, { ...resource, scope: "projects:read", description: "D." }),
  query(list, {
    cacheable: { shows: [] },
    scope: { kind: "all of a key", scopes: ["projects:read", "tasks:read"] },
    role: "admin",
    summary: "S"
  }),
  unauthenticated(HttpApiEndpoint.post("token", "/token", { success: Done }), {
    because: "a credential comes from here",
    summary: "S",
    description: "D."
  })
) {}

type Endpoints = HttpApiGroup.Endpoints<typeof Things>
type MiddlewareOf<Id extends string> = HttpApiEndpoint.MiddlewareWithIdentifier<Endpoints, Id>
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

// The types state what the middlewares below provide.
const inTypes: [
  Same<MiddlewareOf<"create">, BodyErrors | Idempotency | Identity>,
  Same<MiddlewareOf<"finish">, Idempotency | Identity>,
  Same<MiddlewareOf<"update">, BodyErrors | Identity>,
  Same<MiddlewareOf<"remove">, Identity>,
  Same<MiddlewareOf<"get">, Identity>,
  // A cacheable endpoint does not learn who the caller is.
  Same<MiddlewareOf<"list">, never>,
  Same<MiddlewareOf<"token">, never>
] = [true, true, true, true, true, true, true]

const middlewaresOf = (
  endpoint: Pick<HttpApiEndpoint.Top, "annotations" | "middlewares">
): ReadonlyArray<unknown> => [...endpoint.middlewares]

const transformed = (endpoint: Pick<HttpApiEndpoint.Top, "annotations" | "middlewares">) => {
  const transform = Context.getOrUndefined(endpoint.annotations, OpenApi.Transform)
  return transform?.({ parameters: [], requestBody: { required: true }, responses: {} })
}
const headersOf = (
  endpoint: Pick<HttpApiEndpoint.Top, "annotations" | "middlewares">
): ReadonlyArray<string> =>
  transformed(endpoint)?.["parameters"].map(({ name }: { name: string }) => name)
const descriptionOf = (endpoint: Pick<HttpApiEndpoint.Top, "annotations" | "middlewares">) =>
  Context.getOrUndefined(endpoint.annotations, OpenApi.Description)

const { endpoints } = Things

describe("endpoints", () => {
  it("a command's body is checked where it takes one, and every POST takes an Idempotency-Key", () => {
    assert.isTrue(inTypes.every((one) => one))
    assert.deepStrictEqual(middlewaresOf(endpoints.create), [BodyErrors, Idempotency, Identity])
    assert.deepStrictEqual(middlewaresOf(endpoints.finish), [Idempotency, Identity])
    assert.deepStrictEqual(middlewaresOf(endpoints.update), [BodyErrors, Identity])
    for (const one of [endpoints.remove, endpoints.get]) {
      assert.deepStrictEqual(middlewaresOf(one), [Identity])
    }
    for (const one of [endpoints.list, endpoints.token]) {
      assert.deepStrictEqual(middlewaresOf(one), [])
    }
  })

  it("carry their rule", () => {
    assert.deepStrictEqual(ruleOf(endpoints.create), {
      access: { kind: "any", scopes: ["projects:write"], role: "member" },
      isIdempotent: true,
      isBodyOptional: true,
      answers: "resource",
      comparesIfMatch: false,
      holdsSecret: false
    })
    assert.deepStrictEqual(ruleOf(endpoints.list), {
      access: { kind: "all of a key", scopes: ["projects:read", "tasks:read"], role: "admin" },
      cacheable: { shows: [] },
      isIdempotent: false,
      isBodyOptional: false,
      answers: "other",
      comparesIfMatch: false,
      holdsSecret: false
    })
    assert.deepStrictEqual(ruleOf(endpoints.token), {
      access: { kind: "none", because: "a credential comes from here" },
      isIdempotent: false,
      isBodyOptional: false,
      answers: "other",
      comparesIfMatch: false,
      holdsSecret: false
    })
  })

  it("are described by it: headers, scopes, whether a body is needed", () => {
    assert.deepStrictEqual(headersOf(endpoints.create), ["Idempotency-Key"])
    assert.deepStrictEqual(headersOf(endpoints.finish), ["Idempotency-Key", "If-Match"])
    assert.deepStrictEqual(headersOf(endpoints.update), ["If-Match"])
    assert.deepStrictEqual(headersOf(endpoints.remove), ["If-Match"])
    assert.deepStrictEqual(headersOf(endpoints.get), ["If-None-Match"])
    for (const one of [endpoints.list, endpoints.token]) {
      assert.deepStrictEqual(headersOf(one), [])
    }
    assert.deepStrictEqual(transformed(endpoints.create)?.["requestBody"], { required: false })
    assert.deepStrictEqual(transformed(endpoints.update)?.["requestBody"], { required: true })
    assert.deepStrictEqual(transformed(endpoints.get)?.["security"], [
      { bearer: [] },
      { oauth2: ["projects:read"] }
    ])
    assert.deepStrictEqual(transformed(endpoints.token)?.["security"], [])
    assert.strictEqual(descriptionOf(endpoints.get), "D.\n\nScope: `projects:read`")
    assert.strictEqual(
      descriptionOf(endpoints.list),
      "An API key with `projects:read`, `tasks:read`"
    )
    assert.strictEqual(descriptionOf(endpoints.token), "D.")
  })

  it("a list that is also a table has its columns in its rule and in the document", () => {
    const { endpoint } = query(list, { ...action, scope: "projects:read", table: true })
    assert.deepStrictEqual(ruleOf(endpoint).table, [
      { name: "id", path: ["id"] },
      { name: "created_at", path: ["created_at"] }
    ])
    const transform = Context.getOrUndefined(endpoint.annotations, OpenApi.Transform)
    const described = transform?.({
      parameters: [],
      responses: { 200: { description: "Success", content: { "application/json": {} } } }
    })
    assert.deepStrictEqual(described?.["x-csv-columns"], ["id", "created_at"])
    const { content } = described?.["responses"]["200"] ?? {}
    assert.deepStrictEqual(Object.keys(content), ["application/json"])
  })

  it("without a rule are refused by whoever asks for it", () => {
    assert.throws(() => ruleOf(get), "The endpoint get declares no rule")
  })
})
