/**
 * The log of a database that an earlier version wrote: it is chained as it stands, and refuses what
 * an instance of that version still writes. Nothing in it can be changed or removed.
 */
import { inspect } from "node:util"
import { PgTypes } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { EventLog } from "../../../../src/app/ports/events/EventLog.ts"
import { systemActor } from "../../../../src/domain/access/Actor.ts"
import { EventResource, eventTypes } from "../../../../src/domain/events/Event.ts"
import { eventOf } from "../../../../src/domain/events/LoggedEvent.ts"
import { EventId, WorkspaceId } from "../../../../src/domain/Ids.ts"
import { MaintenanceClient } from "../../../../src/infra/postgres/ReadClient.ts"
import { log as migration } from "../../../../src/infra/sql/migrations/0018_log.ts"
import { assertChained } from "../../../support/chains.ts"
import { newWorkspace, now, random } from "../../../support/records.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../../support/storages.ts"
import { each } from "../../../support/transactions.ts"

const hostile = {
  id: "client_1",
  name: '\\x41 {"a":1} \u2028 \u001f\u007f \b\f\n\r\t 😀 é /',
  tax_rate: 0.000001,
  total: 99_999_999_999_999,
  lines: [{ quantity: 0.5, b: true, a: null }, [], {}],
  Z: -1.5,
  "1": "keys",
  "10": "sort by bytes"
}

/** As version 0.2 wrote an event. */
const asBefore = Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
  const sql = yield* MaintenanceClient
  const workspace = WorkspaceId.toUuid(workspaceId)
  const data = { object: hostile, previous: { ...hostile, name: "" } }
  yield* sql`WITH next AS (
      UPDATE counters SET value = value + 1
      WHERE workspace_id = ${workspace} AND name = 'event' RETURNING value
    )
    INSERT INTO events (workspace_id, sequence, id, type, data, created_at)
    SELECT ${workspace}::uuid, value, ${EventId.toUuid(yield* EventId.next(yield* random))}::uuid,
      'client.updated', ${PgTypes.jsonb(data)}::jsonb, ${new Date("2026-01-02T03:04:05.060Z")}::timestamptz
    FROM next RETURNING sequence`
})

const asNow = Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
  yield* (yield* each(EventLog)).append({
    id: yield* EventId.next(yield* random),
    workspaceId,
    type: "client.updated",
    createdAt: now,
    data: { object: hostile, previous: null },
    actor: systemActor,
    address: null,
    requestId: null,
    isEvent: true
  })
})

const events = Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
  const found = yield* (yield* EventLog).read(workspaceId, 0, 100, eventTypes)
  return found.map((event) => EventResource.toWire(eventOf(event)))
})

/** Takes back what the migration added, with all that later ones need of it. */
const undo = [
  "DROP TRIGGER chain_event ON events",
  "DROP TRIGGER events_append_only ON events",
  "DROP TRIGGER events_append_only_whole ON events",
  "DROP FUNCTION chain_event, event_hash(bytea, events), chain_hash, type_id, canonical_json",
  "DROP TABLE unlogged_rows",
  "DROP TRIGGER api_keys_credentials_update ON api_keys",
  "ALTER TABLE api_keys DROP COLUMN created_by",
  "ALTER TABLE oauth_apps DROP COLUMN created_by",
  `ALTER TABLE counters DROP COLUMN head, DROP COLUMN previous_head, DROP COLUMN audit_value,
    DROP COLUMN audit_head, DROP COLUMN audit_previous_head`,
  "DELETE FROM events WHERE sequence IS NULL",
  `ALTER TABLE events DROP COLUMN previous_hash, DROP COLUMN hash, DROP COLUMN audit_sequence,
    DROP COLUMN audit_previous_hash, DROP COLUMN audit_hash, DROP COLUMN address, DROP COLUMN request_id,
    DROP COLUMN object_id, DROP COLUMN actor_id, DROP COLUMN actor_user_id, DROP COLUMN actor,
    DROP CONSTRAINT events_workspace_id_sequence_key, DROP CONSTRAINT events_pkey`,
  "ALTER TABLE events ADD PRIMARY KEY (workspace_id, sequence), ADD UNIQUE (workspace_id, id)"
]

const suite = <E>(name: string, database: Parameters<typeof onDatabase<E, never>>[0]) =>
  layer(onDatabase(database), { excludeTestServices: true })(name, (it) => {
    it.effect("an event of an earlier version is refused, and the log goes on without it", () =>
      Effect.gen(function* () {
        const { id } = yield* newWorkspace
        for (const write of [asNow, asNow]) {
          yield* write(id)
          const refused = yield* Effect.flip(asBefore(id))
          assert.include(inspect(refused, { depth: 8 }), "belongs to Retainer 0.3.0 or later")
        }
        const all = yield* events(id)
        assert.lengthOf(all, 2)
        assertChained(all)
      })
    )

    it.effect("what stands in it is chained, by workspace", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const workspaces = [(yield* newWorkspace).id, (yield* newWorkspace).id]
        for (const statement of undo) yield* sql.unsafe(statement)
        for (const id of workspaces) {
          yield* asBefore(id)
          yield* asBefore(id)
        }
        yield* Effect.provideService(migration, SqlClient.SqlClient, sql)
        for (const id of workspaces) {
          yield* asNow(id)
          const all = yield* events(id)
          assert.lengthOf(all, 3)
          assertChained(all)
        }
      })
    )

    it.effect("an id of the database is that of the service", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const ends = ["0", "f"].map((digit) =>
          "00000000-0000-0000-0000-000000000000".replace(/0/g, digit)
        )
        for (const uuid of [...ends, ...fc.sample(fc.uuid(), { numRuns: 100, seed: 1 })]) {
          const [row] = yield* sql<{ id: string }>`SELECT type_id('evt', ${uuid}::uuid) AS id`
          assert.strictEqual(row?.id, EventId.fromUuid(uuid))
        }
      })
    )

    it.effect("nothing is changed or removed", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const { id } = yield* newWorkspace
        yield* asNow(id)
        for (const statement of [
          "UPDATE events SET type = type",
          "DELETE FROM events",
          "TRUNCATE events"
        ]) {
          assert.isTrue(Exit.isFailure(yield* Effect.exit(sql.unsafe(statement))), statement)
        }
        assert.lengthOf(yield* events(id), 1)
      })
    )
  })

suite("the log on PGlite", layerPglite)
suite("the log on PostgreSQL", layerPostgres)
