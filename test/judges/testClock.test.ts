/**
 * The examples of the testers' manual in other languages run against `retainer dev --test-clock`, each with
 * nothing but its language's own library. The example of a language that the machine lacks is skipped.
 */
import { execFileSync, spawn } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { type Server, stopServer, temporaryDirectory } from "../support/process.ts"
import { startTestServer } from "../support/testServer.ts"

const examples = new URL("../../docs/examples/", import.meta.url).pathname

const has = (program: string, ...args: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(program, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let server: Server
beforeAll(async () => {
  directory = await temporaryDirectory()
  server = await startTestServer()
})
afterAll(async () => {
  await stopServer(server)
  await directory.remove()
})

/** Runs until it ends; what it said is the message where it failed. */
const run = async (
  program: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Promise<string> => {
  const child = spawn(program, args, {
    cwd: directory.path,
    env: { ...process.env, ...env, RETAINER: server.url }
  })
  const said: Array<string> = []
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()))
  const code = await new Promise((resolve) => child.once("close", resolve))
  assert.strictEqual(code, 0, said.join(""))
  return said.join("")
}

describe("a client in another language moves time and reads mails", () => {
  it.skipIf(!has("python3", "--version"))("Python", async () => {
    const said = await run("python3", ["-B", join(examples, "test_clock.py")])
    assert.match(said, /Ran 4 tests.*\n\nOK\n$/s)
  })

  it.skipIf(!has("go", "version"))("Go", async () => {
    const said = await run("go", ["test", "-v", join(examples, "test_clock_test.go")], {
      GOFLAGS: "-mod=mod",
      GOPROXY: "off",
      GOTOOLCHAIN: "local"
    })
    assert.lengthOf(said.match(/^--- PASS: /gm) ?? [], 2, said)
  })
})
