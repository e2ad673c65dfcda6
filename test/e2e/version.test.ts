/** package.json alone has the version; every other place reads it. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { runCli } from "../support/process.ts"

const root = new URL("../../", import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), "utf8")

describe("the version of package.json", () => {
  it("is that of the command line", async () => {
    const { stdout, code } = await runCli(["--version"])
    assert.strictEqual(code, 0)
    assert.strictEqual(stdout.trim().split(" ").at(-1), `v${manifest.version}`)
  })

  it("is that of the lock file and of the newest release", () => {
    const lock = JSON.parse(read("package-lock.json"))
    assert.deepStrictEqual(
      [lock.version, lock.packages[""].version],
      [manifest.version, manifest.version]
    )
    assert.strictEqual(/^## \[(\d.*?)\]/m.exec(read("CHANGELOG.md"))?.[1], manifest.version)
  })
})
