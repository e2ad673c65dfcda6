/** Measures what only the database knows: waiting mails, and connections. */
import { Effect, Layer, Metric, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { databaseConnections, queueAge, queueDepth } from "../../app/Metrics.ts"
import { outboxTable } from "./schema/Migrations.ts"

interface QueueRow {
  readonly depth: bigint
  readonly age: string | null
}

const measure = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [queue] = yield* sql<QueueRow>`
    SELECT count(*) AS depth, extract(epoch FROM localtimestamp - min(created_at))::text AS age
    FROM ${sql(outboxTable)} WHERE state = 'pending'`
  yield* Metric.update(queueDepth, Number(queue?.depth ?? 0n))
  yield* Metric.update(queueAge, Math.max(0, Number(queue?.age ?? 0)))
  const states = yield* sql<{ state: string | null; connections: bigint }>`
    SELECT state, count(*) AS connections FROM pg_stat_activity
    WHERE application_name = 'retainer' AND datname = current_database() GROUP BY state`
  for (const { state, connections } of states) {
    const gauge = Metric.withAttributes(databaseConnections, { state: state ?? "unknown" })
    yield* Metric.update(gauge, Number(connections))
  }
})

/** Measures every ten seconds for as long as the layer lives. */
export const layerOperationMetrics = Layer.effectDiscard(
  measure.pipe(
    Effect.catchCause((cause) => Effect.logDebug("Metrics of the database failed", cause)),
    Effect.repeat(Schedule.spaced("10 seconds")),
    Effect.forkScoped
  )
)
