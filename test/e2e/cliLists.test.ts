/**
 * Lists of the command line, and its default workspace. The commands run in this process, on a
 * database server; the one after a first start is a process, on the embedded database.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { afterAll, beforeAll } from "vitest"
import { layerPostgresServer } from "../../src/infra/postgres/Database.ts"
import { UnitOfWorkSql } from "../../src/infra/sql/UnitOfWorkSql.ts"
import { WorkspaceRepositorySql } from "../../src/infra/sql/workspaces/WorkspaceRepositorySql.ts"
import { createWorkspace, runCliHere } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"
import {
  firstKey,
  runCli,
  startServer,
  stopServer,
  temporaryDirectory
} from "../support/process.ts"
import { newWorkspace } from "../support/records.ts"

let place: Awaited<ReturnType<typeof placeOnPostgres>>
let first: Awaited<ReturnType<typeof createWorkspace>>

const cli = (line: string) => runCliHere(line.split(" "), place.environment)

beforeAll(async () => {
  place = await placeOnPostgres()
})
afterAll(() => place.remove())

describe("retainer", () => {
  it("a command for a workspace says how to make one where there is none", async () => {
    const listed = await cli("workspace list")
    assert.deepStrictEqual([listed.code, listed.stdout], [0, ""])
    assert.include(listed.stderr, "There are no workspaces")
    assert.strictEqual((await cli("workspace list --json")).stdout, '{"workspaces":[]}\n')
    const { code, stderr } = await cli("verify")
    assert.strictEqual(code, 1)
    assert.include(stderr, "retainer workspace create")
  })

  it("the only workspace needs no name", async () => {
    first = await createWorkspace(place.environment, { name: "Erste", locale: "de-AT" })
    const shown = await cli("workspace show --json")
    assert.deepStrictEqual(JSON.parse(shown.stdout), {
      id: first.workspace_id,
      name: "Erste",
      plan: "scale",
      currency: "EUR",
      timezone: "UTC",
      locale: "de-AT",
      invoice_prefix: "INV",
      payment_terms: 30,
      reminders: [],
      legal_name: null,
      address: null,
      vat_id: null,
      tax_number: null,
      registration: null,
      legal_information: null,
      email: null,
      contact: null,
      electronic_address: null,
      bank_account: null,
      payment_note: null,
      colour: null,
      e_invoice: "auto",
      default_tax_category: null,
      default_tax_rate: null,
      small_business: false,
      has_logo: false
    })
    assert.match((await cli("workspace show")).stdout, /^address: -$/m)
    const updated = await cli("workspace update --name Only --json")
    assert.strictEqual(JSON.parse(updated.stdout).name, "Only")
    assert.strictEqual((await cli("verify")).code, 0)
  })

  it("keys: made, listed without their secret, revoked, under both names of the command", async () => {
    const made = JSON.parse(
      (await cli("key create --name CI --scopes invoices:read --json")).stdout
    )
    const { keys } = JSON.parse((await cli("api-key list --json")).stdout)
    assert.deepInclude(keys[0], {
      id: made.id,
      name: "CI",
      begins_with: `${made.api_key.slice(0, 8)}…`,
      scopes: ["invoices:read"],
      last_used_at: null,
      expires_at: null
    })
    assert.lengthOf(keys, 2)
    const people = await cli("key list")
    assert.notInclude(people.stdout, made.api_key)
    const [head, ...rows] = people.stdout.trimEnd().split("\n")
    assert.match(head ?? "", /^id +begins with +created +last used +name +scopes$/)
    assert.lengthOf(rows, 2)
    // Cells stand below their titles.
    assert.strictEqual(rows[0]?.indexOf("CI"), head?.indexOf("name"))
    const revoked = await cli(`key revoke ${made.id} --json`)
    assert.deepStrictEqual(JSON.parse(revoked.stdout), { id: made.id, revoked: true })
    const again = await cli(`key revoke ${made.id}`)
    assert.deepStrictEqual([again.code, again.stderr], [1, `No API key has the id ${made.id}\n`])
    assert.lengthOf(JSON.parse((await cli("key list --json")).stdout).keys, 1)
  })

  it("of several workspaces one has to be named, and the first ten are", async () => {
    const database = layerPostgresServer(Redacted.make(place.url), { poolSize: 1 })
    await Effect.repeat(newWorkspace, { times: 9 }).pipe(
      Effect.provide(
        Layer.merge(WorkspaceRepositorySql, UnitOfWorkSql).pipe(Layer.provideMerge(database))
      ),
      Effect.provide(SecureRandom.layerWebCrypto),
      Effect.runPromise
    )
    const { workspaces } = JSON.parse((await cli("workspace list --json")).stdout)
    assert.lengthOf(workspaces, 11)
    assert.deepStrictEqual(workspaces[0], {
      id: first.workspace_id,
      name: "Only",
      plan: "scale",
      currency: "EUR",
      timezone: "UTC",
      locale: "de-AT",
      deleted_at: null,
      erased_at: null
    })
    const people = (await cli("workspace list")).stdout
    assert.match(people, new RegExp(`^${first.workspace_id} +scale +EUR +UTC +- +Only$`, "m"))
    const { code, stderr } = await cli("key list")
    assert.strictEqual(code, 1)
    const lines = stderr.trimEnd().split("\n")
    assert.include(lines[0], "--workspace ws_")
    assert.lengthOf(lines, 12)
    assert.strictEqual(lines[1], `  ${first.workspace_id}  Only`)
    assert.include(lines[11], "retainer workspace list")
    const named = await cli(`key list --json --workspace ${first.workspace_id}`)
    assert.lengthOf(JSON.parse(named.stdout).keys, 1)
  })

  it.each([
    ["worspace list", "workspace"],
    ["workspace lst", "list"],
    ["workspace list --jsn", "--json"],
    ["key revoke nothing", "key_"]
  ])("%s: refused, with what may have been meant", async (line, meant) => {
    const { code, stderr, stdout } = await cli(line)
    assert.strictEqual(code, 1)
    assert.match(`${stderr}${stdout}`, new RegExp(`ERROR[\\s\\S]*${meant}`))
  })

  it("--help: on every level, without a database", async () => {
    const unreachable = { DATA_DIR: "/proc/nowhere" }
    for (const [line, about] of [
      ["--help", "workspace"],
      ["workspace --help", "show"],
      ["workspace list --help", "--json"],
      ["key --help", "revoke"],
      ["key revoke --help", "key_…"]
    ] as const) {
      const { code, stdout } = await runCliHere(line.split(" "), unreachable)
      assert.strictEqual(code, 0)
      assert.include(stdout, about)
      // Whatever is named says what it does.
      assert.notMatch(stdout, /^ {2}[a-z-]+(, [a-z-]+)? *$/m)
    }
  })
})

describe("the first start", () => {
  it("prints the id of its workspace, which the command line then needs not be told", async () => {
    const fresh = await temporaryDirectory()
    const server = await startServer({ DATA_DIR: fresh.path, LOG_LEVEL: "warn" })
    firstKey(server)
    const id = /^ {2}workspace (ws_\w{26})$/m.exec(server.stdout())?.[1]
    const shown = await runCli(["workspace", "show", "--json"], { DATA_DIR: fresh.path })
    await stopServer(server)
    assert.deepInclude(JSON.parse(shown.stdout), { id, name: "Demo Agency" })
    await fresh.remove()
  })
})
