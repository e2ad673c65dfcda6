/**
 * A workspace moves between two installations on real servers and databases: nothing is lost or
 * sent twice, other workspaces see nothing, and one installation serves it at each time.
 */
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { runCliHere } from "../support/cliHere.ts"
import {
  call,
  everything,
  type Installation,
  inSession,
  move,
  newAgency,
  run,
  startInstallation
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

const client = (name: string) => ({ name, email: `${name.toLowerCase()}@client.example` })

const inTarget = async (args: ReadonlyArray<string>) => {
  const { code, stdout, stderr } = await runCliHere([...args, "--json"], target.environment)
  assert.strictEqual(code, 0, stderr)
  return JSON.parse(stdout)
}

/** Both say the same of every workspace, and the totals follow from the rows. */
const assertWhole = async (id: string) => {
  assert.deepInclude(await inTarget(["verify", "--workspace", id]), { ok: true })
  assert.deepInclude(await inTarget(["doctor", "--totals"]), { totals: [] })
}

describe("a workspace that moves", () => {
  it(
    "is whole at the target, and refused by name at the source",
    async () => {
      const agency = await newAgency(source, "Acme", 30)
      const other = await newAgency(source, "Other", 3)
      const [first] = (await everything(source, agency))["clients"] ?? []
      const path = join(source.path, "note.txt")
      await writeFile(path, "A note")
      const added = await runCliHere(
        ["file", "add", path, "--workspace", agency.id, "--client", first.id],
        source.environment
      )
      assert.strictEqual(added.code, 0, added.stderr)
      const key = { "idempotency-key": "once" }
      const once = await call(source, agency, "POST", "/v1/clients", client("Once"), key)
      const before = await everything(source, agency)
      const others = await everything(source, other)

      const rehearsed = await move(source, agency, target, ["--dry-run"])
      assert.strictEqual(rehearsed.code, 0, rehearsed.stderr)
      assert.strictEqual(JSON.parse(rehearsed.stdout).dry_run, true)
      assert.strictEqual((await call(source, agency, "GET", "/v1/clients")).status, 200)

      const moved = await move(source, agency, target, ["--to-cell", "eu2"])
      assert.strictEqual(moved.code, 0, moved.stderr)
      const result = JSON.parse(moved.stdout)
      assert.deepInclude(result, { workspace_id: agency.id, to_cell: "eu2", files: 1 })

      // The storage of the source stays as it was; links to files are made anew at each reading.
      const withoutLinks = (all: Awaited<ReturnType<typeof everything>>) =>
        JSON.parse(JSON.stringify(all).replaceAll(/"(https?:[^"]*)"/g, '"link"'))
      assert.deepStrictEqual(withoutLinks(await everything(target, agency)), withoutLinks(before))
      await assertWhole(agency.id)
      const again = await call(target, agency, "POST", "/v1/clients", client("Once"), key)
      assert.strictEqual(again.body.id, once.body.id)
      assert.strictEqual(
        (await call(target, agency, "POST", "/v1/clients", client("New"))).status,
        201
      )

      const refused = await call(source, agency, "GET", "/v1/clients")
      assert.strictEqual(refused.status, 401)
      assert.include(refused.body.error.message, "eu2")
      assert.deepStrictEqual(await everything(source, other), others)

      const repeated = await move(source, agency, target)
      assert.deepInclude(JSON.parse(repeated.stdout), { already_moved: true, to_cell: "eu2" })
      const undone = await runCliHere(
        ["workspace", "delete", "--workspace", agency.id, "--undo"],
        source.environment
      )
      assert.notStrictEqual(undone.code, 0)
    },
    limit
  )

  it(
    "refuses changes while it is held, and nothing else",
    async () => {
      const agency = await newAgency(source, "Held", 2)
      const other = await newAgency(source, "Free")
      await inSession(source.url, async (query) => {
        await query(`SELECT pg_advisory_xact_lock(uuid_hash_extended('${agency.uuid}', 0))`)
        const held = await call(source, agency, "POST", "/v1/clients", client("Held"))
        assert.strictEqual(held.status, 429)
        assert.match(held.retryAfter ?? "", /^[1-9]\d*$/)
        assert.strictEqual((await call(source, agency, "GET", "/v1/invoices")).status, 200)
        assert.strictEqual(
          (await call(source, other, "POST", "/v1/clients", client("Free"))).status,
          201
        )
      })
      assert.strictEqual(
        (await call(source, agency, "POST", "/v1/clients", client("Held"))).status,
        201
      )
    },
    limit
  )

  it(
    "keeps each change and each mail of its last moment, once",
    async () => {
      const agency = await newAgency(source, "Busy", 10)
      const made: Array<string> = []
      const sent: Array<string> = []
      const others: Array<number> = []
      let isOver = false
      const write = async (n: number) => {
        for (let i = 0; !isOver; i++) {
          const answer = await call(source, agency, "POST", "/v1/clients", client(`C${n}x${i}`))
          if (answer.status === 201) made.push(answer.body.id)
          else others.push(answer.status)
          if (answer.status === 401) return
          if (answer.status !== 201 || i % 5 > 0) continue
          const invoice = await call(source, agency, "POST", "/v1/invoices", {
            client_id: answer.body.id,
            line_items: [{ description: "Work", quantity: 1, unit_price: 10 }]
          })
          if (invoice.status !== 201) continue
          const path = `/v1/invoices/${invoice.body.id}/send`
          const mailed = await call(source, agency, "POST", path)
          if (mailed.status === 200) sent.push(invoice.body.number)
        }
      }
      const writers = [write(1), write(2), write(3)]
      await eventually(async () => (made.length > 20 ? true : undefined))
      const moved = await move(source, agency, target)
      assert.strictEqual(moved.code, 0, moved.stderr)
      await eventually(async () => (others.includes(401) ? true : undefined))
      isOver = true
      await Promise.all(writers)
      for (const status of others) assert.include([401, 429], status)
      const stored = await run(
        target.url,
        `SELECT type_id('client', id) AS id FROM clients WHERE workspace_id = '${agency.uuid}'`
      )
      const ids = new Set(stored.map(({ id }) => id))
      for (const id of made) assert.isTrue(ids.has(id), id)
      await assertWhole(agency.id)
      assert.isAbove(sent.length, 0)
      const mails = async () => {
        const texts: Array<string> = []
        for (const folder of [source.path, target.path]) {
          for (const name of await readdir(join(folder, "mail")).catch(() => [])) {
            if (!name.endsWith(".eml")) continue
            texts.push(await readFile(join(folder, "mail", name), "utf8"))
          }
        }
        return texts.filter((text) => text.includes("@client.example"))
      }
      await eventually(async () => ((await mails()).length >= sent.length ? true : undefined))
      const messageIds = (await mails()).map((text) => /^message-id: (.*)$/im.exec(text)?.[1])
      assert.strictEqual(new Set(messageIds).size, messageIds.length)
    },
    limit
  )
})
