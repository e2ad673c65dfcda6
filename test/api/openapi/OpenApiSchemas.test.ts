/** The form of every schema in the OpenAPI document, and the types of its numbers. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Predicate } from "effect"
import { plainSchema } from "../../../src/api/openapi/OpenApiSchemas.ts"

const golden = JSON.parse(
  readFileSync(new URL("../../golden/openapi.json", import.meta.url), "utf8")
)

interface Place {
  readonly path: string
  readonly part: Readonly<Record<string, unknown>>
}

/** Every object of the document, with where it stands. */
function* partsOf(part: unknown, path = ""): Generator<Place> {
  if (Array.isArray(part)) {
    for (const [index, item] of part.entries()) yield* partsOf(item, `${path}/${index}`)
  } else if (Predicate.isObject(part)) {
    yield { path, part: { ...part } }
    for (const [key, value] of Object.entries(part)) {
      if (key !== "example" && key !== "examples") yield* partsOf(value, `${path}/${key}`)
    }
  }
}

const parts = [...partsOf(golden)]
const pathsWhere = (is: (part: Place["part"]) => boolean) =>
  parts.filter(({ part }) => is(part)).map(({ path }) => path)

const schemaOf = (name: string) => golden.components.schemas[name].properties

describe("schemas of the document", () => {
  it("no `allOf`: what is said of a value stands beside its type", () => {
    assert.isAbove(parts.length, 5000)
    assert.deepStrictEqual(
      pathsWhere((part) => "allOf" in part),
      []
    )
  })

  it("a component has one name, a word that generators take as it is", () => {
    for (const name of Object.keys(golden.components.schemas)) {
      assert.match(name, /^(?:[A-Z][a-z]+)+$/)
    }
  })

  it("a number is a whole one of 64 bits with its bounds, or a double with its bounds", () => {
    const numbers = parts.filter(({ part: { type } }) => type === "integer" || type === "number")
    assert.isAbove(numbers.length, 50)
    for (const { path, part } of numbers) {
      assert.strictEqual(part["format"], part["type"] === "integer" ? "int64" : "double", path)
      if ("enum" in part) continue
      const isBounded = "minimum" in part || "exclusiveMinimum" in part
      assert.isTrue(isBounded, `${path}: no minimum`)
      if (part["type"] === "integer") assert.isNumber(part["maximum"], path)
    }
  })

  it("money, counts and statuses are whole numbers", () => {
    const invoice = schemaOf("Invoice")
    for (const field of ["subtotal", "discount", "total", "amount_paid"]) {
      assert.deepInclude(invoice[field], { type: "integer", minimum: 0 }, field)
    }
    // Deductions at a higher rate than the rest give a negative tax.
    assert.deepInclude(invoice.tax, { type: "integer", minimum: Number.MIN_SAFE_INTEGER })
    assert.deepInclude(schemaOf("LineItemInput").unit_price, {
      type: "integer",
      format: "int64",
      minimum: -100_000_000_000,
      maximum: 100_000_000_000
    })
    const { status } = golden.components.schemas.BadRequest.properties.error.properties
    assert.deepStrictEqual(status, { type: "integer", enum: [400], format: "int64" })
  })

  it("a sequence is asked for as it is answered", () => {
    for (const [path, list] of [
      ["/v1/events", "EventList"],
      ["/v1/audit", "AuditList"]
    ] as const) {
      const { parameters } = golden.paths[path].get
      const { schema } = parameters.find(({ name }: { name: string }) => name === "after")
      const answered = schemaOf(list).meta.properties.next_after
      const typeOf = ({ description, ...type }: Record<string, unknown>) => type
      assert.deepStrictEqual(typeOf(schema), typeOf(answered))
    }
  })

  it("rules of one value that contradict each other make no document", () => {
    assert.deepStrictEqual(
      plainSchema({
        type: "string",
        description: "far",
        allOf: [{ maxLength: 9, allOf: [{ maxLength: 5 }] }, { description: "near" }]
      }),
      { type: "string", description: "near", maxLength: 5 }
    )
    assert.throws(() => plainSchema({ enum: ["a"], allOf: [{ enum: ["b"] }] }), /enum/)
  })
})
