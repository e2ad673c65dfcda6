/** The migration that removes payment links from rows of earlier versions. */
import { PgTypes } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MaintenanceClient } from "../../../../src/infra/postgres/ReadClient.ts"
import { paymentLinks } from "../../../../src/infra/sql/migrations/0006_payment_links.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../../support/storages.ts"

const workspace = "00000000-0000-7000-8000-000000000001"
const endpoint = "00000000-0000-7000-8000-000000000002"
const live = "https://x.example/pay/live"
const hostile = '","processor_payment_url":"https://x.example/pay/quoted","x":"'

const resource = (url: string | null) => ({
  id: "inv_1",
  notes: hostile,
  processor_payment_url: url,
  total: 5
})

const suite = <E>(name: string, database: Parameters<typeof onDatabase<E, never>>[0]) =>
  layer(onDatabase(database), { excludeTestServices: true })(name, (it) => {
    it.effect("cleans events and deliveries, and leaves everything else of them", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        yield* sql`INSERT INTO workspaces (id, name, plan, currency, time_zone, invoice_prefix, payment_terms_days)
          VALUES (${workspace}, 'W', 'growth', 'EUR', 'UTC', 'INV', 30)`
        const kept = [
          { object: resource(live), previous: resource(live) },
          { object: resource(live), previous: null },
          { object: resource(null), previous: resource(live) },
          { object: { id: "client_1", name: "Ada" }, previous: null }
        ]
        yield* sql`INSERT INTO webhook_endpoints ${sql.insert({
          workspaceId: workspace,
          id: endpoint,
          url: "https://x.example",
          enabled: true,
          secret: "s",
          createdAt: new Date(0),
          updatedAt: new Date(0)
        })}`
        for (const [index, data] of kept.entries()) {
          yield* sql`INSERT INTO events (workspace_id, sequence, id, type, data, created_at)
            VALUES (${workspace}, ${BigInt(index + 1)}, gen_random_uuid(), 'invoice.sent',
              ${PgTypes.jsonb(data)}, now())`
          yield* sql`INSERT INTO webhook_deliveries (workspace_id, id, endpoint_id, event_id,
              event_type, payload, status, tries, next_try_at, attempts, created_at)
            VALUES (${workspace}, gen_random_uuid(), ${endpoint}, gen_random_uuid(), 'invoice.sent',
              ${JSON.stringify({ sequence: index, data })}, 'pending', 0, now(), '[]', now())`
        }
        // Back to the schema that wrote them.
        yield* sql`ALTER TABLE invoices DROP COLUMN payment_link_salt`
        yield* sql`ALTER TABLE events DISABLE TRIGGER events_append_only`
        yield* Effect.provideService(paymentLinks, SqlClient.SqlClient, sql)

        const cleaned = [
          { object: resource(null), previous: resource(null) },
          { object: resource(null), previous: null },
          { object: resource(null), previous: resource(null) },
          kept[3]
        ]
        const events = yield* sql<{ data: unknown }>`SELECT data FROM events ORDER BY sequence`
        assert.deepStrictEqual(
          events.map(({ data }) => data),
          cleaned
        )
        const rows = yield* sql<{ payload: string }>`SELECT payload FROM webhook_deliveries`
        const payloads = rows.map(({ payload }) => JSON.parse(payload))
        assert.sameDeepMembers(
          payloads,
          cleaned.map((data, sequence) => ({ sequence, data }))
        )
      })
    )
  })

suite("links at rest on PGlite", layerPglite)
suite("links at rest on PostgreSQL", layerPostgres)
