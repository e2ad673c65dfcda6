/**
 * Writes the OpenAPI document of the API value, and the collection that follows from it; tests
 * compare both.
 */
import { writeFileSync } from "node:fs"
import { OpenApi } from "effect/http-api"
import { Api } from "../src/api/Api.ts"
import { collectionOf } from "./postman.ts"

const document = OpenApi.fromApi(Api)

for (const [file, content] of [
  ["test/golden/openapi.json", document],
  ["docs/retainer.postman_collection.json", collectionOf(document)]
] as const) {
  writeFileSync(new URL(`../${file}`, import.meta.url), `${JSON.stringify(content, null, 2)}\n`)
  console.log(`wrote ${file}`)
}
