/** `.ci/run` counts both runs in its last line, and ends with 0 only where nothing failed. */
import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const script = new URL("../../.ci/run", import.meta.url).pathname

/**
 * Runs it with an npm that prints these lines and ends like that, and with all programs that it may
 * want.
 */
const ci = (runs: Readonly<Record<"test:judges" | "test", readonly [string, number]>>) => {
  const folder = mkdtempSync(join(tmpdir(), "retainer-ci-"))
  const program = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const cases = Object.entries(runs).map(
    ([name, [line, code]]) => `"run ${name}") printf 'a test\\n${line}\\n'; exit ${code};;`
  )
  program("npm", `case "$1 $2" in ${cases.join(" ")} esac`)
  for (const wanted of ["redis-server", "chromium", "pgbouncer", "nginx"]) program(wanted, "")
  const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` }
  const { status, stdout } = spawnSync(script, { env, encoding: "utf8" })
  rmSync(folder, { recursive: true })
  return { status, last: stdout.trimEnd().split("\n").at(-1) }
}

describe("the last line of a check of a checkout", () => {
  it.each([
    [
      ["3 passed, 0 failed, 1 skipped", 0],
      ["40 passed, 0 failed", 0],
      "43 passed, 0 failed, 1 skipped",
      0
    ],
    [["3 passed, 0 failed", 0], ["39 passed, 1 failed", 1], "42 passed, 1 failed", 1],
    [["2 passed, 1 failed", 1], ["40 passed, 0 failed", 0], "42 passed, 1 failed", 1],
    // Cut off in the middle, or failed after the last test.
    [["a browser is", 137], ["40 passed, 0 failed", 0], "40 passed, 1 failed", 1],
    [["3 passed, 0 failed", 1], ["40 passed, 0 failed", 0], "43 passed, 1 failed", 1]
  ] as const)("%j and %j: %s", (judges, suite, last, status) => {
    assert.deepStrictEqual(ci({ "test:judges": judges, test: suite }), { status, last })
  })
})
