/** Clients in PostgreSQL. */
import { Effect, Layer, Struct } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { ClientRepository } from "../../../app/ports/clients/ClientRepository.ts"
import { type Client, ClientNotFound } from "../../../domain/clients/Client.ts"
import {
  ClientListed,
  ClientResource,
  ClientStored
} from "../../../domain/clients/ClientResource.ts"
import { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import { shape } from "../../../domain/Resource.ts"
import { Database } from "../../postgres/Database.ts"
import { fixedRead, readByShape } from "../../postgres/Statements.ts"
import { readForUpdate } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import {
  byId,
  type IdPage,
  idPage,
  newest,
  newestRows,
  type PageRow,
  pageBeside,
  rowsBeside,
  rowsOf,
  withMeta
} from "../lists/Newest.ts"
import { foundIds, metaWithin, searching } from "../lists/Searches.ts"
import { dateOf, insertRow, integer, keysOf, saveRow, toPage, updateRow } from "../Rows.ts"
import {
  ClientDetailsStored,
  clientsWithDetails,
  detailColumns,
  hasDetails,
  saveDetails
} from "./ClientDetails.ts"

const clientJsonColumns = {
  json: ["address", "registration", "electronicAddress"]
} as const
const stored = columns(ClientStored, clientJsonColumns)
const shown = columns(ClientResource, clientJsonColumns)
const listed = columns(ClientListed)

const keyOf = keysOf(ClientId)

const ownFields = Struct.omit(ClientStored.fields, Struct.keys(ClientDetailsStored.fields))
export const ClientOwnStored = shape(ownFields)
const own = columns(ClientOwnStored, { json: ["address"] })

export const clientOf = (row: Row): Client => stored.decode(row)

type Port = ClientRepository["Service"]

const makeViews = (sql: SqlClient.SqlClient) => {
  // Sums are in the workspace's currency; invoices in others are left out.
  const selectView = (source: Statement.Fragment, more = sql``) => sql`
    SELECT c.*, b.total_billed, b.outstanding_balance, p.active_projects ${more}
    FROM ${source}
    JOIN workspaces w ON w.id = c.workspace_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(t.amount), 0)::bigint AS total_billed,
        coalesce(sum(t.other), 0)::bigint AS outstanding_balance
      FROM totals t WHERE t.workspace_id = c.workspace_id AND t.kind = 'client'
        AND t.subject = c.id AND t.day = '-infinity' AND t.label = w.currency
    ) b
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(t.items), 0)::bigint AS active_projects
      FROM totals t WHERE t.workspace_id = c.workspace_id AND t.kind = 'client_projects'
        AND t.subject = c.id
    ) p`

  const idsOf = (workspace: string, page: IdPage) =>
    newest(sql, "clients", [sql`workspace_id = ${workspace}`, []], page)

  const viewOf = fixedRead(
    ["workspaceId", "id"],
    (value) => sql`${selectView(clientsWithDetails, sql`, ${detailColumns}`)}
      WHERE c.workspace_id = ${value("workspaceId")} AND c.id = ${value("id")}`
  )

  const selectOne = fixedRead(
    ["workspaceId", "id"],
    (value) => sql`SELECT c.*, c.xmin::text AS seen, ${detailColumns} FROM ${clientsWithDetails}
      WHERE c.workspace_id = ${value("workspaceId")} AND c.id = ${value("id")}`
  )

  return { idsOf, selectView, viewOf, selectOne }
}
type Views = ReturnType<typeof makeViews>

const writes = {
  insert: Effect.fnUntraced(function* (client) {
    yield* insertRow("clients", keyOf(client.workspaceId, client.id), own.encode(client))
    if (hasDetails(client)) yield* saveDetails(client.workspaceId, client)
  }),

  save: Effect.fnUntraced(function* (client) {
    yield* saveRow("clients", keyOf(client.workspaceId, client.id), own.encode(client))
    yield* saveDetails(client.workspaceId, client)
  }),

  recordPortalVisit: (workspaceId, id, at) =>
    updateRow("clients", keyOf(workspaceId, id), { portalLastSeen: dateOf(at) })
} satisfies Partial<Port>

type Rows = Database["Service"]["rows"]

const reads = (sql: SqlClient.SqlClient, rows: Rows, { viewOf, selectOne }: Views) =>
  ({
    find: Effect.fnUntraced(function* (workspaceId, id) {
      const [row] = yield* rows(selectOne(keyOf(workspaceId, id)))
      return row === undefined ? null : clientOf(row)
    }, Effect.orDie),

    getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
      const key = keyOf(workspaceId, id)
      const row = yield* readForUpdate({ table: "clients", key, view: selectOne(key) })
      return row === undefined ? yield* new ClientNotFound({ id }) : clientOf(row)
    }),

    findForReference: Effect.fnUntraced(function* (workspaceId, id) {
      const key = keyOf(workspaceId, id)
      const row = yield* readForUpdate({
        table: "clients",
        key,
        view: selectOne(key),
        by: "version",
        lock: "share"
      })
      return row === undefined ? null : clientOf(row)
    }),

    findByPortalEmail: Effect.fnUntraced(function* (email) {
      const rows = yield* sql<Row>`SELECT c.*, ${detailColumns} FROM ${clientsWithDetails}
        JOIN workspaces w ON w.id = c.workspace_id
        WHERE lower(c.email) = lower(${email}) AND c.portal_access AND w.deleted_at IS NULL
        ORDER BY c.id LIMIT 20`
      return rows.map(clientOf)
    }, Effect.orDie),

    view: Effect.fnUntraced(function* (workspaceId, id) {
      const [row] = yield* Effect.orDie(rows(viewOf(keyOf(workspaceId, id))))
      return row === undefined ? yield* new ClientNotFound({ id }) : shown.decode(row)
    })
  }) satisfies Partial<Port>

