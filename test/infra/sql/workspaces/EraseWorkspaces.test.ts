/**
 * Erasure of deleted workspaces on PostgreSQL, after a whole business of sample data: nothing of
 * the workspace is left, and nothing of another one is touched.
 */
import { randomBytes } from "node:crypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, FileSystem, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { CreditNotes } from "../../../../src/app/creditnotes/CreditNotes.ts"
import { Files } from "../../../../src/app/files/Files.ts"
import { Invoicing } from "../../../../src/app/invoices/Invoicing.ts"
import { Payments } from "../../../../src/app/payments/Payments.ts"
import { Housekeeping } from "../../../../src/app/ports/Housekeeping.ts"
import { DemoData } from "../../../../src/app/workspaces/DemoData.ts"
import { Workspaces } from "../../../../src/app/workspaces/Workspaces.ts"
import { layerEverything } from "../../../../src/cli/commands/Shared.ts"
import { WorkspaceId as Ids, type WorkspaceId } from "../../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import { workspaceTableNames } from "../../../../src/domain/workspaces/WorkspaceTables.ts"
import { isOfWorkspace } from "../../../../src/infra/sql/workspaces/WorkspaceRows.ts"
import { migratedDatabase } from "../../../support/storages.ts"

const business = Effect.gen(function* () {
  const ownerPassword = Redacted.make(randomBytes(12).toString("hex"))
  const input = { name: "Gone", plan: "starter", currency: CurrencyCode.make("EUR") } as const
  const owner = { ownerName: "Olga", ownerEmail: "olga@example.com", ownerPassword }
  const { workspace } = yield* (yield* Workspaces).create({
    ...input,
    ...owner,
    timeZone: "Europe/Berlin"
  })
  yield* (yield* DemoData).add(workspace, 40, () => Effect.void)
  return workspace
})

/** The rows of a workspace by table, without those that have none. */
const rowsOf = Effect.fnUntraced(function* (id: WorkspaceId) {
  const sql = yield* SqlClient.SqlClient
  const uuid = Ids.toUuid(id)
  const counts: Record<string, number> = {}
  for (const table of workspaceTableNames) {
    const rows = yield* sql`SELECT 1 FROM ${sql(table)} WHERE ${isOfWorkspace(sql, table, uuid)}`
    if (rows.length > 0) counts[table] = rows.length
  }
  return counts
})

const erased = Effect.gen(function* () {
  const gone = yield* business
  const other = yield* business
  const newest = { limit: 2, after: null }
  const paid = yield* (yield* Invoicing).list(gone, { status: "paid" }, newest)
  const [first, second] = paid.items
  if (first === undefined || second === undefined) throw new Error("The sample has no payments")
  yield* (yield* CreditNotes).create(gone, first.id, { reason: "Too late" })
  const payments = yield* Payments
  const { items } = yield* payments.list(gone, second.id, { limit: 1, after: null })
  yield* payments.reverse(gone, second.id, items[0]?.id ?? "", "By mistake")
  const files = yield* Files
  const bytes = Stream.make(new Uint8Array([1, 2, 3]))
  yield* files.receiving(gone, (receive) =>
    Effect.flatMap(receive({ name: "a.txt", declared: "text/plain", bytes }), (received) =>
      files.add(gone, null, received, { clientId: first.client.id })
    )
  )
  const before = yield* rowsOf(other.id)
  assert.includeMembers(Object.keys(yield* rowsOf(gone.id)), [
    ...["payments", "credits", "credit_notes", "events", "totals", "api_keys"],
    ...["outbox", "workspaces"]
  ])

  yield* (yield* Workspaces).delete(gone.id, "Gone")
  const { purge } = yield* Housekeeping
  const purgeNow = Effect.flatMap(DateTime.now, purge)
  yield* TestClock.adjust("13 days")
  yield* purgeNow
  assert.containsAllKeys(yield* rowsOf(gone.id), ["events", "workspaces"])
  yield* TestClock.adjust("1 day")
  yield* purgeNow
  // The bytes of its files go first.
  assert.containsAllKeys(yield* rowsOf(gone.id), ["file_leftovers", "workspaces"])
  yield* files.removeDue
  yield* purgeNow
  assert.deepStrictEqual(yield* rowsOf(gone.id), {})
  assert.deepStrictEqual(yield* rowsOf(other.id), before)
})

describe("the erasure of deleted workspaces", () => {
  it.effect("leaves nothing of the workspace, and everything of others", () =>
    Effect.gen(function* () {
      const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
      const env = {
        DATABASE_URL: Redacted.value(yield* migratedDatabase),
        SECRET_KEY: randomBytes(32).toString("base64"),
        DATA_DIR: folder,
        PROCESSOR: "test",
        LOG_LEVEL: "error"
      }
      yield* Effect.provide(erased, layerEverything).pipe(
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
