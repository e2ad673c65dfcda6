/**
 * The examples of the manuals in other languages run against `retainer dev`, each with nothing but
 * its language's own library. The example of a language that the machine lacks is skipped.
 */
import { execFileSync, spawn } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import {
  firstKey,
  type Server,
  startServer,
  stopServer,
  temporaryDirectory
} from "../support/process.ts"
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
let plain: Server
beforeAll(async () => {
  directory = await temporaryDirectory()
  server = await startTestServer()
  plain = await startServer({ LOG_LEVEL: "error" }, ["src/cli/main.ts", "dev"])
})
afterAll(async () => {
  await stopServer(server)
  await stopServer(plain)
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
    env: { ...process.env, RETAINER: server.url, ...env }
  })
  const said: Array<string> = []
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()))
  const code = await new Promise((resolve) => child.once("close", resolve))
  assert.strictEqual(code, 0, said.join(""))
  return said.join("")
}

/** Go's own library alone: no module is fetched. */
const withoutNet = { GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local" }

describe("a client in another language moves time and reads mails", () => {
  it.skipIf(!has("python3", "--version"))("Python", async () => {
    const said = await run("python3", ["-B", join(examples, "test_clock.py")])
    assert.match(said, /Ran 4 tests.*\n\nOK\n$/s)
  })

  it.skipIf(!has("go", "version"))("Go", async () => {
    const said = await run("go", ["test", "-v", join(examples, "test_clock_test.go")], withoutNet)
    assert.lengthOf(said.match(/^--- PASS: /gm) ?? [], 2, said)
  })
})

describe("a client in another language does the main job, and verifies a webhook", () => {
  const types = [
    "client.created project.created task.created task.completed",
    "invoice.created invoice.sent invoice.payment_recorded invoice.paid"
  ].join(" ")
  const access = () => ({ RETAINER: plain.url, KEY: firstKey(plain) })
  const assertDone = (said: string) => {
    assert.match(said, /^webhook invoice\.paid INV-\d{4}$/m)
    assert.include(said, types)
  }

  it.skipIf(!has("python3", "--version"))("Python", async () => {
    assertDone(await run("python3", ["-B", join(examples, "main_flow.py")], access()))
  })

  it.skipIf(!has("go", "version"))("Go", async () => {
    const go = join(examples, "main_flow.go")
    assertDone(await run("go", ["run", go], { ...withoutNet, ...access() }))
  })
})
