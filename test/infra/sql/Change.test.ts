/** Of several changes one statement is made, with the parameters of each in its place. */
import { assert, describe, it } from "@effect/vitest"
import { type Change, together } from "../../../src/infra/sql/Change.ts"

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

  it("are none where two change the same, or where there are very many parameters", () => {
    assert.isUndefined(together([first, second, first]))
    const many = change("c", "INSERT", ...Array.from({ length: 1000 }, () => 0))
    assert.lengthOf(together([many])?.parameters ?? [], 1000)
    assert.isUndefined(together([first, many]))
  })
})
