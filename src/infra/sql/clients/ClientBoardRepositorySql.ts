/**
 * The clients' list and accounts in PostgreSQL. An order ranks the clients of the workspace in one
 * statement, and a page begins beside a client, by the place that it has now.
 */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import {
  type ClientBoardQuery,
  ClientBoardRepository,
  type ClientPlace
} from "../../../app/ports/clients/ClientBoardRepository.ts"
import type {
  ClientBalance,
  ClientBoardItem,
  ClientSort
} from "../../../domain/clients/ClientBoard.ts"
import { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import { ListTooBroad } from "../../../domain/text/Search.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { longRead } from "../../postgres/ReadClient.ts"
import { atMost, withWords } from "../lists/Searches.ts"
import { noSubject } from "../lists/Totals.ts"
import { sortNameSql } from "../migrations/0080_client_names.ts"
import { instantOrNull, integer } from "../Rows.ts"
import { balancesOf, makeClientAccount } from "./ClientAccounts.ts"

type BalanceValue = readonly [currency: string, owed: number, overdue: number]

interface BoardRow {
  readonly found: bigint
  readonly id: string | null
  readonly name: string
  readonly email: string
  readonly company: string | null
  readonly portalAccess: boolean
  readonly portalLastSeen: Date | null
  readonly activeProjects: bigint
  readonly balances: ReadonlyArray<BalanceValue>
}

const balanceOf = ([currency, owedMinor, overdueMinor]: BalanceValue): ClientBalance => ({
  currency: CurrencyCode.make(currency),
  owedMinor,
  overdueMinor
})

const itemOf = (row: BoardRow & { readonly id: string }): ClientBoardItem => ({
  id: ClientId.fromUuid(row.id),
  name: row.name,
  email: row.email,
  company: row.company,
  portalAccess: row.portalAccess,
  portalLastSeen: instantOrNull(row.portalLastSeen),
  activeProjects: integer(row.activeProjects),
  balances: row.balances.map(balanceOf)
})

/** The clients of the workspace, or those that the words find. */
const leadOf = (sql: SqlClient.SqlClient, workspaceId: WorkspaceId, q: string | undefined) => {
  const columns = sql`id, name, company, portal_last_seen`
  return q === undefined
    ? sql`SELECT ${columns} FROM clients WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}`
    : withWords(sql, "clients", columns, [workspaceId, q])
}

interface Order {
  /** The value that ranks a client, before its id. */
  readonly keys: ReadonlyArray<Statement.Fragment>
  readonly from: Statement.Fragment
  readonly isAscending: boolean
}

const orderOf = (
  sql: SqlClient.SqlClient,
  workspace: string,
  { sort, currency, today }: Omit<ClientBoardQuery, "q">
): Order => {
  const orders: Readonly<Record<ClientSort, () => Order>> = {
    owed: () => ({
      keys: [sql`coalesce(o.own, 0)`, sql`coalesce(o.others, 0)`],
      from: sql`lead l LEFT JOIN (
        SELECT id, max(owed) FILTER (WHERE currency = ${currency}) AS own,
          max(owed) FILTER (WHERE currency <> ${currency}) AS others
        FROM (${balancesOf(sql, workspace, today)}) s GROUP BY 1) o ON o.id = l.id`,
      isAscending: false
    }),
    name: () => ({
      keys: [sql.literal(sortNameSql)],
      from: sql`lead l`,
      isAscending: true
    }),
    seen: () => ({
      keys: [sql`coalesce(l.portal_last_seen, '-infinity')`],
      from: sql`lead l`,
      isAscending: false
    })
  }
  return orders[sort]()
}

const pageStatement = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  { q, ...order }: ClientBoardQuery,
  { limit, beside, isBackward }: ClientPlace
) => {
  const workspace = WorkspaceId.toUuid(workspaceId)
  const { today } = order
  const { keys, from, isAscending } = orderOf(sql, workspace, order)
  const named = keys.map((_, at) => sql.literal(`key${at}`))
  const columns = sql.csv([...named, sql`id`])
  const upward = isAscending !== isBackward
  const direction = sql.literal(upward ? "ASC" : "DESC")
  const ordered = sql.csv([...named, sql`id`].map((one) => sql`${one} ${direction}`))
  const rows =
    beside === null
      ? sql`true`
      : sql`(${columns}) ${sql.literal(upward ? ">" : "<")}
        (SELECT ${columns} FROM found WHERE id = ${ClientId.toUuid(beside)}::uuid)`
  // An index has the order of names, so only the rows of the page are read.
  const isIndexed = order.sort === "name" && q === undefined
  const form = sql.literal(isIndexed ? "NOT MATERIALIZED" : "MATERIALIZED")
  return sql<BoardRow>`
    WITH lead AS ${form} (${leadOf(sql, workspaceId, q)}),
    found AS ${form} (
      SELECT l.id, ${sql.csv(keys.map((key, at) => sql`${key} AS ${sql.literal(`key${at}`)}`))}
      FROM ${from}),
    page AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY ${ordered}) AS place FROM found
      WHERE ${rows} ORDER BY ${ordered} LIMIT ${limit + 1}),
    balances AS MATERIALIZED (
      SELECT id, json_agg(json_build_array(currency, owed, overdue) ORDER BY currency) AS balances
      FROM (${balancesOf(sql, workspace, today, sql`i.client_id IN (SELECT id FROM page)`)}) o
      GROUP BY 1)
    SELECT m.found, c.id, c.name, c.email, c.company, c.portal_access, c.portal_last_seen,
      n.active_projects, coalesce(b.balances, '[]') AS balances
    FROM (SELECT count(*) AS found FROM lead) m
    LEFT JOIN page p ON true
    LEFT JOIN LATERAL (SELECT * FROM clients
      WHERE workspace_id = ${workspace}::uuid AND id = p.id LIMIT 1) c ON true
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(t.items), 0)::bigint AS active_projects FROM totals t
      WHERE t.workspace_id = ${workspace}::uuid AND t.kind = 'client_projects'
        AND t.subject = p.id) n
    LEFT JOIN balances b ON b.id = p.id
    ORDER BY p.place`.pipe(longRead)
}

