/**
 * The bytes of a hostile body that are read, counted: up to the first broken bound, whatever its
 * length.
 */
import { assert, describe, it } from "@effect/vitest"
import { Exit, Schema, SchemaIssue } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { Api } from "../../../src/api/Api.ts"
import { ClientCreate } from "../../../src/domain/clients/ClientResource.ts"
import { formatProblems } from "../../../src/domain/Invalid.ts"
import { InvoiceCreate } from "../../../src/domain/invoices/InvoiceInputs.ts"
import { type Bounds, boundsOf } from "../../../src/http/body/BodyBounds.ts"
import { scanJson as scanBytes } from "../../../src/http/body/JsonScan.ts"
import { bodyBounds } from "../../../src/http/body/RequestBody.ts"
import { describeIssue } from "../../../src/http/body/SchemaIssues.ts"

const invoice = boundsOf(InvoiceCreate.ast)
const client = boundsOf(ClientCreate.ast)
const mebibyte = 1_048_576

const scanJson = (text: string, bounds: Bounds) => scanBytes(Buffer.from(text), bounds)

const filled = (before: string, item: string): string =>
  before + item.repeat(Math.floor((mebibyte - before.length) / item.length))

describe("scanning a body of 1 MiB", () => {
  it.each([
    ["a list of empty objects", filled('{"line_items":[', "{},"), 1000],
    ["lists in lists", filled('{"line_items":[', "[{}],"), 1200],
    ["a list where none belongs", filled('{"notes":[', "1,"), 600],
    ["a list for a body", filled("[", "{},"), 800],
    ["unknown keys", filled("{", '"x":1,'), 200],
    ["unknown keys of a line", filled('{"line_items":[{', '"x":1,'), 250],
    ["the same key again and again", filled("{", '"notes":"x",'), 500],
    ["depth", "[".repeat(mebibyte), 20],
    ["depth of objects", filled("", '{"a":'), 120],
    ["many small lists", filled('{"line_items":[', `{"x":[${"1,".repeat(150)}1]},`), 40_000],
    ["commas", ",".repeat(mebibyte), 2],
    ["closing brackets", "}".repeat(mebibyte), 2]
  ])("%s: stops early", (_, text, most) => {
    const { issues, isEmpty, read } = scanJson(text, invoice)
    assert.isAtMost(read, most)
    assert.isFalse(isEmpty)
    assert.isAtMost(issues.length, 20)
  })

  it("twice the length is read no further", () => {
    for (const item of ["{},", "[],", '"a",', "1,"]) {
      const text = filled('{"line_items":[', item)
      const once = scanJson(text, invoice).read
      assert.strictEqual(scanJson(text + text, invoice).read, once)
    }
  })

  it("what is within its bounds is read to its end, escapes and all", () => {
    const line = { description: '"\\\u0000{[😀'.repeat(100), quantity: 1.5, unit_price: -1e3 }
    const body = { client_id: "x", line_items: Array(200).fill(line), notes: "\\\\", nots: null }
    for (const text of [JSON.stringify(body), JSON.stringify(body, null, 2)]) {
      assert.deepStrictEqual(scanJson(text, invoice), {
        issues: [],
        isMore: false,
        inexact: [],
        isEmpty: false,
        read: Buffer.byteLength(text)
      })
    }
    const widest = JSON.stringify({ name: "\\ud83d\\ude00".repeat(255) }).replaceAll("\\\\", "\\")
    assert.deepStrictEqual(scanJson(widest, client).issues, [])
    const wider = widest.replace('{"name":"', '{"name":"xxxxxxxxxxxxx')
    assert.strictEqual(scanJson(wider, client).issues[0]?.path, "name")
    for (const text of ["", " \n"]) assert.isTrue(scanJson(text, client).isEmpty)
  })

  it("a key is the same key however it is written", () => {
    assert.deepStrictEqual(scanJson('{"n\\u0061me":"x"}', client).issues, [])
    const keys = Array.from({ length: 21 }, (_, index) => `"\\u0061${index}":1`).join(",")
    const { issues, isMore } = scanJson(`{${keys}}`, client)
    assert.deepStrictEqual(
      [issues.length, isMore, issues[3]?.path, scanJson(`{"__proto__":1}`, client).issues.length],
      [20, true, "a3", 0]
    )
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any

describe("declared bounds", () => {
  const document: Json = OpenApi.fromApi(Api)
  const operations = Object.values<Json>(document.paths).flatMap((path) =>
    Object.values<Json>(path)
  )
  const bodies = operations.flatMap(({ requestBody }) => {
    const schema = requestBody?.content["application/json"]?.schema
    return schema === undefined ? [] : [schema]
  })

  /** Every list that a body may carry, by what the document says of it. */
  const listsIn = (schema: Json): ReadonlyArray<Json> => {
    if (typeof schema !== "object" || schema === null) return []
    const name = /^#\/components\/schemas\/(.*)$/.exec(schema.$ref ?? "")?.[1]
    if (name !== undefined) return listsIn(document.components.schemas[name])
    return [
      ...(schema.type === "array" ? [schema] : []),
      ...Object.entries<Json>(schema).flatMap(([key, value]) =>
        key === "examples" ? [] : listsIn(value)
      )
    ]
  }

  it("every list that a body may carry says in the document how many items it takes", () => {
    assert.isAbove(bodies.length, 8)
    const lists = bodies.flatMap(listsIn)
    assert.isAbove(lists.length, 4)
    for (const list of lists) assert.isNumber(list.maxItems, JSON.stringify(list).slice(0, 200))
  })

  it("the scan holds every body to the same", () => {
    const lists: string[] = []
    const walk = (path: string, { keys, items }: Bounds): void => {
      if (items !== undefined) lists.push(`${path}: ${items.max}`)
      if (items !== undefined) walk(`${path}[]`, items.each)
      for (const [key, bounds] of keys ?? []) walk(`${path}.${key}`, bounds)
    }
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint }) => {
        const bounds = bodyBounds(endpoint)
        if (bounds !== undefined) assert.isDefined(bounds.keys, endpoint.path)
        walk(`${endpoint.method} ${endpoint.path}`, bounds ?? {})
      }
    })
    for (const list of [
      "POST /v1/invoices.line_items: 200",
      "PATCH /v1/invoices/:id.line_items: 200",
      "POST /v1/clients/:id/invite.project_ids: 100",
      "POST /v1/webhook_endpoints.events: 50",
      "PATCH /v1/webhook_endpoints/:id.events: 50"
    ]) {
      assert.include(lists, list)
    }
  })
})

