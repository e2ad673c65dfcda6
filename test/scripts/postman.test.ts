/** The collection in docs/ is the one of this API, and has every operation of it. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import { collectionOf } from "../../scripts/postman.ts"
import { Api } from "../../src/api/Api.ts"
import { routes } from "../support/routes.ts"

const file = new URL("../../docs/retainer.postman_collection.json", import.meta.url)
const written = JSON.parse(readFileSync(file, "utf8"))

describe("the collection", () => {
  it("is what npm run openapi writes", () => {
    const made = collectionOf(JSON.parse(JSON.stringify(OpenApi.fromApi(Api))))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(made)), written)
  })

  it("has every operation, below its folder", () => {
    const [job, ...folders] = written.item
    assert.strictEqual(job.item.length, 6)
    const found = folders.flatMap(
      (folder: { item: ReadonlyArray<{ request: { method: string; url: { raw: string } } }> }) =>
        folder.item.map(({ request: { method, url } }) => `${method} ${url.raw}`)
    )
    const expected = routes.map(({ method, path }) => `${method} {{base_url}}${path}`)
    assert.sameMembers(found, [...expected, "POST {{base_url}}/v1/oauth/token"])
  })

  it("has no id of an example where a variable stands for one", () => {
    const bodies = JSON.stringify(written.item)
    assert.include(bodies, "{{client_id}}")
    assert.notMatch(bodies, /(?:client|proj|inv|user)_01h2/)
  })
})
