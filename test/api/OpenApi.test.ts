/** The OpenAPI document does not change unseen, and every operation says what it needs. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { routes } from "../support/routes.ts"

const golden = JSON.parse(readFileSync(new URL("../golden/openapi.json", import.meta.url), "utf8"))

describe("openapi", () => {
  it("is the golden copy; `npm run openapi` writes it anew", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(OpenApi.fromApi(Api))), golden)
  })

  it("names the scope and every error on every operation", () => {
    for (const { method, path, rule } of routes) {
      const operation = golden.paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()]
      const each = rule.scopes.map((scope) => ({ bearer: [scope] }))
      assert.deepStrictEqual(
        operation.security,
        rule.kind === "any" ? each : [{ bearer: rule.scopes }]
      )
      for (const scope of rule.scopes) assert.include(operation.description, scope)
      for (const status of ["400", "401", "403", "500"])
        assert.property(operation.responses, status)
      if (path.includes(":id")) assert.property(operation.responses, "404")
      if (method === "POST" || method === "PATCH") assert.property(operation.responses, "422")
    }
  })
})
