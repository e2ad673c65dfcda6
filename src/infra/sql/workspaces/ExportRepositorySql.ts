/** Requests for exports in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ExportRepository } from "../../../app/ports/workspaces/ExportRepository.ts"
import { FileId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { ExportFailure, ExportRequest } from "../../../domain/workspaces/ExportRequest.ts"
import { readForUpdate, write } from "../../postgres/Write.ts"
import { dateOf, dateOfOrNull, instant, instantOrNull, integer } from "../Rows.ts"

interface Requested {
  readonly workspaceId: string
  readonly requestedBy: string
  readonly requestedAt: Date
  readonly attempts: number
  readonly leasedUntil: Date | null
}

/** As the CHECKs of the table have it. */
type ExportRow = Requested &
  (
    | { readonly status: "pending"; readonly fileId: string | null }
    | {
        readonly status: "ready"
        readonly fileId: string
        readonly size: bigint
        readonly readyAt: Date
        readonly endsAt: Date
      }
    | { readonly status: "failed"; readonly failure: ExportFailure }
  )

const requestOf = (row: ExportRow | undefined): ExportRequest | null => {
  if (row === undefined) return null
  const requested = {
    workspaceId: WorkspaceId.fromUuid(row.workspaceId),
    requestedBy: UserId.fromUuid(row.requestedBy),
    requestedAt: instant(row.requestedAt)
  }
  switch (row.status) {
    case "pending":
      return {
        ...requested,
        status: row.status,
        attempts: row.attempts,
        leasedUntil: instantOrNull(row.leasedUntil),
        fileId: row.fileId === null ? null : FileId.fromUuid(row.fileId)
      }
    case "ready":
      return {
        ...requested,
        status: row.status,
        fileId: FileId.fromUuid(row.fileId),
        size: integer(row.size),
        readyAt: instant(row.readyAt),
        endsAt: instant(row.endsAt)
      }
    case "failed":
      return { ...requested, status: row.status, failure: row.failure }
  }
}

const columnsOf = (request: ExportRequest) => {
  const isReady = request.status === "ready"
  const fileId = request.status === "failed" ? null : request.fileId
  return {
    requestedBy: UserId.toUuid(request.requestedBy),
    requestedAt: dateOf(request.requestedAt),
    status: request.status,
    attempts: request.status === "pending" ? request.attempts : 0,
    leasedUntil: request.status === "pending" ? dateOfOrNull(request.leasedUntil) : null,
    fileId: fileId === null ? null : FileId.toUuid(fileId),
    size: isReady ? request.size : null,
    readyAt: isReady ? dateOf(request.readyAt) : null,
    endsAt: isReady ? dateOf(request.endsAt) : null,
    failure: request.status === "failed" ? request.failure : null
  }
}

const keyOf = (workspaceId: WorkspaceId) => ({ workspaceId: WorkspaceId.toUuid(workspaceId) })

export const ExportRepositorySql = Layer.effect(
  ExportRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return ExportRepository.of({
      find: Effect.fnUntraced(function* (workspaceId) {
        const rows = yield* sql<ExportRow>`SELECT * FROM workspace_exports
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}`
        return requestOf(rows[0])
      }, Effect.orDie),

      findForUpdate: (workspaceId) =>
        Effect.map(
          readForUpdate<ExportRow>({ table: "workspace_exports", key: keyOf(workspaceId) }),
          requestOf
        ),

      save: (request) => {
        const key = keyOf(request.workspaceId)
        const columns = columnsOf(request)
        return write({
          table: "workspace_exports",
          key,
          statement: sql`INSERT INTO workspace_exports ${sql.insert({ ...key, ...columns })}
            ON CONFLICT (workspace_id) DO UPDATE SET ${sql.csv(
              Object.keys(columns).map((column) => sql`${sql(column)} = EXCLUDED.${sql(column)}`)
            )} RETURNING 1`
        })
      },

      // Any process makes the exports of all workspaces.
      nextClaimable: Effect.fnUntraced(function* (now) {
        const rows = yield* sql<{ readonly workspaceId: string }>`
          SELECT workspace_id FROM workspace_exports
          WHERE status = 'pending' AND (leased_until IS NULL OR leased_until <= ${dateOf(now)})
          ORDER BY requested_at LIMIT 1`
        return rows[0] === undefined ? null : WorkspaceId.fromUuid(rows[0].workspaceId)
      }, Effect.orDie)
    })
  })
)
