/** Workspaces in PostgreSQL. */
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  type DeletedWorkspace,
  WorkspaceRepository
} from "../../../app/ports/workspaces/WorkspaceRepository.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { shape } from "../../../domain/Resource.ts"
import { type Logo, Workspace, WorkspaceFields } from "../../../domain/workspaces/Workspace.ts"
import { readForUpdate, write } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import {
  dateOf,
  dateOfOrNull,
  insertRow,
  insertRows,
  instant,
  saveRow,
  sha256,
  updateRow
} from "../Rows.ts"

const { address, addressText, updatedAt, ...same } = WorkspaceFields.fields

/** The column `address` has the free text: the previous release writes it. */
export const WorkspaceStored = shape({
  ...same,
  address: addressText,
  postalAddress: address,
  updatedAt: Schema.NullOr(updatedAt)
})
export const workspaceJsonColumns = {
  json: ["postalAddress", "registration", "contact", "electronicAddress", "bankAccount"]
} as const
const stored = columns(WorkspaceStored, workspaceJsonColumns)

/** The columns of `SELECT w.*`. */
export type WorkspaceRow = Row & { readonly id: string }

export const workspaceOf = (row: WorkspaceRow): Workspace => {
  const { address, postalAddress, ...fields } = stored.decode(row)
  return new Workspace({
    ...fields,
    address: postalAddress,
    // The previous release may have written it beside the address that replaced it.
    addressText: postalAddress === null ? address : null,
    // Null until this release has written the row.
    updatedAt: fields.updatedAt ?? fields.createdAt
  })
}

const rowOf = ({ address, addressText, ...fields }: Workspace): Row =>
  stored.encode({ ...fields, address: addressText, postalAddress: address })

const logoOf = (rows: ReadonlyArray<Logo>): Logo | null => {
  const [row] = rows
  return row === undefined ? null : { type: row.type, bytes: Uint8Array.from(row.bytes) }
}

type DeletedRow = WorkspaceRow & { readonly deletedAt: Date }

const deletedOf = (row: DeletedRow): DeletedWorkspace => ({
  workspace: workspaceOf(row),
  deletedAt: instant(row.deletedAt)
})

type Port = WorkspaceRepository["Service"]

const reads = (sql: SqlClient.SqlClient) =>
  ({
    find: Effect.fnUntraced(function* (id) {
      const rows = yield* sql<WorkspaceRow>`
        SELECT * FROM workspaces WHERE id = ${WorkspaceId.toUuid(id)} AND deleted_at IS NULL`
      return rows[0] === undefined ? null : workspaceOf(rows[0])
    }, Effect.orDie),

    findAny: Effect.fnUntraced(function* (id) {
      const rows = yield* sql<WorkspaceRow>`
        SELECT * FROM workspaces WHERE id = ${WorkspaceId.toUuid(id)}`
      return rows[0] === undefined ? null : workspaceOf(rows[0])
    }, Effect.orDie),

    findDeleted: Effect.fnUntraced(function* (id) {
      const rows = yield* sql<DeletedRow>`SELECT * FROM workspaces
        WHERE id = ${WorkspaceId.toUuid(id)} AND deleted_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM workspace_moves m WHERE m.workspace_id = id
            AND m.closed_at IS NOT NULL)`
      return rows[0] === undefined ? null : deletedOf(rows[0])
    }, Effect.orDie),

    listDeleted: sql<DeletedRow>`
      SELECT * FROM workspaces WHERE deleted_at IS NOT NULL ORDER BY id LIMIT 1000`.pipe(
      Effect.map((rows) => rows.map(deletedOf)),
      Effect.orDie
    ),

    list: Effect.fnUntraced(function* (after, limit) {
      const later = after === null ? sql`true` : sql`id > ${WorkspaceId.toUuid(after)}`
      const rows = yield* sql<WorkspaceRow>`
        SELECT * FROM workspaces WHERE deleted_at IS NULL AND ${later} ORDER BY id LIMIT ${limit}`
      return rows.map(workspaceOf)
    }, Effect.orDie),

    withReminders: sql<WorkspaceRow>`
      SELECT * FROM workspaces WHERE deleted_at IS NULL AND cardinality(reminder_days) > 0`.pipe(
      Effect.map((rows) => rows.map(workspaceOf)),
      Effect.orDie
    ),

    isEmpty: sql`SELECT 1 FROM workspaces LIMIT 1`.pipe(
      Effect.map((rows) => rows.length === 0),
      Effect.orDie
    )
  }) satisfies Partial<Port>

const writes = {
  insert: Effect.fnUntraced(function* (workspace) {
    const uuid = WorkspaceId.toUuid(workspace.id)
    yield* insertRow("workspaces", { id: uuid }, rowOf(workspace))
    yield* insertRows("counters", [
      { workspaceId: uuid, name: "invoice_number" },
      { workspaceId: uuid, name: "event" }
    ])
  }),

  lock: (id) =>
    Effect.asVoid(readForUpdate({ table: "workspaces", key: { id: WorkspaceId.toUuid(id) } })),

  save: Effect.fnUntraced(function* (workspace) {
    // The logo has its own way in: its bytes must be there before its hash is.
    const { logoHash: _, createdAt: __, ...row } = rowOf(workspace)
    yield* saveRow("workspaces", { id: WorkspaceId.toUuid(workspace.id) }, row)
  }),

  saveDeletion: (id, deletedAt) =>
    updateRow("workspaces", { id: WorkspaceId.toUuid(id) }, { deletedAt: dateOfOrNull(deletedAt) })
} satisfies Partial<Port>

const logos = (sql: SqlClient.SqlClient) =>
  ({
    logo: Effect.fnUntraced(function* (id) {
      return logoOf(
        yield* sql<Logo>`
        SELECT l.type, l.bytes FROM workspaces w
        JOIN logos l ON l.workspace_id = w.id AND l.hash = w.logo_hash
        WHERE w.id = ${WorkspaceId.toUuid(id)}`
      )
    }, Effect.orDie),

    logoByHash: Effect.fnUntraced(function* (id, hash) {
      return logoOf(
        yield* sql<Logo>`SELECT type, bytes FROM logos
        WHERE workspace_id = ${WorkspaceId.toUuid(id)} AND hash = ${hash}`
      )
    }, Effect.orDie),

    saveLogo: Effect.fnUntraced(function* (id, logo) {
      const workspaceId = WorkspaceId.toUuid(id)
      const hash = logo === null ? null : sha256(logo.bytes)
      if (hash !== null) {
        yield* write({
          table: "logos",
          key: { workspaceId, hash },
          statement: sql`INSERT INTO logos ${sql.insert({ workspaceId, hash, ...logo })}
            ON CONFLICT (workspace_id, hash) DO UPDATE SET unused_since = NULL RETURNING 1`
        })
      }
      yield* updateRow("workspaces", { id: workspaceId }, { logoHash: hash })
      // Not deleted here: an invoice that is being sent at this moment may show it.
      yield* write({
        table: "logos",
        statement: sql`UPDATE logos SET unused_since = ${dateOf(yield* DateTime.now)}
          WHERE workspace_id = ${workspaceId} AND hash IS DISTINCT FROM ${hash}
            AND unused_since IS NULL RETURNING 1`
      })
    })
  }) satisfies Partial<Port>

export const WorkspaceRepositorySql = Layer.effect(
  WorkspaceRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    WorkspaceRepository.of({ ...reads(sql), ...writes, ...logos(sql) })
  )
)
