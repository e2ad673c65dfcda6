/** `/docs` says all that the OpenAPI document says, and needs nothing but itself. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { send } from "../../support/requests.ts"
import { unescapeHtml } from "../../support/visitor.ts"

layer(layerRetainerMemory)("the documentation", (it) => {
  it.effect("has every operation, schema, field and scope", () =>
    Effect.gen(function* () {
      const { body: page } = yield* send("GET", "/docs")
      const { body: document } = yield* send("GET", "/openapi.json")
      for (const [path, methods] of Object.entries<object>(document.paths)) {
        for (const [method, operation] of Object.entries(methods)) {
          assert.include(page, `${method.toUpperCase()} ${path}</code>`)
          assert.include(page, `id="${operation.operationId}"`)
          for (const { name } of operation.parameters) assert.include(page, `<code>${name}</code>`)
          const { any = [], all = [] } = operation["x-required-scopes"] ?? {}
          for (const scope of [...any, ...all]) {
            assert.include(page, `<code>${scope}</code>`)
          }
        }
      }
      for (const [name, schema] of Object.entries<{ properties?: object }>(
        document.components.schemas
      )) {
        const section = page.split(`id="schema-${name}"`)[1]?.split("</section>")[0]
        assert.isDefined(section, name)
        for (const field of Object.keys(schema.properties ?? {})) {
          assert.include(section, `<code>${field}</code>`, name)
        }
      }
    })
  )

  it.effect("has a command of each operation whose body is no form, with ids in variables", () =>
    Effect.gen(function* () {
      const page: string = (yield* send("GET", "/docs")).body
      const { body: document } = yield* send("GET", "/openapi.json")
      const operations = Object.values<Record<string, { requestBody?: { content: object } }>>(
        document.paths
      ).flatMap((methods) => Object.values(methods))
      const forms = operations.filter(
        ({ requestBody }) =>
          requestBody !== undefined && !("application/json" in requestBody.content)
      )
      const commands = [...page.matchAll(/<code data-shell[^>]*>(.*?)<\/code>/gs)].map(
        ([, text = ""]) => unescapeHtml(text)
      )
      assert.strictEqual(forms.length, 2)
      assert.strictEqual(commands.length, operations.length - forms.length)
      assert.include(
        commands,
        'curl -X POST "$RETAINER/v1/invoices/$ID/void" \\\n  -H "Authorization: Bearer $KEY" \\\n' +
          "  -H 'Content-Type: application/json' \\\n  -d '{\"reason\":\"Sent to the wrong client\"}'"
      )
    })
  )

  it.effect(
    "leads nowhere that is not there, names nothing twice, loads nothing from outside",
    () =>
      Effect.gen(function* () {
        const { body, headers } = yield* send("GET", "/docs")
        const page: string = body
        const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)
        assert.strictEqual(new Set(ids).size, ids.length)
        const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id = ""]) => id)
        assert.isAbove(targets.length, 100)
        for (const target of targets) assert.include(ids, target)
        assert.notMatch(page, /(src|href)="(https?:)?\/\//)
        assert.notMatch(page, /<script(?![^>]*src="\/assets)/)
        assert.notInclude(headers.get("content-security-policy") ?? "", "unsafe")
      })
  )
})
