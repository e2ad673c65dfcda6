/** The database to which a workspace moves: reachable, another than this one, and migrated. */
import { randomBytes } from "node:crypto"
import { Context, Effect, Layer, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Database, layerPostgresServer } from "../../../postgres/Database.ts"
import { saidBy } from "../../../postgres/Failures.ts"
import { MaintenanceClient } from "../../../postgres/ReadClient.ts"
import { migrate } from "../../schema/Migrate.ts"
import { isMigrated } from "../../schema/Migrations.ts"
import { MoveRefused } from "./MoveErrors.ts"

const refused = (reason: string) => new MoveRefused({ reason })

const unreachable = (error: unknown) => refused(`the target cannot be reached: ${saidBy(error)}`)

/** A lock that one has and the other does not get is of one database. */
const isSame = Effect.fnUntraced(function* (
  source: SqlClient.SqlClient,
  target: SqlClient.SqlClient
) {
  const key = randomBytes(8).readBigInt64BE()
  return yield* source.withTransaction(
    Effect.andThen(
      source`SELECT pg_advisory_xact_lock(${key}::bigint)`,
      Effect.map(
        target<{ has: boolean }>`SELECT pg_try_advisory_xact_lock(${key}::bigint) AS has`,
        ([row]) => row?.has !== true
      )
    )
  )
})

const connections = 5

/** The services of a database at this address, until the scope ends. */
export const openTarget = (url: Redacted.Redacted) =>
  Layer.build(Layer.fresh(layerPostgresServer(url, { poolSize: connections })))

/** `isRehearsal` changes nothing there, not even the schema. */
export const prepareTarget = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  isRehearsal: boolean
) {
  const context = yield* Effect.mapError(openTarget(url), unreachable)
  const target = Context.get(context, MaintenanceClient)
  yield* Effect.mapError(Context.get(context, Database).check, unreachable)
  const source = yield* MaintenanceClient
  if (yield* Effect.mapError(isSame(source, target), unreachable)) {
    return yield* refused("the target is the database in which the workspace is")
  }
  const [state] = yield* Effect.mapError(
    target<{ readOnly: boolean }>`
      SELECT current_setting('transaction_read_only') = 'on' AS read_only`,
    unreachable
  )
  if (state?.readOnly === true) return yield* refused("the target takes no changes")
  if (!isRehearsal) {
    yield* Effect.mapError(Effect.provide(migrate, context), ({ message }) => refused(message))
  }
  const migrated = yield* isMigrated.pipe(
    Effect.provideService(SqlClient.SqlClient, target),
    Effect.orElseSucceed(() => false)
  )
  return { context, migrated }
})
