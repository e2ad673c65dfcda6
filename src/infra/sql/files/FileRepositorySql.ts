/** Files and leftovers in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import {
  type FileFilter,
  type FileKey,
  FileRepository
} from "../../../app/ports/files/FileRepository.ts"
import { FileNotFound } from "../../../domain/files/File.ts"
import { FileFound, FileStored } from "../../../domain/files/FileResource.ts"
import { ClientId, FileId, InvoiceId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import { requireAllUsed } from "../../../domain/text/Search.ts"
import { readForUpdate } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import {
  byId,
  idPage,
  newest,
  type PageRow,
  rowsBeside,
  rowsOf,
  withMeta
} from "../lists/Newest.ts"
import { noSubject } from "../lists/Totals.ts"
import { dateOf, deleteRow, insertRow, integer, keysOf, toPage, updateRow } from "../Rows.ts"

const stored = columns(FileStored)
const shown = columns(FileFound)

/** A file has exactly one parent, so a filter by two parents finds no file. */
const parentsOf = ({ projectId, clientId, invoiceId, ...others }: FileFilter) => {
  requireAllUsed(others)
  return [
    ...(projectId === undefined ? [] : [["projectId", ProjectId.toUuid(projectId)] as const]),
    ...(clientId === undefined ? [] : [["clientId", ClientId.toUuid(clientId)] as const]),
    ...(invoiceId === undefined ? [] : [["invoiceId", InvoiceId.toUuid(invoiceId)] as const])
  ]
}

const keyOf = ({ workspaceId, id }: FileKey) => keysOf(FileId)(workspaceId, id)

const insertLeftover = (file: FileKey, dueAt: Date) =>
  insertRow("file_leftovers", keyOf(file), { dueAt })

const removeLeftover = (key: FileKey) => deleteRow("file_leftovers", keyOf(key))

