/** The OpenAPI document does not change unseen, and every operation says what it needs. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { scopes } from "../../src/domain/access/Scope.ts"
import { routes } from "../support/routes.ts"

const golden = JSON.parse(readFileSync(new URL("../golden/openapi.json", import.meta.url), "utf8"))

describe("openapi", () => {
  it("is the golden copy; `npm run openapi` writes it anew", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(OpenApi.fromApi(Api))), golden)
  })

  it("names the scope and every error on every operation", () => {
    for (const { method, path, rule } of routes) {
      const operation = golden.paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()]
      const ways = rule.kind === "any" ? rule.scopes.map((scope) => [scope]) : [rule.scopes]
      // Apps that act for a user do not manage the workspace.
      const byApp = rule.kind === "all of a key" ? [] : ways.map((each) => ({ oauth2: each }))
      assert.deepStrictEqual(operation.security, [{ bearer: [] }, ...byApp])
      const needed = operation["x-required-scopes"]
      assert.deepStrictEqual(needed, { [rule.kind === "any" ? "any" : "all"]: rule.scopes })
      for (const scope of rule.scopes) assert.include(operation.description, scope)
      for (const status of ["400", "401", "403", "500"])
        assert.property(operation.responses, status)
      if (path.includes(":id")) assert.property(operation.responses, "404")
      if (method === "POST" || method === "PATCH") assert.property(operation.responses, "422")
    }
  })

  it("has both schemes, with every scope, and says whom to ask", () => {
    const { bearer, oauth2 } = golden.components.securitySchemes
    assert.deepInclude(bearer, { type: "http", scheme: "bearer" })
    const { scopes: offered } = oauth2.flows.authorizationCode
    assert.deepStrictEqual(Object.keys(offered), [...scopes])
    assert.isString(golden.info.contact.name)
  })
})