interface SumsRow {
  readonly found: bigint
  readonly sums: ReadonlyArray<BalanceValue>
}

/** Of all clients, by the materialised rests a due day: no client or invoice is read. */
const wholeSums = (sql: SqlClient.SqlClient, workspaceId: WorkspaceId, today: CalendarDate) =>
  sql<SumsRow>`SELECT 0::bigint AS found, (
    SELECT coalesce(json_agg(json_build_array(s.currency, s.owed, s.overdue)
      ORDER BY s.currency), '[]')
    FROM (
      SELECT t.label AS currency, sum(t.amount)::bigint AS owed,
        coalesce(sum(t.amount) FILTER (WHERE t.day < ${today}::date), 0)::bigint AS overdue
      FROM totals t
      WHERE t.workspace_id = ${WorkspaceId.toUuid(workspaceId)}::uuid AND t.kind = 'due_days'
        AND t.subject = ${noSubject}::uuid
      GROUP BY 1 HAVING sum(t.amount) <> 0
    ) s
  ) AS sums`

const foundSums = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  { q, today }: { readonly q: string; readonly today: CalendarDate }
) => {
  const workspace = WorkspaceId.toUuid(workspaceId)
  return sql<SumsRow>`
    WITH lead AS MATERIALIZED (${leadOf(sql, workspaceId, q)})
    SELECT (SELECT count(*) FROM lead) AS found, (
      SELECT coalesce(json_agg(json_build_array(s.currency, s.owed, s.overdue)
        ORDER BY s.currency), '[]')
      FROM (
        SELECT currency, sum(owed)::bigint AS owed, sum(overdue)::bigint AS overdue
        FROM (${balancesOf(sql, workspace, today, sql`i.client_id IN (SELECT id FROM lead)`)}) o
        GROUP BY 1
      ) s
    ) AS sums`
}

const notTooBroad = (found: bigint, q: string | undefined) =>
  q !== undefined && integer(found) >= atMost ? Effect.fail(new ListTooBroad()) : Effect.void

export const ClientBoardRepositorySql = Layer.effect(
  ClientBoardRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ClientBoardRepository.of({
      page: Effect.fnUntraced(function* (workspaceId, query, place) {
        const rows = yield* Effect.orDie(pageStatement(sql, workspaceId, query, place))
        const found = rows[0]?.found ?? 0n
        yield* notTooBroad(found, query.q)
        const items = rows.flatMap((row) =>
          row.id === null ? [] : [itemOf({ ...row, id: row.id })]
        )
        const shown = items.slice(0, place.limit)
        return {
          items: place.isBackward ? shown.toReversed() : shown,
          total: integer(found),
          hasMore: items.length > place.limit
        }
      }),

      sums: Effect.fnUntraced(function* (workspaceId, query) {
        const { q, today } = query
        const [row] = yield* Effect.orDie(
          q === undefined
            ? wholeSums(sql, workspaceId, today)
            : foundSums(sql, workspaceId, { q, today })
        )
        if (row === undefined) return []
        yield* notTooBroad(row.found, query.q)
        return row.sums.map(balanceOf)
      }),

      account: makeClientAccount(sql)
    })
  )
)