const makeSelects = (sql: SqlClient.SqlClient) => {
  const of = ({ workspaceId, id }: FileKey) =>
    sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${FileId.toUuid(id)}`

  const select = (source: Statement.Fragment) => sql`
    SELECT f.*, p.name AS project_name, c.name AS client_name, i.number AS invoice_number
    FROM ${source}
    LEFT JOIN projects p ON p.workspace_id = f.workspace_id AND p.id = f.project_id
    LEFT JOIN clients c ON c.workspace_id = f.workspace_id AND c.id = f.client_id
    LEFT JOIN invoices i ON i.workspace_id = f.workspace_id AND i.id = f.invoice_id`

  const one = (key: FileKey) => sql<Row>`${select(sql`(SELECT * FROM files WHERE ${of(key)}) f`)}`

  const list = Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    filter: FileFilter,
    page: Parameters<FileRepository["Service"]["list"]>[2]
  ) {
    const workspace = WorkspaceId.toUuid(workspaceId)
    const parents = parentsOf(filter)
    if (parents.length > 1) return { items: [], total: 0, next: null }
    const [parent] = parents
    const matching = sql.and([
      sql`workspace_id = ${workspace}`,
      ...(parent === undefined ? [] : [sql`${sql(parent[0])} = ${parent[1]}::uuid`])
    ])
    const place = idPage(page, FileId.toUuid)
    const ids = newest(sql, "files", [matching, []], place)
    const count = sql`SELECT coalesce(sum(t.items), 0)::bigint FROM totals t
      WHERE t.workspace_id = ${workspace}
        AND t.kind = ${parent === undefined ? "files" : "files_of"}
        AND t.subject = ${parent?.[1] ?? noSubject}::uuid`
    const found = select(rowsOf(sql, "files", "f", [workspace, ids]))
    const rows = yield* sql<PageRow>`${withMeta(sql, count, found, byId(sql, place))}`
    return toPage(rowsBeside(rows).map(shown.decode), integer(rows[0]?.meta ?? 0n), page)
  })

  const usage = (workspaceId: WorkspaceId) => sql<{ bytes: bigint }>`
    SELECT bytes FROM file_usage WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}`

  return { of, select, one, list, usage }
}
type Selects = ReturnType<typeof makeSelects>

/** Undefined without a leftover, or while a sweep removes its bytes. */
const lockLeftover = (
  sql: SqlClient.SqlClient,
  { of }: Selects,
  key: FileKey,
  abandoned: Date | null
) =>
  readForUpdate({
    table: "file_leftovers",
    key: keyOf(key),
    view: sql`SELECT 1 AS found FROM file_leftovers WHERE ${of(key)}
      AND (removing_since IS NULL OR removing_since <= ${abandoned}::timestamptz)`
  })

type Port = FileRepository["Service"]

const reads = (sql: SqlClient.SqlClient, { select, one, list, usage }: Selects) =>
  ({
    find: Effect.fnUntraced(function* (workspaceId, id) {
      const [row] = yield* Effect.orDie(one({ workspaceId, id }))
      return row === undefined ? yield* new FileNotFound({ id }) : shown.decode(row)
    }),

    list: (workspaceId, filter, page) => Effect.orDie(list(workspaceId, filter, page)),

    ofProjects: Effect.fnUntraced(function* (workspaceId, projectIds, limit) {
      const source = sql`(SELECT * FROM files
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND project_id = ANY(${projectIds.map(ProjectId.toUuid)}::uuid[])
        ORDER BY id DESC LIMIT ${limit}) f`
      const rows = yield* sql<Row>`${select(source)} ORDER BY f.id DESC`
      return rows.map(shown.decode)
    }, Effect.orDie),

    usage: Effect.fnUntraced(function* (workspaceId) {
      const [row] = yield* usage(workspaceId)
      return integer(row?.bytes ?? 0n)
    }, Effect.orDie)
  }) satisfies Partial<Port>

const writes = (sql: SqlClient.SqlClient, selects: Selects) =>
  ({
    insert: Effect.fnUntraced(function* (file) {
      if ((yield* lockLeftover(sql, selects, file, null)) === undefined) return false
      yield* removeLeftover(file)
      yield* insertRow("files", keyOf(file), stored.encode(file))
      return true
    }),

    getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
      const key = { workspaceId, id }
      const row = yield* readForUpdate({ table: "files", key: keyOf(key), view: selects.one(key) })
      return row === undefined ? yield* new FileNotFound({ id }) : shown.decode(row)
    }),

    lockUsage: Effect.fnUntraced(function* (workspaceId) {
      const row = yield* readForUpdate<{ bytes: bigint }>({
        table: "file_usage",
        key: { workspaceId: WorkspaceId.toUuid(workspaceId) },
        view: selects.usage(workspaceId)
      })
      return integer(row?.bytes ?? 0n)
    }),

    remove: Effect.fnUntraced(function* (key, now) {
      yield* deleteRow("files", keyOf(key))
      yield* insertLeftover(key, dateOf(now))
    })
  }) satisfies Partial<Port>

const leftovers = (sql: SqlClient.SqlClient, selects: Selects) =>
  ({
    insertLeftover: (key, dueAt) => insertLeftover(key, dateOf(dueAt)),
    claimLeftover: Effect.fnUntraced(function* (key, now, abandoned) {
      if ((yield* lockLeftover(sql, selects, key, dateOf(abandoned))) === undefined) return false
      yield* updateRow("file_leftovers", keyOf(key), { removingSince: dateOf(now) })
      return true
    }),
    deferLeftover: (key, dueAt) =>
      updateRow("file_leftovers", keyOf(key), { dueAt: dateOf(dueAt) }),
    removeLeftover,
    // One sweep serves all workspaces.
    dueLeftovers: Effect.fnUntraced(function* (now, limit) {
      const rows = yield* sql<{ workspaceId: string; id: string }>`
        SELECT workspace_id, id FROM file_leftovers WHERE due_at <= ${dateOf(now)}
        ORDER BY due_at LIMIT ${limit}`
      return rows.map((row) => ({
        workspaceId: WorkspaceId.fromUuid(row.workspaceId),
        id: FileId.fromUuid(row.id)
      }))
    }, Effect.orDie)
  }) satisfies Partial<Port>

export const FileRepositorySql = Layer.effect(
  FileRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const selects = makeSelects(sql)
    return FileRepository.of({
      ...reads(sql, selects),
      ...writes(sql, selects),
      ...leftovers(sql, selects)
    })
  })
)