const lists = (sql: SqlClient.SqlClient, rows: Rows, { idsOf, selectView }: Views) => {
  type Values = Pick<IdPage, "after" | "count"> & { readonly workspace: string }
  const pageRead = readByShape(
    (direction: Pick<IdPage, "isAscending">, { workspace, ...place }: Values) => {
      const page = { ...direction, ...place }
      const count = sql`SELECT coalesce(sum(t.items), 0)::bigint FROM totals t
        WHERE t.workspace_id = ${workspace} AND t.kind = 'clients'`
      const found = sql`workspace_id = ${workspace}`
      const view = selectView(newestRows(sql, "clients", "c", [found, page]))
      return pageBeside(sql, count, [listed, view], byId(sql, page))
    }
  )

  return {
    list: Effect.fnUntraced(function* (workspaceId, page) {
      const { isAscending, ...place } = idPage(page, ClientId.toUuid)
      const values = { workspace: WorkspaceId.toUuid(workspaceId), ...place }
      const found = yield* rows<PageRow>(pageRead({ isAscending }, values))
      return toPage(rowsBeside(found).map(listed.decode), integer(found[0]?.meta ?? 0n), page)
    }, Effect.orDie),

    search: Effect.fnUntraced(function* (workspaceId, { q, updatedSince }, page) {
      const ids = idPage(page, ClientId.toUuid)
      const workspace = WorkspaceId.toUuid(workspaceId)
      const view = selectView(rowsOf(sql, "clients", "c", [workspace, foundIds(sql, ids)]))
      const statement = searching(
        sql,
        {
          table: "clients",
          columns: sql`id, updated_at`,
          workspaceId,
          search: { q, updatedSince },
          conditions: [],
          ids: (first) => idsOf(workspace, first)
        },
        (within) => withMeta(sql, within(sql`SELECT count(*) FROM found`), view, byId(sql, ids))
      )
      const rows = yield* Effect.orDie(sql<PageRow<bigint | null>>`${statement}`)
      const total = integer(yield* metaWithin(rows))
      return toPage(rowsBeside(rows).map(listed.decode), total, page)
    })
  } satisfies Partial<Port>
}

export const ClientRepositorySql = Layer.effect(
  ClientRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { rows } = yield* Database
    const views = makeViews(sql)
    return ClientRepository.of({
      ...writes,
      ...reads(sql, rows, views),
      ...lists(sql, rows, views)
    })
  })
)
