/** Every endpoint of the API, against the rule that it declares. */
import { assert, describe, it } from "@effect/vitest"
import { SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { uploadType } from "../../src/api/endpoint/Endpoint.ts"
import { type EndpointRule, ruleOf } from "../../src/api/endpoint/EndpointRule.ts"
import {
  Authentication,
  BodyErrors,
  Defects,
  Idempotency,
  Identity,
  Upload
} from "../../src/api/endpoint/Middleware.ts"

interface Found {
  readonly name: string
  readonly endpoint: HttpApiEndpoint.Top
  readonly rule: EndpointRule
}

const found: ReadonlyArray<Found> = (() => {
  const all: Found[] = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({
      endpoint,
      group
    }: {
      endpoint: HttpApiEndpoint.Top
      group: { identifier: string }
    }) => {
      const name = `${group.identifier}.${endpoint.identifier}`
      all.push({ name, endpoint, rule: ruleOf(endpoint) })
    }
  })
  return all
})()

const namesWhere = (is: (one: Found) => boolean): ReadonlyArray<string> =>
  found.filter(is).map(({ name }) => name)

const keysOf = (ast: SchemaAST.AST): ReadonlyArray<PropertyKey> => {
  const encoded = SchemaAST.toEncoded(ast)
  return SchemaAST.isObjects(encoded) ? encoded.propertySignatures.map(({ name }) => name) : []
}

const answersResource = ({ endpoint }: Found): boolean =>
  [...endpoint.success].some((schema) => {
    const keys = keysOf(schema.ast)
    return keys.includes("id") && keys.includes("created_at")
  })

const hasTagOfItsOwn = ({ endpoint }: Found): boolean =>
  [...endpoint.success].some(
    (schema) => HttpApiSchema.isWithHeaders(schema) && keysOf(schema.headers.ast).includes("etag")
  )

describe("the rules of all endpoints", () => {
  it("one resource is answered where it is declared, and nowhere else", () => {
    const declared = namesWhere(({ rule }) => rule.answers === "resource")
    assert.deepStrictEqual(declared, namesWhere(answersResource))
    assert.include(declared, "invoices.void")
    assert.notInclude(declared, "invoices.send")
  })

  it("a file with a tag of its own, too", () => {
    assert.deepStrictEqual(namesWhere(hasTagOfItsOwn), [
      "invoices.pdf",
      "invoices.xml",
      "credit_notes.pdf",
      "credit_notes.xml"
    ])
    assert.deepStrictEqual(
      namesWhere(({ rule }) => rule.answers === "file"),
      ["invoices.pdf", "invoices.xml", "credit_notes.pdf", "credit_notes.xml"]
    )
  })

  it("only the token endpoint is asked without a credential", () => {
    assert.deepStrictEqual(
      namesWhere(({ rule }) => rule.access.kind === "none"),
      ["oauth.token"]
    )
  })

  it("every other passes what knows its caller, scope and limit; of middlewares the last is the outermost", () => {
    const around = [Authentication, Defects]
    for (const { name, endpoint, rule } of found) {
      const middlewares: ReadonlyArray<unknown> = [...endpoint.middlewares]
      if (rule.access.kind === "none") {
        assert.deepStrictEqual(middlewares, [Defects], name)
        continue
      }
      const isUpload = endpoint.payload.has(uploadType)
      const own = [
        ...(endpoint.payload.size > 0 && !isUpload ? [BodyErrors] : []),
        ...(endpoint.method === "POST" ? [Idempotency] : []),
        // A file is received before a transaction begins.
        ...(isUpload ? [Upload] : []),
        // The handler of a cacheable answer does not know its caller.
        ...(rule.cacheable === undefined ? [Identity] : [])
      ]
      assert.deepStrictEqual(middlewares, [...own, ...around], name)
      assert.strictEqual(rule.isIdempotent, endpoint.method === "POST", name)
      assert.isAbove(rule.access.scopes.length, 0, name)
    }
  })
})
