/** JSON that was written before some fields existed. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { completedJson } from "../../src/domain/CompletedJson.ts"
import { Count } from "../../src/domain/Numbers.ts"
import { Instant, Minor, shape } from "../../src/domain/Resource.ts"

const Line = shape({
  description: Schema.String,
  unit: Schema.NullOr(Schema.String),
  totalMinor: Minor
})
const Resource = shape(
  {
    id: Schema.String,
    lines: Schema.Array(Line),
    tags: Schema.Array(Schema.String),
    first: Schema.NullOr(Line),
    paidAt: Schema.NullOr(Instant),
    isSmall: Schema.Boolean,
    count: Count,
    restMinor: Minor,
    status: Schema.Literals(["one", "two"]),
    choice: Schema.Literals(["auto", "none"]).annotate({ absent: "auto" })
  },
  "CompletedResource"
)

const absent = {
  tags: [],
  first: null,
  paid_at: null,
  is_small: false,
  count: 0,
  rest: 0,
  choice: "auto"
}

describe("stored JSON", () => {
  it("gets what an added field was before it existed, also in lists and nested resources", () => {
    const complete = completedJson(Resource)
    const id = "a"
    assert.deepStrictEqual(complete({ id, lines: [{ description: "x" }], status: "one" }), {
      id,
      status: "one",
      ...absent,
      lines: [{ description: "x", unit: null, total: 0 }]
    })
    assert.deepStrictEqual(complete({ first: { description: "y", total: 3 } }), {
      ...absent,
      lines: [],
      first: { description: "y", unit: null, total: 3 }
    })
  })

  it("is left as it is where it is whole, and where a field has no value before its existence", () => {
    const complete = completedJson(Resource)
    const whole = { id: "a", lines: [], status: "two", ...absent, count: 7, other: 1 }
    assert.deepStrictEqual(complete(whole), whole)
    assert.notProperty(complete({ id: "a" }), "status")
    assert.isNull(complete(null))
  })
})
