/**
 * A backup of a server that runs and is used, restored elsewhere; and what is left where one is
 * killed.
 */
import { spawn } from "node:child_process"
import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { runCliHere } from "../support/cliHere.ts"
import {
  eventually,
  runCli,
  type Server,
  startServer,
  stopServer,
  temporaryDirectory
} from "../support/process.ts"
import { useServer } from "../support/server.ts"

let there: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  there = await temporaryDirectory()
})
const service = useServer()
afterAll(() => there.remove())

const path = () => join(service.path, "all.backup")
const settings = (directory: string) => ({ DATA_DIR: directory, LOG_LEVEL: "warn" })
const cli = (line: string, directory = service.path) => runCli(line.split(" "), settings(directory))
/** No server runs, so this process opens the database itself. */
const cliThere = (line: string) => runCliHere(line.split(" "), settings(there.path))
const call = async (of: Server, target: string, body?: unknown) =>
  (
    await fetch(`${of.url}${target}`, {
      headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
  ).json()
const clients = async (of: Server): Promise<number> =>
  (await call(of, "/v1/clients?limit=1")).meta.total

/** Kills the command as soon as there is what it prepares. */
const killed = async (line: string, directory: string, prefix: string) => {
  const child = spawn(process.execPath, ["src/cli/main.ts", ...line.split(" ")], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...settings(directory) }
  })
  const prepared = async () =>
    (await readdir(directory)).some((name) => name.startsWith(prefix)) ? true : undefined
  await eventually(prepared)
  child.kill("SIGKILL")
  return { isGone: async () => ((await prepared()) === undefined ? true : undefined) }
}

describe("retainer backup and restore", () => {
  it("takes all of it at one moment, while it changes", async () => {
    const text = join(service.path, "note.txt")
    await writeFile(text, "What was agreed")
    const client = await call(service.server, "/v1/clients", {
      name: "First",
      email: "a@x.example"
    })
    const added = await cli(`file add --client ${client.id} ${text} --json`)
    const fileId = JSON.parse(added.stdout).file_id
    let isLoaded = true
    let made = 0
    const load = async () => {
      while (isLoaded) {
        await call(service.server, "/v1/clients", { name: `C ${made}`, email: "c@x.example" })
        made += 1
      }
    }
    const loads = [load(), load(), load()]
    await eventually(async () => (made > 5 ? true : undefined))
    const before = made
    const backup = await cli(`backup ${path()} --json`)
    const after = made
    isLoaded = false
    await Promise.all(loads)
    assert.strictEqual(backup.code, 0, backup.stderr)
    assert.isAbove(after, before)
    const { size, mode } = await stat(path())
    assert.strictEqual(mode & 0o777, 0o600)
    assert.deepInclude(JSON.parse(backup.stdout), { bytes: size, has_key: true })
    // Nothing is left of what was prepared.
    const left = await readdir(service.path)
    assert.deepStrictEqual(
      left.filter((name) => name.startsWith("backup-")),
      []
    )

    const restored = await cli(`restore ${path()} --json`, there.path)
    assert.strictEqual(restored.code, 0, restored.stderr)
    assert.deepInclude(JSON.parse(restored.stdout), { applied: [] })
    assert.isTrue(JSON.parse((await cliThere("verify --json")).stdout).ok)
    assert.strictEqual((await cliThere("doctor --totals")).code, 0)
    const second = await startServer(settings(there.path))
    const count = await clients(second)
    assert.isAtLeast(count, before + 1)
    assert.isAtMost(count, after + 4)
    const file = await call(second, `/v1/files/${fileId}`)
    const downloaded = await fetch(file.download_url)
    assert.strictEqual(await downloaded.text(), "What was agreed")
    const taken = await cli(`restore --force ${path()}`, there.path)
    assert.deepStrictEqual([taken.code, /in use by process/.test(taken.stderr)], [1, true])
    await stopServer(second)
  }, 600_000)

  it("replaces nothing without --force, and nothing by what is damaged", async () => {
    const again = await cli(`backup ${path()}`)
    assert.deepStrictEqual([again.code, again.stdout], [1, ""])
    assert.include(again.stderr, "--force")
    const over = await cliThere(`restore ${path()}`)
    assert.strictEqual(over.code, 1)
    assert.include(over.stderr, "--force")
    const damaged = `${path()}.damaged`
    const bytes = await readFile(path())
    await writeFile(damaged, bytes.subarray(0, bytes.length - 1000))
    const refused = await cliThere(`restore --force ${damaged}`)
    assert.deepStrictEqual([refused.code, refused.stderr], [1, `${damaged} ends too early\n`])
    assert.isTrue(JSON.parse((await cliThere("verify --json")).stdout).ok)
  }, 600_000)

  it("that is killed in the middle leaves what was there, and nothing else", async () => {
    const restoring = await killed(`restore --force ${path()}`, there.path, "restore-")
    assert.isTrue(JSON.parse((await cliThere("verify --json")).stdout).ok)
    assert.isTrue(await restoring.isGone())
    const other = `${path()}.other`
    const backing = await killed(`backup ${other}`, service.path, "backup-")
    await eventually(backing.isGone)
    assert.isUndefined(await stat(other).catch(() => undefined))
    assert.isAbove(await clients(service.server), 0)
  }, 600_000)

  it.each([
    ["backup", "pg_dump"],
    ["restore", "pg_restore"]
  ])("%s: names the tool of a PostgreSQL server", async (command, tool) => {
    const { code, stderr } = await runCliHere([command, path()], {
      DATABASE_URL: "postgres://u:p@127.0.0.1:1/d",
      SECRET_KEY: Buffer.alloc(32).toString("base64")
    })
    assert.strictEqual(code, 1)
    assert.include(stderr, tool)
  })
})
