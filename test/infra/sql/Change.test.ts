/** Of several changes one statement is made, with the parameters of each in its place. */
import { assert, describe, it } from "@effect/vitest"
import { type Change, preparedChange, together } from "../../../src/infra/sql/Change.ts"

const change = (name: string, text: string, ...parameters: ReadonlyArray<unknown>): Change => ({
  parts: [[name, { text, parameters }]],
  done: name,
  check: `1 / (SELECT count(*) FROM ${name}) AS there`
})
const after = "/* after the others */ true"

describe("changes together", () => {
  const first = change("a", `UPDATE a SET x = $1 WHERE y = $2 AND ${after} RETURNING 1`, "x", 2)
  const second = change("b", `UPDATE b SET x = $2 WHERE y = $1 AND ${after} RETURNING 1`, 3, "$1")

  it("number their parameters anew, and each waits for those before it", () => {
    assert.deepStrictEqual(together([first, second]), {
      text:
        `WITH a AS (UPDATE a SET x = $1 WHERE y = $2 AND ${after} RETURNING 1), ` +
        "b AS (UPDATE b SET x = $4 WHERE y = $3 AND (SELECT count(*) FROM a) >= 0 RETURNING 1) " +
        "SELECT 1 / (SELECT count(*) FROM a) AS there, 1 / (SELECT count(*) FROM b) AS there",
      parameters: ["x", 2, 3, "$1"]
    })
    // What is remembered of a text is the text alone.
    assert.deepStrictEqual(
      together([first, change("b", second.parts[0]?.[1].text ?? "", 5, 6)])?.parameters,
      ["x", 2, 5, 6]
    )
    assert.include(together([second, first])?.text, "SET x = $3 WHERE y = $4")
  })

  it("are told apart by all that a statement is made of, not by their texts alone", () => {
    const text = "DELETE FROM d RETURNING 1"
    assert.include(together([change("d", text)])?.text, "FROM d) AS there")
    assert.include(together([change("e", text)])?.text, "FROM e) AS there")
    assert.notInclude(together([{ ...change("d", text), check: undefined }])?.text, "there")
    // One change of two parts has one check, and its second part waits for nothing.
    const waiting = `DELETE FROM f WHERE ${after} RETURNING 1`
    const two = together([change("d", text), { ...change("f", waiting), check: undefined }])
    const one = together([
      {
        ...change("f", waiting),
        parts: [...change("d", text).parts, ...change("f", waiting).parts]
      }
    ])
    assert.include(two?.text, "(SELECT count(*) FROM d) >= 0")
    assert.include(one?.text, after)
  })

  it("are none where two change the same, or where there are very many parameters", () => {
    assert.isUndefined(together([first, second, first]))
    const many = change("c", "INSERT", ...Array.from({ length: 1000 }, () => 0))
    assert.lengthOf(together([many])?.parameters ?? [], 1000)
    assert.isUndefined(together([first, many]))
  })

  it("that are prepared differ in their values alone", () => {
    const moved = preparedChange(["from", "to"], (hole) =>
      change(
        "m",
        `UPDATE m SET x = $1 WHERE x = $2 AND z = $3 AND ${after}`,
        hole("to"),
        hole("from"),
        hole("to")
      )
    )
    const taken = preparedChange(["id"], (hole) =>
      change("t", "DELETE FROM t WHERE id = $1", hole("id"))
    )
    assert.deepStrictEqual(together([moved({ from: 1, to: 2 })])?.parameters, [2, 1, 2])
    const both = together([taken({ id: 3 }), moved({ from: "to", to: null })])
    assert.deepStrictEqual(both?.parameters, [3, null, "to", null])
    assert.include(
      both?.text,
      "SET x = $2 WHERE x = $3 AND z = $4 AND (SELECT count(*) FROM t) >= 0"
    )
    assert.strictEqual(together([taken({ id: 4 }), moved({ from: 5, to: 6 })])?.text, both?.text)
    assert.notStrictEqual(together([moved({ from: 1, to: 2 }), taken({ id: 3 })])?.text, both?.text)
    assert.isUndefined(together([taken({ id: 1 }), taken({ id: 2 })]))
    // A value that is none of those it is given would be that of the first time for ever.
    assert.throws(() => preparedChange(["id"], () => change("t", "DELETE", 7)), "no hole")
  })
})
