/**
 * Every statement that the contracts of the storage ports send names its workspace, so that the
 * database can be divided by it. Exceptions are listed with their reasons: with several databases
 * each of them would have to be sent to every one.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Statement } from "effect/sql"
import { afterAll, vi } from "vitest"
import { layerEmbedded } from "../../../src/infra/postgres/Database.ts"
import { OpenTransaction } from "../../../src/infra/postgres/OpenTransaction.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { keyDependents } from "../../../src/infra/sql/KeyDependents.ts"
import { checkTotals, foldTotals } from "../../../src/infra/sql/lists/Totals.ts"
import { migrate } from "../../../src/infra/sql/schema/Migrate.ts"
import { recordingRows, type Sent } from "../../support/statements.ts"
import { onDatabase } from "../../support/storages.ts"
import { runContracts } from "./contracts.ts"

const sent: Array<Sent> = []

/**
 * Writes and locked reads do not pass the client: they are recorded where a transaction takes them.
 */
const layerWriteRecorder = Layer.effectDiscard(
  Effect.acquireRelease(
    Effect.sync(() => {
      const { collect, queryAll, read } = OpenTransaction.prototype
      return [
        vi.spyOn(OpenTransaction.prototype, "collect").mockImplementation(function (
          this: OpenTransaction,
          part
        ) {
          sent.push(...part.steps)
          return collect.call(this, part)
        }),
        vi.spyOn(OpenTransaction.prototype, "queryAll").mockImplementation(function (
          this: OpenTransaction,
          all
        ) {
          sent.push(...all)
          return queryAll.call(this, all)
        }),
        vi.spyOn(OpenTransaction.prototype, "read").mockImplementation(function (
          this: OpenTransaction,
          one
        ) {
          sent.push(one)
          return read.call(this, one)
        })
      ]
    }),
    (spies) =>
      Effect.sync(() => {
        for (const spy of spies) spy.mockRestore()
      })
  )
)

const layerRecorder = Layer.succeed(Statement.CurrentTransformer, (statement) => {
  const [text, parameters] = statement.compile()
  sent.push({ text, parameters })
  return Effect.succeed(statement)
})

/** Every table but the service's own, as the database lists them below. */
const tables: Array<string> = []
const definition = /^(CREATE|ALTER|DROP|COMMENT)\b/

