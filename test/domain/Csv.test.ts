/** The content of CSV tables; no cell is a formula under any separator. */
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "fast-check"
import { csvOf } from "../../src/domain/Table.ts"
import { readCsv } from "../support/csv.ts"

const columns = [
  { name: "name", path: ["name"] },
  { name: "client_name", path: ["client", "name"] },
  { name: "total", path: ["total"] }
]
const cellOf = (text: string) => readCsv(csvOf(columns, [{ name: text }]))[1]?.[0]

/** Texts of the characters that matter, and others. */
const text = FastCheck.array(FastCheck.constantFrom(..."=+-@＝＋－＠ \t\r\n,;\"'aé€1".split("")), {
  maxLength: 12
}).map((characters) => characters.join(""))

describe("a table", () => {
  it("has a header row, and a value under each name", () => {
    const rows = [
      { name: 'He said "no", twice', client: { name: "Zoë\nLtd" }, total: -12 },
      { name: "plain", client: null, total: 0 }
    ]
    assert.strictEqual(
      csvOf(columns, rows),
      'name,client_name,total\r\n"He said ""no"", twice","Zoë\nLtd",-12\r\nplain,,0\r\n'
    )
    assert.strictEqual(csvOf(columns, []), "name,client_name,total\r\n")
  })

  it("puts an apostrophe before what would be a formula", () => {
    for (const start of ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]) {
      assert.strictEqual(cellOf(`${start}1+1`), `'${start}1+1`, JSON.stringify(start))
    }
    assert.strictEqual(cellOf("  =1+1"), "'  =1+1")
    assert.strictEqual(cellOf("a-b @ c = d"), "a-b @ c = d")
  })

  it("is read back as it was, but for these apostrophes", () => {
    FastCheck.assert(
      FastCheck.property(text, text, (name, other) => {
        const [, row] = readCsv(csvOf(columns, [{ name, client: { name: other }, total: 7 }]))
        const bare = (value: string) => value.replaceAll("'", "")
        assert.deepStrictEqual(row?.map(bare), [bare(name), bare(other), "7"])
      })
    )
  })

  it("has no formula in any cell, also where it is cut at semicolons, tabs and every line break", () => {
    FastCheck.assert(
      FastCheck.property(text, text, (name, other) => {
        const table = csvOf(columns, [{ name, client: { name: other }, total: 7 }])
        const cells = [...readCsv(table).flat(), ...table.split(/[;\t\r\n]/)]
        for (const cell of cells) assert.notMatch(cell, /^\s*[=+\-@＝＋－＠]/)
      })
    )
  })
})