describe("issues", () => {
  const issueOf = (value: unknown) => {
    const options = { errors: "all", onExcessProperty: "error" } as const
    const exit = Schema.decodeUnknownExit(InvoiceCreate, options)(value)
    const failure = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
    if (failure?._tag !== "Fail") throw new Error("it was decoded")
    return failure.error.issue
  }

  it("of hundreds found, twenty are put into words", () => {
    let formatted = 0
    const format = SchemaIssue.makeFormatterStandardSchemaV1()
    const message = describeIssue(issueOf({ line_items: Array(200).fill({}) }), (issue) => {
      formatted += 1
      return format(issue)
    })
    assert.strictEqual(formatted, 20)
    assert.strictEqual(message.split("; ").length, 21)
  })

  it("a message stays under 4 KiB and well-formed, whatever it is made of", () => {
    for (const text of ["x", "é", "漢", "😀", "\u0001"]) {
      for (const count of [1, 2, 19, 20, 200]) {
        const issue = { path: text.repeat(500), message: text.repeat(5000) }
        const message = formatProblems(Array(count).fill(issue))
        assert.isBelow(Buffer.byteLength(message), 4096)
        assert.isTrue(message.isWellFormed())
      }
    }
    const short = [
      { path: "a", message: "b" },
      { path: "", message: "c" }
    ]
    assert.strictEqual(formatProblems(short), "a: b; c")
  })
})
