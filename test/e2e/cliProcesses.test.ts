/**
 * Commands as processes: the exit code, results on stdout and words on stderr. One of each group is
 * here; migrate, key, file, doctor and demo are in cliRunning.test.ts, oauth-app in
 * keyRotation.test.ts, sweep in twoProcesses.test.ts and backup and restore in backup.test.ts.
 * cli.test.ts and cliLists.test.ts cover each command.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"
import { runCli } from "../support/process.ts"

let place: Awaited<ReturnType<typeof placeOnPostgres>>

beforeAll(async () => {
  place = await placeOnPostgres()
  await createWorkspace(place.environment)
})
afterAll(() => place.remove())

describe("retainer", () => {
  it.each(["workspace list --json", "verify --json", "config --json"])(
    "%s: ends with 0, and stdout has the JSON alone",
    async (line) => {
      const { code, stdout, stderr } = await runCli(line.split(" "), place.environment)
      assert.strictEqual(code, 0, stderr)
      assert.match(stdout, /^.+\n$/)
      assert.isObject(JSON.parse(stdout))
    }
  )

  it("user create --password -: reads the password from standard input", async () => {
    const { code, stdout, stderr } = await runCli(
      "user create --name P --email p@x.example --password - --json".split(" "),
      place.environment,
      "correct-horse-battery\nand more"
    )
    assert.strictEqual(code, 0, stderr)
    assert.match(stdout, /^.+\n$/)
    assert.strictEqual(JSON.parse(stdout).password, "correct-horse-battery")
  })

  it.each([
    ["invoice replace-link --invoice INV-9999 --json", "There is no invoice INV-9999"],
    ["no-such-command", "Unknown subcommand"]
  ])("%s: ends with 1, and stderr says why", async (line, why) => {
    const { code, stdout, stderr } = await runCli(line.split(" "), place.environment)
    assert.strictEqual(code, 1)
    assert.include(stderr, why)
    assert.notInclude(stdout, why)
  })
})
