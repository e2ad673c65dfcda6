/**
 * Schemathesis asks a running server for everything that its document says, and for what it
 * forbids: examples, coverage, fuzzing and sequences of calls, all checks, once with a key of every
 * scope and once with one of few. A second workspace must see nothing of the first.
 * schemathesis/exceptions.json lists the exceptions with their reasons.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "../support/cliHere.ts"
import { migratedDirectory } from "../support/migrated.ts"
import { runCli, type Server, startServer, stopServer } from "../support/process.ts"

const program = new URL("python/.venv/bin/schemathesis", import.meta.url).pathname
const folder = new URL("schemathesis/", import.meta.url).pathname

let directory: Awaited<ReturnType<typeof migratedDirectory>>
let server: Server

const user = (name: string, key: string) => ({
  name,
  fixedHeaders: [{ name: "Authorization", value: `Bearer ${key}` }]
})

/** The exit code and the output. */
const judge = (name: string): Promise<{ readonly code: number; readonly told: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      program,
      [
        "--no-color",
        "--config-file",
        join(folder, "schemathesis.toml"),
        "run",
        `${server.url}/openapi.json`
      ],
      {
        cwd: directory.path,
        maxBuffer: 256 * 1024 * 1024,
        env: {
          ...process.env,
          USER_OF_RUN: name,
          CREDENTIALS: join(directory.path, "credentials.json"),
          HOOKS: join(folder, "hooks.py")
        }
      },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, told: stdout + stderr })
    )
  })

describe.skipIf(!existsSync(program))("schemathesis", () => {
  beforeAll(async () => {
    directory = await migratedDirectory()
    const environment = { DATA_DIR: directory.path, RATE_LIMIT: "off", LOG_LEVEL: "warn" }
    const agency = await createWorkspace(environment)
    const stranger = await createWorkspace(environment, { "owner-email": "s@x.example" })
    const few = await runCli(
      [
        ...["api-key", "create", "--workspace", agency.workspace_id, "--name", "few", "--json"],
        ...["--scopes", "projects:read,invoices:read"]
      ],
      environment
    )
    const auth = [
      user("agency", agency.api_key),
      user("stranger", stranger.api_key),
      user("few", JSON.parse(few.stdout).api_key)
    ]
    await writeFile(join(directory.path, "credentials.json"), JSON.stringify({ auth }))
    server = await startServer(environment)
  })
  afterAll(async () => {
    await stopServer(server)
    await directory.remove()
  })

  it.each(["agency", "few"])("finds nothing with the key of %s", async (name) => {
    const { code, told } = await judge(name)
    assert.strictEqual(code, 0, told)
  })
})
