/** The shell blocks of the documents run as they stand, or say why not. */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { migratedDirectory } from "../support/migrated.ts"
import { useServer } from "../support/server.ts"
import { runShell } from "../support/shell.ts"
import { blocks, root, shells } from "../support/snippets.ts"

const service = useServer()
let another: Awaited<ReturnType<typeof migratedDirectory>>
beforeAll(async () => {
  another = await migratedDirectory()
})
afterAll(() => another.remove())

describe("the blocks of README, CONTRIBUTING and docs", () => {
  it("are TypeScript, JSON, YAML, commands, or commands that say why they are not run here", () => {
    for (const { place, language, remark, code } of blocks) {
      assert.include(["ts", "sh", "json", "yaml"], language, place)
      if (language === "json") JSON.parse(code)
      if (remark !== "") assert.match(remark, /^norun: \w.{9,}$/, place)
    }
  })

  it("the shell's run in these documents", () => {
    assert.sameMembers(
      [...shells.keys()],
      ["README.md", "docs/integrator.md", "docs/operator.md", "docs/tester.md", "docs/tutorial.md"]
    )
  })

  for (const [document, parts] of shells) {
    // test/e2e/tutorial.test.ts plays the people of the tutorial.
    if (document === "docs/tutorial.md") continue
    it(`${document}: its commands run in one shell, and none fails`, async () => {
      const env = {
        RETAINER: service.server.url,
        KEY: service.key,
        // The database of the operator's commands; the server has another.
        DATA_DIR: another.path
      }
      // Only npm's scripts want the repository's folder; files that are written go elsewhere.
      const isHere = parts.some(({ code }) => code.includes("npm "))
      const ran = await runShell(parts, env, isHere ? root : another.path)
      const { code, stdout, stderr } = ran
      assert.strictEqual(code, 0, `${stdout}\n${stderr}`)
      assert.notInclude(stdout, '{"error":')
    })
  }
})
