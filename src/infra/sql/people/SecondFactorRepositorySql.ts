/** Second factors in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type SecondFactor,
  SecondFactorRepository
} from "../../../app/ports/people/SecondFactorRepository.ts"
import { UserId, WorkspaceId } from "../../../domain/Ids.ts"
import { readForUpdate } from "../../postgres/Write.ts"
import {
  dateOf,
  dateOfOrNull,
  deleteRow,
  insertRow,
  instant,
  instantOrNull,
  updateRow
} from "../Rows.ts"

interface FactorRow {
  readonly workspaceId: string
  readonly userId: string
  readonly secret: string
  readonly usedStep: bigint
  readonly recoveryHashes: ReadonlyArray<string>
  readonly createdAt: Date
}

const keyOf = (workspaceId: WorkspaceId, userId: UserId) => ({
  workspaceId: WorkspaceId.toUuid(workspaceId),
  userId: UserId.toUuid(userId)
})

const factorOf = (row: FactorRow | undefined): SecondFactor | null =>
  row === undefined
    ? null
    : {
        workspaceId: WorkspaceId.fromUuid(row.workspaceId),
        userId: UserId.fromUuid(row.userId),
        secret: row.secret,
        usedStep: Number(row.usedStep),
        recoveryHashes: row.recoveryHashes,
        createdAt: instant(row.createdAt)
      }

export const SecondFactorRepositorySql = Layer.effect(
  SecondFactorRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return SecondFactorRepository.of({
      find: Effect.fnUntraced(function* (workspaceId, userId) {
        const key = keyOf(workspaceId, userId)
        const rows = yield* sql<FactorRow>`SELECT * FROM second_factors
          WHERE workspace_id = ${key.workspaceId} AND user_id = ${key.userId}`
        return factorOf(rows[0])
      }, Effect.orDie),

      findForUpdate: (workspaceId, userId) =>
        Effect.map(
          readForUpdate<FactorRow>({ table: "second_factors", key: keyOf(workspaceId, userId) }),
          factorOf
        ),

      insert: Effect.fnUntraced(function* ({ workspaceId, userId, createdAt, ...factor }) {
        const { secret, usedStep, recoveryHashes } = factor
        yield* insertRow("second_factors", keyOf(workspaceId, userId), {
          secret,
          usedStep,
          recoveryHashes,
          createdAt: dateOf(createdAt)
        })
      }),

      saveUse: ({ workspaceId, userId, usedStep, recoveryHashes }) =>
        updateRow("second_factors", keyOf(workspaceId, userId), { usedStep, recoveryHashes }),

      remove: (workspaceId, userId) => deleteRow("second_factors", keyOf(workspaceId, userId)),

      requiredSince: Effect.fnUntraced(function* (workspaceId) {
        const rows = yield* sql<{ readonly since: Date | null }>`
          SELECT second_factor_since AS since FROM workspaces
          WHERE id = ${WorkspaceId.toUuid(workspaceId)}`
        return instantOrNull(rows[0]?.since ?? null)
      }, Effect.orDie),

      saveRequired: (workspaceId, since) =>
        updateRow(
          "workspaces",
          { id: WorkspaceId.toUuid(workspaceId) },
          { secondFactorSince: dateOfOrNull(since) }
        )
    })
  })
)
