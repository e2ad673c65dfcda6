/**
 * Linters of OpenAPI documents, with strict rules, find nothing in ours; what is excepted stands in
 * their rulesets.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"

const folder = new URL("../generators/", import.meta.url).pathname
const document = new URL("../golden/openapi.json", import.meta.url).pathname

/** Linters exit with 1 where they find something; their output has the details. */
const lint = async (name: string, ...args: ReadonlyArray<string>): Promise<string> => {
  const program = join(folder, "node_modules", ".bin", name)
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    maxBuffer: 16 * 1024 * 1024
  }).catch((error: { readonly stdout: string }) => error)
  return stdout
}

const installed = existsSync(join(folder, "node_modules", ".bin", "redocly"))

describe.skipIf(!installed)("the document", () => {
  it("is clean to Redocly", async () => {
    const stdout = await lint("redocly", "lint", document, "--format=json")
    const report = JSON.parse(stdout.slice(stdout.indexOf("{")))
    assert.deepStrictEqual(report.problems, [])
    assert.deepStrictEqual(report.totals, { errors: 0, warnings: 0, ignored: 0 })
  })

  it("is clean to Spectral", async () => {
    const stdout = await lint("spectral", "lint", document, "--format=json", "--quiet")
    assert.deepStrictEqual(JSON.parse(stdout), [])
  })
})
