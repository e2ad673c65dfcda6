/**
 * The list of a workspace's tables against the schema: it knows every table, and its order is that
 * of the foreign keys.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  exportedFiles,
  installationTables,
  workspaceTableNames,
  workspaceTables
} from "../../../../src/domain/workspaces/WorkspaceTables.ts"
import { hashedCredentials } from "../../../../src/infra/sql/workspaces/move/MovedKeys.ts"
import { layerPostgres } from "../../../support/storages.ts"

/** Rows that name each other: they are deleted and inserted in two steps. */
const circles = ["payments -> credits", "workspaces -> logos"]

layer(layerPostgres, { excludeTestServices: true })("the tables of a workspace", (it) => {
  it.effect("are all known", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`
        SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
      assert.sameMembers(
        [...workspaceTableNames, ...installationTables],
        tables.map(({ name }) => name)
      )
    })
  )

  it.effect("stand before those that their foreign keys name", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keys = yield* sql<{ child: string; parent: string }>`
        SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
        FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`
      assert.isAbove(keys.length, 40)
      const places = new Map<string, number>(
        workspaceTableNames.map((name, place) => [name, place])
      )
      const against = keys
        .filter(({ child, parent }) => (places.get(child) ?? -1) > (places.get(parent) ?? -1))
        .map(({ child, parent }) => `${child} -> ${parent}`)
      assert.sameMembers(against, circles)
    })
  )

  it.effect("have rows in every file of an export", () =>
    Effect.sync(() => {
      const shown = Object.values(workspaceTables).map(({ exported }) => exported)
      for (const file of exportedFiles) assert.include(shown, file)
    })
  )

  it.effect("refuse changes while their workspace is held", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const held = yield* sql<{ name: string }>`
        SELECT tgrelid::regclass::text AS name FROM pg_trigger t
        JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = 'refuse_held' AND t.tgenabled = 'O'
        GROUP BY 1 HAVING bit_or(t.tgtype) & 28 = 28`
      const moved = workspaceTableNames.filter((name) => !("stays" in workspaceTables[name]))
      assert.sameMembers(
        held.map(({ name }) => name),
        // A mail job is written with its record, and is not taken while its workspace is held.
        moved.filter((name) => name !== "outbox")
      )
    })
  )

  it.effect("are asked for every credential that names no workspace, after a move too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found = yield* sql<{ name: string }>`
        SELECT i.indrelid::regclass::text AS name FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indisunique AND i.indnkeyatts = 1 AND a.attname = 'hash'`
      assert.sameMembers(
        found.map(({ name }) => name),
        [...hashedCredentials, "oauth_codes"]
      )
    })
  )

  it.effect("have triggers that let a copy pass", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const strict = yield* sql<{ name: string }>`
        SELECT proname AS name FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype
          AND strpos(prosrc, 'retainer.copied_workspace') = 0`
      assert.deepStrictEqual(strict, [])
    })
  )

  it.effect("can be inserted in their order", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deferrable = yield* sql<{ name: string }>`
        SELECT conrelid::regclass::text || ' -> ' || confrelid::regclass::text AS name
        FROM pg_constraint WHERE contype = 'f' AND condeferrable
          AND connamespace = 'public'::regnamespace`
      assert.sameMembers(
        deferrable.map(({ name }) => name),
        circles
      )
    })
  )
})
