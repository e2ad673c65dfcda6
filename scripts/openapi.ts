/** Writes the OpenAPI document of the API value; a test compares it with the golden copy. */
import { writeFileSync } from "node:fs"
import { OpenApi } from "effect/http-api"
import { Api } from "../src/api/Api.ts"

const file = new URL("../test/golden/openapi.json", import.meta.url)
writeFileSync(file, `${JSON.stringify(OpenApi.fromApi(Api), null, 2)}\n`)
console.log("wrote test/golden/openapi.json")
