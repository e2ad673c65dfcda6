/** The golden OpenAPI document, and an answer of the server held against what it says of it. */
import { readFileSync } from "node:fs"
import { assert } from "@effect/vitest"
import { readCsv } from "./csv.ts"
import { problemsOf, resolved, type Schema } from "./jsonSchema.ts"
import type { Answer } from "./requests.ts"

const file = new URL("../golden/openapi.json", import.meta.url)
export const document: Schema = JSON.parse(readFileSync(file, "utf8"))

/** The document's operation for an endpoint whose path has `:id`. */
export const operationOf = (method: string, path: string): Schema =>
  document.paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()]

/** Headers for browsers and proxies, not for API clients; CORS has its own test. */
const besides = [
  "content-type",
  "content-length",
  "content-security-policy",
  "referrer-policy",
  "x-content-type-options",
  "x-frame-options"
]

const expectHeaders = (about: string, response: Schema, headers: Headers): void => {
  const documented = Object.entries<Schema>(response.headers)
  for (const [name, given] of documented) {
    const { required, schema } = resolved(document, given)
    const sent = headers.get(name)
    if (sent === null) assert.isFalse(required, `${about}: ${name} is not sent`)
    else {
      const value = schema.type === "integer" ? Number(sent) : sent
      assert.deepStrictEqual(problemsOf(document, schema, value), [], `${about}: ${name} ${sent}`)
    }
  }
  const names = documented.map(([name]) => name.toLowerCase())
  const others = [...headers.keys()].filter((name) => !besides.includes(name))
  assert.includeMembers(names, others, `${about}: sent and not documented`)
}

/** A table beside the JSON of a list: its header row is documented. */
const expectTable = (method: string, path: string, { body }: Answer): void => {
  const [header] = readCsv(body)
  assert.deepStrictEqual(header, operationOf(method, path)["x-csv-columns"], `${method} ${path}`)
}

/** Status, headers and body are documented, and what is documented is there. */
export const expectDocumented = (method: string, path: string, answer: Answer): void => {
  const { status, headers, body } = answer
  const about = `${method} ${path} ${status}`
  const response = operationOf(method, path).responses[status]
  assert.isDefined(response, about)
  expectHeaders(about, response, headers)
  if (headers.get("content-type")?.startsWith("text/csv")) {
    expectTable(method, path, answer)
    return
  }
  const [type = "", ...more] = (headers.get("content-type") ?? "").split(";")
  const media = response.content?.[type]
  if (response.content === undefined) assert.strictEqual(body, "", about)
  else assert.isDefined(media, `${about}: ${[type, ...more].join(";")}`)
  if (type === "application/json") {
    assert.deepStrictEqual(problemsOf(document, media.schema, body), [], about)
  }
}