/** A workspace's own row is named by its id. */
const namesWorkspace = (text: string): boolean =>
  /workspace_id"? = (\$|ANY)/.test(text) ||
  /(^|AS \( ?)INSERT INTO \w+ \([^)]*\bworkspace_id\b/.test(text) ||
  /^INSERT INTO \w+ AS \w+ \([^)]*\bworkspace_id\b.* VALUES /.test(text) ||
  /^(SELECT|UPDATE|INSERT INTO)\b.* "?workspaces\b.*(WHERE (w\.)?"?id"? = \$|VALUES)/.test(text)

/** By how the statement begins, or what it asks for: why it names no workspace. */
const across: ReadonlyArray<readonly [RegExp, string]> = [
  [/ FROM \w+( \w+)?( JOIN .*)? WHERE (\w\.)?hash = \$1/, "a credential tells the workspace"],
  [/ FROM oauth_apps a JOIN workspaces w .* WHERE a\.id = \$1 /, "a client_id names the workspace"],
  [/ FROM users u .* WHERE lower\(u\.email\) = /, "a sign-in names no workspace"],
  [/ FROM clients c .* WHERE lower\(c\.email\) = /, "a sign-in names no workspace"],
  [/ FROM invoices WHERE right\(id::text, 8\) = /, "a payment link tells the end of an id"],
  [/ FROM sent_documents WHERE sha256 = /, "a mail in the outbox tells the file it sends"],
  [/ FROM sent_credit_notes WHERE sha256 = /, "the hash of a mailed file tells the note"],
  [/^DELETE FROM "\w+" r WHERE .* FOR UPDATE SKIP LOCKED/, "housekeeping"],
  [/^WITH ended AS \(SELECT i\.workspace_id, i\.id FROM invitations i /, "housekeeping"],
  [/ FROM webhook_endpoints e WHERE e\.enabled AND EXISTS /, "the sweep of each minute"],
  [/^WITH taken AS \( DELETE FROM totals/, "housekeeping"],
  [/ FROM invoices i WHERE i\.status = 'sent' AND i\.due_date < /, "the sweep of each minute"],
  [/ FROM file_leftovers WHERE due_at <= /, "the sweep of each minute"],
  [/ FROM workspace_exports WHERE status = 'pending' /, "any process makes what is due"],
  [
    /^SELECT \* FROM workspaces WHERE .* cardinality\(reminder_days\) > 0$/,
    "reminders of each day"
  ],
  [/^UPDATE webhook_endpoints SET busy_until = /, "a worker takes what is due, whosever it is"],
  [/^UPDATE "outbox" SET acquired_at = /, "a worker takes what is due, whosever it is"],
  [/^INSERT INTO workspace_versions SELECT id, greatest\(.*\) FROM workspaces$/, "a migration"],
  [/^UPDATE (events|webhook_deliveries|logos|workspaces w|invoices i) SET /, "a migration"],
  [/^SELECT \* FROM workspaces WHERE deleted_at IS .* ORDER BY id LIMIT /, "the operator's lists"],
  [/^SELECT w\.id::text AS id, .* FROM workspaces w .* WHERE w\.deleted_at <= /, "housekeeping"],
  [/^DO \$\$ DECLARE one events;/, "a migration chains what is there, workspace by workspace"],
  [/^UPDATE credits c SET client_id = /, "a migration names whose a credit is"],
  [/^SELECT coalesce\(k\.workspace_id, /, "doctor compares the totals of all"],
  [/^WITH encrypted AS /, "doctor counts what needs which secret key"]
]

/** It migrates here, so that the statements of migrations are recorded too. */
const layerMigrated = Layer.effectDiscard(migrate).pipe(
  Layer.provideMerge(layerEmbedded(undefined))
)
const layerRowsRecorded = recordingRows((one) => sent.push(one), layerMigrated)
const layerRecorded = onDatabase(layerRowsRecorded).pipe(
  Layer.provideMerge(Layer.merge(layerRecorder, layerWriteRecorder))
)

runContracts("statements of ports", layerRecorded)

layer(layerRecorded, { excludeTestServices: true })("statements of workers and commands", (it) => {
  it.effect("fold, compare and count for all workspaces", () =>
    Effect.gen(function* () {
      const sql = yield* MaintenanceClient
      const found = yield* sql<{ name: string }>`
        SELECT DISTINCT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND (column_name = 'workspace_id' OR table_name = 'workspaces')`
      tables.push(...found.map(({ name }) => name))
      yield* foldTotals(sql)
      assert.deepEqual(yield* checkTotals(sql), [])
      assert.deepEqual(yield* keyDependents, [])
    })
  )
})

const texts = () => [...new Set(sent.map(({ text }) => text.replaceAll(/\s+/g, " ").trim()))]

afterAll(() => {
  assert.isAbove(tables.length, 20)
  const touches = new RegExp(`\\b(FROM|INTO|UPDATE|JOIN) "?(${tables.join("|")})\\b`)
  const without = texts().filter(
    (text) => touches.test(text) && !definition.test(text) && !namesWorkspace(text)
  )
  assert.isAbove(without.length, 15)
  const unlisted = without.filter((text) => !across.some(([statement]) => statement.test(text)))
  assert.deepEqual(unlisted, [], "name the workspace, or list the statement with its reason")
  const unused = across.filter(([statement]) => !without.some((text) => statement.test(text)))
  assert.deepEqual(unused, [], "listed, but no statement is like this any more")
})
