/**
 * Moved workspaces in PostgreSQL. A move whose process was killed between its two commits is
 * decided by any server of the source, which has the address of the target in its row.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { movePlace, Vault } from "../../../../app/ports/Vault.ts"
import { WorkspaceMoves } from "../../../../app/ports/workspaces/WorkspaceMoves.ts"
import { WorkspaceId } from "../../../../domain/Ids.ts"
import { Database } from "../../../postgres/Database.ts"
import { MaintenanceClient } from "../../../postgres/ReadClient.ts"
import { ownersOf } from "./MovedKeys.ts"
import { settleMove } from "./MoveRecord.ts"
import { openTarget } from "./MoveTarget.ts"

/** The moving process itself needs a moment between its commits. */
const brokenAfterSeconds = 5

interface BrokenRow {
  readonly id: string
  readonly target: string
}

interface MoveRow {
  readonly cell: string | null
  readonly isDecided: boolean
}

export const WorkspaceMovesPostgres = Layer.effect(
  WorkspaceMoves,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const maintenance = yield* MaintenanceClient
    const vault = yield* Vault

    const settleOne = Effect.fnUntraced(function* ({ id, target }: BrokenRow) {
      const url = vault.decrypt(target, movePlace(WorkspaceId.fromUuid(id)))
      const database = Context.get(yield* openTarget(url), Database)
      const isMoved = yield* settleMove(maintenance, database, id)
      const state = isMoved ? "it is open at its target" : "it is open here again"
      yield* Effect.logWarning(`The move of a workspace had broken off: ${state}`, {
        workspace: id
      })
    }, Effect.scoped)

    return WorkspaceMoves.of({
      find: Effect.fnUntraced(function* (id) {
        const [row] = yield* sql<MoveRow>`
          SELECT cell, target IS NULL AS is_decided FROM workspace_moves
          WHERE workspace_id = ${WorkspaceId.toUuid(id)} AND closed_at IS NOT NULL`
        return row ?? null
      }, Effect.orDie),

      settle: Effect.fnUntraced(function* (id) {
        const broken = yield* sql<BrokenRow>`
          SELECT workspace_id::text AS id, target FROM workspace_moves
          WHERE workspace_id = ${WorkspaceId.toUuid(id)} AND target IS NOT NULL`
        for (const one of broken) yield* settleOne(one)
      }, Effect.orDie),

      findByKey: Effect.fnUntraced(function* (key) {
        const [row] = yield* sql<MoveRow>`
          SELECT m.cell, m.target IS NULL AS is_decided FROM workspace_moves m
          WHERE m.closed_at IS NOT NULL AND m.workspace_id IN (${ownersOf(sql, key)})
          ORDER BY m.closed_at DESC LIMIT 1`
        return row ?? null
      }, Effect.orDie),

      settleBroken: Effect.gen(function* () {
        const broken = yield* sql<BrokenRow>`
          SELECT workspace_id::text AS id, target FROM workspace_moves WHERE target IS NOT NULL
            AND closed_at < now() - make_interval(secs => ${brokenAfterSeconds}) LIMIT 10`
        yield* Effect.forEach(
          broken,
          (one) =>
            Effect.catchCause(settleOne(one), (cause) =>
              Effect.logError("A move that broke off cannot be decided yet", cause)
            ),
          { discard: true }
        )
      }).pipe(Effect.orDie)
    })
  })
)
