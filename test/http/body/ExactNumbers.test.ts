/**
 * Which numbers of a JSON text are the same once it is read, and how those that are not are
 * refused.
 */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { inexactness, scanJson } from "../../../src/http/body/JsonScan.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { send } from "../../support/requests.ts"

/** The same by exact arithmetic: both decimals as integers of one power of ten. */
const isKept = (text: string): boolean => {
  const parts = (decimal: string) => {
    const [, sign, whole, fraction = "", power = "0"] =
      /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(decimal) ?? []
    return { digits: BigInt(`${sign}${whole}${fraction}`), power: Number(power) - fraction.length }
  }
  const value = Number(text)
  if (!Number.isFinite(value)) return false
  const [a, b] = [parts(text), parts(String(value))]
  const least = Math.min(a.power, b.power)
  return a.digits * 10n ** BigInt(a.power - least) === b.digits * 10n ** BigInt(b.power - least)
}

describe("a number of a JSON text", () => {
  it.each([
    "0",
    "-0",
    "0.0",
    "0e9",
    "1",
    "-1",
    "1.50",
    "0.1",
    "0.29",
    "1e2",
    "1E+2",
    "100e-2",
    "12000.000",
    "999999999999999",
    "9007199254740991",
    "9007199254740992",
    "9007199254740994",
    "1.0000000000000000000000",
    "100000000000000000000",
    "1e20",
    "1e308",
    "5e-324",
    "0.30000000000000004"
  ])("%s is kept", (text) => {
    assert.isUndefined(inexactness(text))
    assert.isTrue(isKept(text))
  })

  it.each([
    ["9007199254740993", "9007199254740992"],
    ["-9007199254740993", "-9007199254740992"],
    ["1.0000000000000001", "1"],
    ["90071992547409.93000001", "90071992547409.94"],
    ["1e400", "Infinity"],
    ["-1e400", "-Infinity"],
    ["1e-400", "0"],
    ["9007199254740993e0", "9007199254740992"],
    ["0.1000000000000000055511151231257827", "0.1"],
    ["1e99999999999999999999", "Infinity"]
  ])("%s is not: it would be %s", (text, value) => {
    assert.strictEqual(
      inexactness(text),
      `must be a number that JSON carries exactly: ${text} would be read as ${value}`
    )
  })

  it("is told by its text for any digits and power", () => {
    const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,24})$/)
    const fraction = fc.oneof(fc.constant(""), fc.stringMatching(/^\.[0-9]{1,24}$/))
    const power = fc.oneof(fc.constant(""), fc.stringMatching(/^e-?[0-9]{1,3}$/))
    fc.assert(
      fc.property(digits, fraction, power, (...parts) => {
        const text = parts.join("")
        assert.strictEqual(inexactness(text) === undefined, isKept(text), text)
      }),
      { numRuns: 2000 }
    )
  })

  it("what JSON.stringify writes is kept", () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(fc.property(double, (value) => inexactness(JSON.stringify(value)) === undefined))
  })

  it("is named by its path, twenty of them at most and one to tell of more", () => {
    const scan = (text: string) => scanJson(Buffer.from(text), {}).inexact.map(({ path }) => path)
    assert.deepStrictEqual(scan('{"a":[1,{"b":1e400}],"c":9007199254740993,"d":"1e400"}'), [
      "a[1].b",
      "c"
    ])
    assert.lengthOf(scan(`[${Array(100).fill("1e400").join(",")}]`), 21)
  })
})

layer(layerRetainerMemory)("an amount that JSON does not carry", (it) => {
  const start = Effect.gen(function* () {
    const app = yield* RetainerMemory
    const { apiKey } = yield* app.workspace()
    const post = (path: string, raw: string, headers = {}) =>
      send("POST", path, { key: apiKey, raw, headers })
    const client = (yield* post("/v1/clients", '{"name":"A","email":"a@x.example"}')).body.id
    const line = (price: string, quantity = "1") =>
      `{"client_id":"${client}","line_items":[{"description":"x","quantity":${quantity},"unit_price":${price}}]}`
    return { post, line }
  })

  it.effect("is refused by name, and nothing is written", () =>
    Effect.gen(function* () {
      const { post, line } = yield* start
      const first = yield* post("/v1/invoices", line("16777217"))
      assert.strictEqual(first.body.line_items[0].unit_price, 16_777_217)
      for (const [raw, field] of [
        [line("99999999999.0000001"), "line_items[0].unit_price"],
        [line("9007199254740993"), "line_items[0].unit_price"],
        [line("1e400"), "line_items[0].unit_price"],
        [line("100", "1.0000000000000001"), "line_items[0].quantity"],
        [line("100").replace("{", '{"tax_rate":0.19000000000000000001,'), "tax_rate"]
      ] as const) {
        for (const headers of [{}, { "idempotency-key": "once" }]) {
          const { status, body } = yield* post("/v1/invoices", raw, headers)
          assert.strictEqual(status, 422, raw)
          assert.match(body.error.message, /: must be a number that JSON carries exactly: /)
          assert.isTrue(body.error.message.startsWith(`${field}: `), body.error.message)
        }
      }
      const next = yield* post("/v1/invoices", line("1"))
      assert.strictEqual(next.body.number, "INV-0002")
    })
  )

  it.effect("a text that is no JSON stays 400, one that is no object 422", () =>
    Effect.gen(function* () {
      const { post, line } = yield* start
      const broken = yield* post("/v1/invoices", line("1e400").slice(0, -1))
      assert.strictEqual(broken.status, 400)
      const list = yield* post("/v1/invoices", "[1e400]")
      assert.strictEqual(list.body.error.message, "the body must be a JSON object")
    })
  )
})
