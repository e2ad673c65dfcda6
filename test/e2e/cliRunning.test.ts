/** The commands on the embedded database of a running server: as on that of a stopped one. */
import { spawn } from "node:child_process"
import { readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { unzipSync } from "fflate"
import { layerLocalOperator } from "../../src/cli/Operator.ts"
import { runRemotely } from "../../src/cli/remote/RemoteCommand.ts"
import { maxPieceBytes } from "../../src/infra/control/ControlRpcs.ts"
import { connectControl } from "../../src/infra/control/ControlSocket.ts"
import { runCliHere } from "../support/cliHere.ts"
import { eventually, type Finished, runCli, startServer, stopServer } from "../support/process.ts"
import { useServer } from "../support/server.ts"

const service = useServer(() => ({ LOG_LEVEL: "warn", BASE_URL: "http://127.0.0.1:3999" }))

const cli = (line: string) => runCli(line.split(" "), service.environment)
/** Without a server: this process opens the database itself. */
const cliAlone = (line: string) => runCliHere(line.split(" "), service.environment)
/** Values that differ between runs. */
const shape = ({ code, stdout, stderr }: Finished) => ({
  code,
  stderr,
  // Totals grow from one run to the next.
  stdout: stdout
    .replace(/\b(key|user|app|file)_[0-9a-z]{26}\b/g, "$1_…")
    .replace(/"(password|api_key|client_secret)":"[^"]+"/g, '"$1":"…"')
    .replace(/\d+/g, "N")
})

/** Each changes what the one after it sees in the same way, whether it ran before or not. */
const alike = (logo: string): ReadonlyArray<string> => [
  "workspace show",
  `workspace update --logo ${logo}`,
  "key revoke key_01h2xcejqtf2nbrexx3vqjhp41",
  "file add --project proj_01h2xcejqtf2nbrexx3vqjhp41 /nowhere/file.txt",
  "migrate --json",
  "doctor --totals",
  "demo --size 5 --json"
]

describe("a running server", () => {
  it("runs commands as they run on a stopped one: the same words, the same exit codes", async () => {
    const logo = join(service.path, "logo.txt")
    await writeFile(logo, "no picture")
    // The first demo gives the agency its legal data.
    await cli("demo --size 1 --json")
    const running: Finished[] = []
    for (const line of alike(logo)) running.push(await cli(line))
    await stopServer(service.server)
    const stopped: Finished[] = []
    for (const line of alike(logo)) stopped.push(await cliAlone(line))
    await service.startAgain()
    for (const [index, line] of alike(logo).entries()) {
      const [one, other] = [running[index], stopped[index]]
      if (one === undefined || other === undefined) throw new Error(line)
      assert.deepStrictEqual(shape(one), shape(other), line)
    }
    assert.deepStrictEqual(
      running.map(({ code }) => code),
      [0, 1, 1, 1, 0, 0, 0]
    )
    assert.include(running.at(-1)?.stderr, "5/5 invoices")
  }, 600_000)

  it("hears at once of a key that was revoked", async () => {
    const made = JSON.parse((await cli("key create --name X --scopes all --json")).stdout)
    const get = () =>
      fetch(`${service.server.ready["listening"]}/v1/projects`, {
        headers: { authorization: `Bearer ${made.api_key}` }
      })
    assert.strictEqual((await get()).status, 200)
    assert.strictEqual((await cli(`key revoke ${made.id}`)).code, 0)
    assert.strictEqual((await get()).status, 401)
  })

  it("takes a file that only the operator's side names, in pieces", async () => {
    const path = join(service.path, "large.bin")
    const bytes = Buffer.alloc(3_000_000, 7)
    await writeFile(path, bytes)
    const authorization = `Bearer ${service.key}`
    const projects = await fetch(`${service.server.ready["listening"]}/v1/projects?limit=1`, {
      headers: { authorization }
    })
    const [project] = (await projects.json()).data
    const added = await cli(`file add --project ${project.id} ${path} --json`)
    assert.strictEqual(added.code, 0, added.stderr)
    const file = await fetch(
      `${service.server.ready["listening"]}/v1/files/${JSON.parse(added.stdout).file_id}`,
      { headers: { authorization } }
    )
    assert.strictEqual((await file.json()).size, bytes.length)
  })

  it("exports the workspace into a ZIP on the operator's side, and replaces none by itself", async () => {
    const path = join(service.path, "export.zip")
    const exported = await cli(`workspace export ${path} --json`)
    assert.strictEqual(exported.code, 0, exported.stderr)
    const archive = unzipSync(await readFile(path))
    const { files, bytes } = JSON.parse(exported.stdout)
    assert.deepStrictEqual([Object.keys(archive).length, (await stat(path)).size], [files, bytes])
    const invoices = JSON.parse(Buffer.from(archive["invoices.json"] ?? []).toString())
    assert.isNotEmpty(invoices)
    const again = await cli(`workspace export ${path}`)
    assert.deepStrictEqual([again.code, again.stderr.includes("exists already")], [1, true])
  })

  it("deletes a workspace that is named, and takes the deletion back", async () => {
    const owner = "--owner-name Olga --owner-email olga@example.com"
    const place = "--currency EUR --timezone UTC"
    const created = await cli(`workspace create --name Leaving ${place} ${owner} --json`)
    const { workspace_id: id, api_key: key } = JSON.parse(created.stdout)
    const status = async () => {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`${service.server.ready["listening"]}/v1/projects`, { headers })).status
    }
    const remove = (rest: string) => cli(`workspace delete --workspace ${id} ${rest}`.trim())
    assert.strictEqual(await status(), 200)
    for (const [flags, problem] of [
      ["", "--confirm must be the workspace's name"],
      ["--confirm leaving", 'the workspace is named "Leaving"'],
      ["--undo", "There is no deleted workspace"]
    ] as const) {
      const { code, stderr } = await remove(flags)
      assert.deepStrictEqual([code, stderr.includes(problem)], [1, true], flags)
    }
    assert.strictEqual(await status(), 200)
    const deleted = await remove("--confirm Leaving --json")
    assert.strictEqual(deleted.code, 0, deleted.stderr)
    assert.strictEqual(await status(), 401)
    const { workspaces } = JSON.parse((await cli("workspace list --json")).stdout)
    const shown = workspaces.find((one: { id: string }) => one.id === id)
    assert.strictEqual(shown.erased_at, JSON.parse(deleted.stdout).erased_at)
    assert.strictEqual((await remove("--undo")).code, 0)
    assert.strictEqual(await status(), 200)
    // The commands of the other tests have one workspace to choose.
    assert.strictEqual((await remove("--confirm Leaving")).code, 0)
  })

  it("ends what somebody who is gone began, whole", async () => {
    const child = spawn(process.execPath, ["src/cli/main.ts", "demo", "--size", "100000"], {
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...service.environment }
    })
    const invoices = async (): Promise<number> => {
      const listed = await fetch(`${service.server.ready["listening"]}/v1/invoices?limit=1`, {
        headers: { authorization: `Bearer ${service.key}` }
      })
      return (await listed.json()).meta.total
    }
    const before = await invoices()
    // Other requests are answered during it.
    await eventually(async () => ((await invoices()) > before + 5 ? true : undefined))
    child.kill("SIGKILL")
    const verified = async () => JSON.parse((await cli("verify --json")).stdout)
    // Its work is undone or complete, and no row is added after that.
    const { ok, invoices: kept } = await verified()
    assert.isTrue(ok)
    assert.deepInclude(await verified(), { ok: true, invoices: kept })
  })

  it("refuses a wrong secret, and bytes that are no frame", async () => {
    const connection = await connectControl(service.path)
    if (connection === null) throw new Error("the server does not answer")
    const refusal = await runRemotely({ ...connection, secret: "x" }, ["sweep"]).pipe(
      Effect.flip,
      Effect.scoped,
      Effect.provide(layerLocalOperator),
      Effect.provide(NodeServices.layer),
      Effect.runPromise
    )
    assert.strictEqual(refusal.message, "The secret is wrong")
    const second = await connectControl(service.path)
    second?.socket.end(Buffer.alloc(2 * maxPieceBytes, 0xff))
    for await (const chunk of second?.socket ?? []) assert.notInclude(String(chunk), "exit")
    assert.strictEqual((await cli("workspace show")).code, 0)
  })

  it("keeps its socket when a second one is started", async () => {
    const second = await startServer(service.environment).then(
      () => "started",
      (error: unknown) => String(error)
    )
    assert.match(second, /in use by process \d+/)
    assert.strictEqual((await cli("workspace show")).code, 0)
  })

  it("that was killed leaves a socket that is in nobody's way", async () => {
    service.server.signal("SIGKILL")
    await service.server.ended
    assert.strictEqual((await cli("workspace show")).code, 0)
    await service.startAgain()
    assert.strictEqual((await cli("workspace show")).code, 0)
    // A second command that opens the database waits for the first.
    await stopServer(service.server)
    const both = await Promise.all([cli("workspace show"), cli("workspace show")])
    assert.deepStrictEqual(
      both.map(({ code }) => code),
      [0, 0]
    )
    await service.startAgain()
  })
})
