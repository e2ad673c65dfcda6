/**
 * Moves that are refused, killed or cut off between their two commits: one installation serves the
 * workspace afterwards, and the same command completes the move.
 */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { afterAll, beforeAll } from "vitest"
import { movePlace, Vault } from "../../src/app/ports/Vault.ts"
import { WorkspaceId } from "../../src/domain/Ids.ts"
import { parseSecretKeys } from "../../src/infra/crypto/SecretKeys.ts"
import { VaultAesGcm } from "../../src/infra/crypto/VaultAesGcm.ts"
import { runCliHere } from "../support/cliHere.ts"
import {
  type Agency,
  call,
  everything,
  type Installation,
  move,
  newAgency,
  run,
  startInstallation,
  startMove
} from "../support/moving.ts"
import { eventually } from "../support/process.ts"

const limit = 120_000

let source: Installation
let target: Installation

beforeAll(async () => {
  ;[source, target] = await Promise.all([startInstallation(), startInstallation()])
}, limit)
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()])
})

const newClient = (place: Installation, agency: Agency) =>
  call(place, agency, "POST", "/v1/clients", { name: "C", email: "c@client.example" })

const statusAt = async (place: Installation, agency: Agency) =>
  (await call(place, agency, "GET", "/v1/clients")).status

/** Kills the command when it has printed the text. */
const killedAfter = async (agency: Agency, text: RegExp): Promise<void> => {
  const { child, ended, printed } = startMove(source, agency, target)
  child.stderr.on("data", () => {
    if (text.test(printed())) child.kill("SIGKILL")
  })
  await ended
}

/** The address of the target as the row of a move has it. */
const sealed = (agency: Agency): Promise<string> =>
  Effect.gen(function* () {
    const keys = parseSecretKeys(source.environment["SECRET_KEY"] ?? "")
    if (keys === undefined) throw new Error("no key")
    const vault = Context.get(yield* Layer.build(VaultAesGcm(keys)), Vault)
    const place = movePlace(WorkspaceId.schema.make(agency.id))
    return vault.encrypt(Redacted.make(target.url), place)
  }).pipe(Effect.scoped, Effect.runPromise)

/** As a process leaves it that is killed after the commit at the source. */
const closeHere = async (agency: Agency) => {
  await run(
    source.url,
    `INSERT INTO workspace_moves
      (workspace_id, shares_files, draining_until, closed_at, target)
    VALUES ('${agency.uuid}', false, now(), now() - interval '1 minute', '${await sealed(agency)}')
    ON CONFLICT (workspace_id) DO UPDATE SET closed_at = excluded.closed_at,
      target = excluded.target`
  )
  await run(source.url, `UPDATE workspaces SET deleted_at = now() WHERE id = '${agency.uuid}'`)
}

describe("a move that is refused", () => {
  const refusals: ReadonlyArray<readonly [string, () => ReadonlyArray<string>, RegExp]> = [
    [
      "of an unknown workspace",
      () => ["ws_01m8b5z9v1ehzraqag8qyww4jg", "--to", target.url],
      /there is no workspace/
    ],
    [
      "to a database that is not there",
      () => ["", "--to", "postgres://nobody@127.0.0.1:1/none"],
      /cannot be reached/
    ],
    ["to the database in which it is", () => ["", "--to", source.url], /in which the workspace is/],
    ["to something else", () => ["", "--to", "https://x.example"], /like DATABASE_URL/],
    [
      "with a key that the target does not have",
      () => ["", "--to", target.url, "--to-secret-key", Buffer.alloc(32, 9).toString("base64")],
      /another SECRET_KEY/
    ],
    ["without an agreement", () => ["", "--to", target.url], /With --yes/]
  ]
  it(
    "says why in one line, and holds nothing",
    async () => {
      const agency = await newAgency(source, "Stays", 1)
      for (const [what, args, message] of refusals) {
        const [id = "", ...flags] = args()
        const yes = what === "without an agreement" ? [] : ["--yes"]
        const refused = await runCliHere(
          ["workspace", "move", id === "" ? agency.id : id, ...flags, ...yes],
          source.environment
        )
        assert.notStrictEqual(refused.code, 0, what)
        assert.match(refused.stderr, message, what)
        assert.strictEqual(refused.stderr.trim().split("\n").length, 1, what)
        assert.notInclude(refused.stderr, "postgres:postgres@", what)
        assert.strictEqual((await newClient(source, agency)).status, 201, what)
      }
      assert.deepStrictEqual(await run(source.url, "SELECT 1 FROM workspace_moves"), [])
      assert.strictEqual(await statusAt(target, agency), 401)
    },
    limit
  )
})

