/** The columns of a list, read off its shape. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { shape } from "../../src/domain/Resource.ts"
import { tableOf } from "../../src/domain/Table.ts"

const listOf = (row: Schema.Top) => shape({ data: Schema.Array(row), meta: shape({}) })

describe("a table", () => {
  it("has the wire's names in their order, and what is nested lies flat", () => {
    const list = listOf(
      shape({
        id: Schema.String,
        client: Schema.NullOr(shape({ id: Schema.String, name: Schema.String })),
        isOpen: Schema.Boolean
      })
    )
    assert.deepStrictEqual(tableOf(list), [
      { name: "id", path: ["id"] },
      { name: "client_id", path: ["client", "id"] },
      { name: "client_name", path: ["client", "name"] },
      { name: "is_open", path: ["is_open"] }
    ])
  })

  it("has no column for what has no fixed width, and none but a list is one", () => {
    const lists = shape({ tags: Schema.Array(Schema.String) })
    const records = shape({ sums: Schema.Record(Schema.String, Schema.Finite) })
    assert.throws(() => tableOf(listOf(lists)), "tags: a list or a map fits no column")
    assert.throws(() => tableOf(listOf(records)), "sums: a list or a map fits no column")
    assert.throws(() => tableOf(shape({ id: Schema.String })), "Only a list is a table")
  })
})
