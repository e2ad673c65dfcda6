/** `npm run bench` measures a real server from its start to its table. */
import { assert, describe, it } from "@effect/vitest"
import { growth } from "../../scripts/bench/soaked.ts"
import { type Result, tableOf } from "../../scripts/bench/table.ts"
import { runNode } from "../support/process.ts"

const figures = { perSecond: 1234.5, p50: 0.51, cpu: 0.21, databaseCpu: 0.081, residentMiB: 151.4 }

describe("the bench", () => {
  it("starts, seeds, loads and measures a server", async () => {
    const words = "--quick --only GET_/v1/clients --seconds 0.2 --size 3 --rest 0 --json"
    const { code, stdout, stderr } = await runNode([
      "scripts/bench.ts",
      ...words.split(" ").map((word) => word.replace("_", " "))
    ])
    assert.strictEqual(code, 0, stderr)
    const result: Result = JSON.parse(stdout)
    const names = result.rows.map(({ name }) => name)
    assert.deepStrictEqual(names, ["GET /v1/clients"])
    for (const { sides } of result.rows) {
      assert.lengthOf(sides, 1)
      assert.isAbove(sides[0]?.perSecond ?? 0, 0)
      assert.isAbove(sides[0]?.p50 ?? 0, 0)
    }
    assert.lengthOf(result.processes, 1)
    assert.isAbove(result.processes[0]?.startSeconds ?? 0, 0)
    assert.isAbove(result.processes[0]?.restMiB ?? 0, 0)
  })

  it("puts two servers beside each other in one table", () => {
    const other = { ...figures, perSecond: 617 }
    const table = tableOf({
      rows: [{ name: "GET /v1/projects/:id", sides: [figures, other], ratio: [2, 1.9, 2.1] }],
      processes: [
        { name: "here", startSeconds: 0.98, restMiB: 132.2, afterMiB: 225 },
        { name: "abc1234", startSeconds: 1.5, restMiB: 244, afterMiB: 337 }
      ],
      limit: 2469
    })
    assert.include(
      table,
      "| GET /v1/projects/:id | 1235 : 617 | 2.00 (1.90 to 2.10) | 0.51 : 0.51 | 0.21 + 0.08 : 0.21 + 0.08 | 151 : 151 |"
    )
    assert.include(table, "| here | 0.98 | 132 | 225 |")
    assert.include(table, "2469/s, of which GET /v1/projects/:id is 0.50")
  })

  it("tells growth from what comes and goes", () => {
    const looksOf = (...heaps: ReadonlyArray<number>) =>
      heaps.map((heap, minute) => ({ minute, heap, rss: 3 * heap }))
    // The caches are warmed first.
    assert.isUndefined(growth(looksOf(40, 50, 60, 61, 60, 62, 61, 60, 63)))
    assert.strictEqual(
      growth(looksOf(40, 45, 50, 55, 60, 65, 70, 75, 80)),
      "heap grew from 60.0 to 75.0 MiB, rss grew from 180.0 to 225.0 MiB"
    )
  })
})
