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
import { columns, type Row } from "../Columns.ts"
import { idPage, newest, type PageRow, rowsBeside, rowsOf, withMeta } from "../Newest.ts"
import { dateOf, integer, toPage } from "../Rows.ts"
import { noSubject } from "../Totals.ts"

const stored = columns(FileStored)
const shown = columns(FileFound)

/** What a file hangs on is one of three: of several that are asked for, none has a file. */
const parentsOf = ({ projectId, clientId, invoiceId }: FileFilter) => [
  ...(projectId === undefined ? [] : [["projectId", ProjectId.toUuid(projectId)] as const]),
  ...(clientId === undefined ? [] : [["clientId", ClientId.toUuid(clientId)] as const]),
  ...(invoiceId === undefined ? [] : [["invoiceId", InvoiceId.toUuid(invoiceId)] as const])
]

const makeReads = (sql: SqlClient.SqlClient) => {
  const of = ({ workspaceId, id }: FileKey) =>
    sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${FileId.toUuid(id)}`

  const select = (source: Statement.Fragment) => sql`
    SELECT f.*, p.name AS project_name, c.name AS client_name, i.number AS invoice_number
    FROM ${source}
    LEFT JOIN projects p ON p.workspace_id = f.workspace_id AND p.id = f.project_id
    LEFT JOIN clients c ON c.workspace_id = f.workspace_id AND c.id = f.client_id
    LEFT JOIN invoices i ON i.workspace_id = f.workspace_id AND i.id = f.invoice_id`

  const one = Effect.fnUntraced(function* (key: FileKey, lock: Statement.Fragment) {
    const source = sql`(SELECT * FROM files WHERE ${of(key)} ${lock}) f`
    const rows = yield* Effect.orDie(sql<Row>`${select(source)}`)
    return rows[0] === undefined ? yield* new FileNotFound({ id: key.id }) : shown.decode(rows[0])
  })

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
    const ids = newest(sql, "files", [matching, []], idPage(page, FileId.toUuid))
    const count = sql`SELECT coalesce(sum(t.items), 0)::bigint FROM totals t
      WHERE t.workspace_id = ${workspace} AND t.kind = ${parent === undefined ? "files" : "files_of"}
        AND t.subject = ${parent?.[1] ?? noSubject}::uuid`
    const found = select(rowsOf(sql, "files", "f", [workspace, ids]))
    const rows = yield* sql<PageRow>`${withMeta(sql, count, found)}`
    return toPage(rowsBeside(rows).map(shown.decode), integer(rows[0]?.meta ?? 0n), page)
  })

  return { of, select, one, list }
}

export const FileRepositorySql = Layer.effect(
  FileRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { of, select, one, list } = makeReads(sql)

    const insertLeftover = Effect.fnUntraced(function* ({ workspaceId, id }: FileKey, dueAt: Date) {
      yield* sql`INSERT INTO file_leftovers ${sql.insert({
        workspaceId: WorkspaceId.toUuid(workspaceId),
        id: FileId.toUuid(id),
        dueAt
      })}`
    })

    const removeLeftover = (key: FileKey) =>
      sql`DELETE FROM file_leftovers WHERE ${of(key)} RETURNING 1`

    return FileRepository.of({
      insert: Effect.fnUntraced(function* (file) {
        if ((yield* removeLeftover(file)).length === 0) return false
        yield* sql`INSERT INTO files ${stored.insert(sql, file)}`
        return true
      }, Effect.orDie),
      find: (workspaceId, id) => one({ workspaceId, id }, sql``),
      getForUpdate: (workspaceId, id) => one({ workspaceId, id }, sql`FOR UPDATE`),
      list: (workspaceId, filter, page) => Effect.orDie(list(workspaceId, filter, page)),
      ofProjects: Effect.fnUntraced(function* (workspaceId, projectIds, limit) {
        const source = sql`(SELECT * FROM files
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND project_id = ANY(${projectIds.map(ProjectId.toUuid)}::uuid[])
          ORDER BY id DESC LIMIT ${limit}) f`
        const rows = yield* sql<Row>`${select(source)} ORDER BY f.id DESC`
        return rows.map(shown.decode)
      }, Effect.orDie),
      remove: Effect.fnUntraced(function* (key, now) {
        yield* sql`DELETE FROM files WHERE ${of(key)}`
        yield* insertLeftover(key, dateOf(now))
      }, Effect.orDie),

      insertLeftover: Effect.fnUntraced(function* (key, dueAt) {
        yield* insertLeftover(key, dateOf(dueAt))
      }, Effect.orDie),
      lockLeftover: Effect.fnUntraced(function* (key) {
        const rows =
          yield* sql`SELECT 1 FROM file_leftovers WHERE ${of(key)} FOR UPDATE SKIP LOCKED`
        return rows.length > 0
      }, Effect.orDie),
      deferLeftover: Effect.fnUntraced(function* (key, dueAt) {
        yield* sql`UPDATE file_leftovers SET due_at = ${dateOf(dueAt)} WHERE ${of(key)}`
      }, Effect.orDie),
      removeLeftover: Effect.fnUntraced(function* (key) {
        yield* removeLeftover(key)
      }, Effect.orDie),
      // Over all workspaces at once: the sweep is everyone's.
      dueLeftovers: Effect.fnUntraced(function* (now, limit) {
        const rows = yield* sql<{ workspaceId: string; id: string }>`
          SELECT workspace_id, id FROM file_leftovers WHERE due_at <= ${dateOf(now)}
          ORDER BY due_at LIMIT ${limit}`
        return rows.map((row) => ({
          workspaceId: WorkspaceId.fromUuid(row.workspaceId),
          id: FileId.fromUuid(row.id)
        }))
      }, Effect.orDie)
    })
  })
)
