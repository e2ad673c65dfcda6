/** One declaration gives a type, a codec and a schema: what holds of every resource and input. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Predicate, Schema } from "effect"
import fc from "fast-check"
import { UserRef } from "../../src/domain/people/UserRef.ts"
import {
  ProjectCreate,
  ProjectResource,
  ProjectStored,
  ProjectUpdate
} from "../../src/domain/projects/ProjectResource.ts"
import { MilestoneResource, TaskResource } from "../../src/domain/projects/WorkItemResources.ts"
import { Instant, Minor, queryShape, shape } from "../../src/domain/Resource.ts"
import { columns } from "../../src/infra/sql/Columns.ts"
import { arbitraryOf } from "../support/shapes.ts"

type AnyShape = Schema.Codec<unknown, unknown> & { readonly toWire: (value: never) => unknown }

const shapes: Readonly<Record<string, AnyShape>> = {
  ProjectResource,
  ProjectStored,
  ProjectCreate,
  ProjectUpdate,
  TaskResource,
  MilestoneResource
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
  for (const [name, one] of Object.entries(shapes)) {
    it(`${name} comes back from the wire as it went, in snake_case and without Minor`, () => {
      const encode = Schema.encodeUnknownSync(one)
      const decode = Schema.decodeUnknownSync(one, { onExcessProperty: "error", errors: "all" })
      fc.assert(
        fc.property(arbitraryOf(one.ast), (value) => {
          const wire = encode(value)
          assert.deepStrictEqual(decode(throughJson(wire)), value)
          assert.deepStrictEqual(one.toWire(value as never), wire)
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

describe("columns", () => {
  it("give back every stored value that was written", () => {
    const stored = columns(ProjectStored)
    fc.assert(
      fc.property(arbitraryOf(ProjectStored.ast), (value) => {
        const project = Schema.decodeUnknownSync(ProjectStored)(
          ProjectStored.toWire(value as never)
        )
        const row = stored.encode(project)
        assert.sameMembers(Object.keys(row), [...stored.names])
        assert.deepStrictEqual(stored.decode(row), project)
      })
    )
  })

  it("are uuid, bigint and timestamptz for ids, money and instants; what is nested lies flat", () => {
    const owner = { id: "user_01h2xcejqtf2nbrexx3vqjhp41", name: "A" }
    const held = shape({
      owner: Schema.NullOr(UserRef),
      sumMinor: Minor,
      at: Schema.NullOr(Instant)
    })
    const { decode } = columns(held)
    const row = {
      ownerId: "0188bac7-4afa-78aa-bc3b-bd1eef28d881",
      ownerName: "A",
      sum: 5n,
      at: null
    }
    assert.deepStrictEqual(decode(row), { owner, sumMinor: 5, at: null } as unknown)
    assert.deepStrictEqual(decode({ ...row, ownerId: null, ownerName: null }).owner, null)
  })

  it("are all there: a statement that brings too few is a defect", () => {
    const { decode } = columns(shape({ name: Schema.String, sumMinor: Minor }))
    assert.throws(() => decode({ name: "x" }), "the row has no column sum")
  })
})