describe("a move that is killed", () => {
  it.each([
    ["before it copies", /0\/100/],
    ["while it copies", /[3-9]\d\/100/],
    ["at its end", /100\/100/]
  ] as const)(
    "%s leaves the workspace in one place, and completes when it is run again",
    async (name, text) => {
      const agency = await newAgency(source, name.replaceAll(" ", ""), 20)
      await killedAfter(agency, text)
      const open = await eventually(async () => {
        const statuses = [await statusAt(source, agency), await statusAt(target, agency)]
        assert.notDeepEqual(statuses, [200, 200])
        return statuses.includes(200) ? statuses : undefined
      })
      if (open[0] === 200) {
        await eventually(async () =>
          (await newClient(source, agency)).status === 201 ? true : undefined
        )
      }
      const again = await eventually(async () => {
        const moved = await move(source, agency, target)
        return moved.code === 0 ? moved : undefined
      })
      assert.strictEqual(JSON.parse(again.stdout).workspace_id, agency.id)
      assert.strictEqual(await statusAt(source, agency), 401)
      assert.strictEqual((await newClient(target, agency)).status, 201)
      const args = ["verify", "--workspace", agency.id, "--json"]
      const verified = await runCliHere(args, target.environment)
      assert.strictEqual(JSON.parse(verified.stdout).ok, true)
    },
    limit
  )
})

describe("a move without its last answer", () => {
  it(
    "is decided by a server of the source: open at the target, or here again",
    async () => {
      const moved = await newAgency(source, "Arrived", 1)
      const lost = await newAgency(source, "Lost", 1)
      const first = await move(source, moved, target)
      assert.strictEqual(first.code, 0, first.stderr)
      await Promise.all([closeHere(moved), closeHere(lost)])
      const undecided = await call(source, lost, "GET", "/v1/clients")
      assert.strictEqual(undecided.status, 429)
      assert.match(undecided.retryAfter ?? "", /^[1-9]\d*$/)
      await eventually(async () => ((await statusAt(source, lost)) === 200 ? true : undefined))
      await eventually(async () => ((await statusAt(source, moved)) === 401 ? true : undefined))
      assert.strictEqual(await statusAt(target, moved), 200)
      assert.strictEqual(await statusAt(target, lost), 401)
      assert.strictEqual((await newClient(source, lost)).status, 201)
    },
    limit
  )
})

describe("a target that lost a workspace which had arrived", () => {
  it(
    "is no reason to lose it: it opens at the source again, unless the target has it",
    async () => {
      const agency = await newAgency(source, "Rescued", 2)
      const args = ["workspace", "move", agency.id, "--to", target.url, "--reopen", "--json"]
      const reopen = (...more: ReadonlyArray<string>) =>
        runCliHere([...args, ...more], source.environment)
      assert.match((await reopen("--yes")).stderr, /did not move/)
      assert.strictEqual((await move(source, agency, target)).code, 0)
      assert.match((await reopen("--yes")).stderr, /the target has the workspace/)
      assert.strictEqual(await statusAt(source, agency), 401)

      // As a standby is that was promoted before the commit of the move arrived there.
      const older = await startInstallation()
      try {
        const lost = ["workspace", "move", agency.id, "--to", older.url, "--reopen", "--json"]
        assert.match((await runCliHere(lost, source.environment)).stderr, /With --yes/)
        assert.strictEqual(await statusAt(source, agency), 401)
        const opened = await runCliHere([...lost, "--yes"], source.environment)
        assert.deepInclude(JSON.parse(opened.stdout), { reopened: true })
        await eventually(async () => ((await statusAt(source, agency)) === 200 ? true : undefined))
        assert.strictEqual((await newClient(source, agency)).status, 201)
        assert.strictEqual((await move(source, agency, older)).code, 0)
        assert.strictEqual(await statusAt(older, agency), 200)
      } finally {
        await older.stop()
      }
    },
    limit
  )
})

describe("a move to an installation with another key", () => {
  it(
    "encrypts its secrets anew, and says what becomes of links",
    async () => {
      const key = Buffer.alloc(32, 9).toString("base64")
      const elsewhere = await startInstallation({ SECRET_KEY: key })
      try {
        const agency = await newAgency(source, "Rekeyed", 2)
        const endpoint = { url: "https://hooks.example/x", events: ["client.created"] }
        const once = { "idempotency-key": "hook" }
        const made = await call(source, agency, "POST", "/v1/webhook_endpoints", endpoint, once)
        assert.strictEqual(made.status, 201, JSON.stringify(made.body))
        const refused = await move(source, agency, elsewhere)
        assert.match(refused.stderr, /another SECRET_KEY/)
        const moved = await move(source, agency, elsewhere, ["--to-secret-key", key])
        assert.strictEqual(moved.code, 0, moved.stderr)
        assert.strictEqual(JSON.parse(moved.stdout).links_accepted, false)
        assert.match(moved.stderr, /Links in mails/)
        const again = await call(elsewhere, agency, "POST", "/v1/webhook_endpoints", endpoint, once)
        assert.deepStrictEqual(again.body, made.body)
        const doctor = await runCliHere(["doctor", "--json"], elsewhere.environment)
        const needed = JSON.parse(doctor.stdout).keys
        assert.strictEqual(needed.length, 1, doctor.stdout)
        assert.isNotEmpty((await everything(elsewhere, agency))["invoices"] ?? [])
      } finally {
        await elsewhere.stop()
      }
    },
    limit
  )
})
