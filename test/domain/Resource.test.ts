/** One declaration gives a type, a codec and a schema: what holds of every resource and input. */
import { readdirSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Predicate, Schema } from "effect"
import fc from "fast-check"
import {
  fieldsOf,
  Instant,
  Minor,
  queryShape,
  type Shape,
  shape
} from "../../src/domain/Resource.ts"
import { arbitraryOf } from "../support/shapes.ts"

const domain = new URL("../../src/domain/", import.meta.url)

const isShape = (value: unknown): value is Shape<unknown> =>
  Schema.isSchema(value) && fieldsOf(value.ast) !== undefined

/** Every shape that a file of the domain exports, by its name: none can be left out. */
const shapes: Array<readonly [name: string, one: Shape<unknown>]> = []
for (const file of readdirSync(domain, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".ts")) continue
  const exported: object = await import(new URL(file, domain).pathname)
  for (const [name, value] of Object.entries(exported)) {
    if (isShape(value)) shapes.push([`${file}: ${name}`, value])
  }
}

const keysOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.flatMap(keysOf)
    : Predicate.isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => [key, ...keysOf(item)])
      : []

/** Values as they come back from JSON. */
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("every resource and input", () => {
  it("is found", () => {
    assert.isAbove(shapes.length, 20)
  })

  for (const [name, one] of shapes) {
    it(`${name} comes back from the wire as it went, in snake_case and without Minor`, () => {
      const encode = Schema.encodeUnknownSync(one)
      const decode = Schema.decodeUnknownSync(one, { onExcessProperty: "error", errors: "all" })
      fc.assert(
        fc.property(arbitraryOf(one.ast), (value) => {
          const wire = encode(value)
          assert.deepStrictEqual(decode(throughJson(wire)), value)
          assert.deepStrictEqual(one.toWire(value), wire)
          for (const key of keysOf(wire)) {
            assert.match(key, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
            assert.notMatch(key, /minor/)
          }
        }),
        { numRuns: 50 }
      )
    })
  }
})

describe("a shape", () => {
  const line = shape({ unitPriceMinor: Minor, taxRate: Schema.NullOr(Schema.Finite) })
  const invoice = shape({
    budgetSpentMinor: Minor,
    createdAt: Instant,
    lineItems: Schema.Array(line),
    paidAt: Schema.NullOr(Instant),
    first: Schema.optionalKey(Schema.NullOr(line)),
    byCurrency: Schema.Record(Schema.String, line),
    line1: Schema.String
  })
  const createdAt = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")

  it("is snake_case on the wire, with money and instants as the wire has them, however deep", () => {
    const one = { unitPriceMinor: 1, taxRate: null }
    const value = {
      budgetSpentMinor: 3,
      createdAt,
      lineItems: [one],
      paidAt: null,
      byCurrency: { EUR: one },
      line1: "x"
    }
    const wire = Schema.encodeSync(invoice)(value)
    assert.deepStrictEqual(wire, {
      budget_spent: 3,
      created_at: "2026-01-02T03:04:05.678Z",
      line_items: [{ unit_price: 1, tax_rate: null }],
      paid_at: null,
      by_currency: { EUR: { unit_price: 1, tax_rate: null } },
      line1: "x"
    })
    assert.deepStrictEqual(Schema.decodeSync(invoice)(wire), value)
  })

  it("names what is wrong by the path that the wire has", () => {
    const wrong = {
      ...invoice.toWire({
        budgetSpentMinor: 1,
        createdAt,
        lineItems: [],
        paidAt: null,
        byCurrency: {},
        line1: ""
      }),
      line_items: [{ unit_price: "1", tax_rate: null }]
    }
    assert.throws(
      () => Schema.decodeUnknownSync(invoice)(wrong),
      /\["line_items"\]\[0\]\["unit_price"\]/
    )
  })

  it("refuses money that is not named so, and names that a plain struct would not change", () => {
    assert.throws(() => shape({ amount: Minor }), "amount: money is …Minor")
    assert.throws(() => shape({ amountMinor: Schema.Finite }), "amountMinor: money is …Minor")
    assert.throws(
      () => shape({ lead: Schema.Struct({ fullName: Schema.String }) }),
      "fullName: what has names"
    )
    assert.throws(
      () => shape({ last: Schema.NullOr(Schema.Struct({ at: Instant })) }),
      "at: what has names"
    )
  })
})

describe("a query", () => {
  it("gives the code its own names, and values by their codecs", () => {
    const filter = queryShape({
      clientId: Schema.optionalKey(Schema.String),
      limit: Schema.optionalKey(Schema.FiniteFromString)
    })
    const decode = Schema.decodeUnknownSync(filter, { onExcessProperty: "error" })
    assert.deepStrictEqual(decode({ client_id: "c", limit: "5" }), { clientId: "c", limit: 5 })
    assert.deepStrictEqual(decode({}), {})
    assert.throws(() => decode({ clientId: "c" }), /clientId/)
  })
})
