/**
 * Counts and sums of invoices by status and currency, for the pages. Those of the whole workspace
 * come from the materialised totals; a client, a project or a search has few rows, which are read.
 */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { InvoiceRepository } from "../../../app/ports/invoices/InvoiceRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { InvoiceDelivery } from "../../../domain/invoices/InvoiceResource.ts"
import type { InvoiceStatus } from "../../../domain/invoices/InvoiceTransitions.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { metaWithin, searching } from "../lists/Searches.ts"
import { noSubject, rest } from "../lists/Totals.ts"
import { byWords, searchedColumns, statusSql } from "./InvoiceLists.ts"
import {
  invoiceConditions,
  invoiceIdPage,
  invoicesOf,
  newlyOverdueRows,
  storedInvoiceFilter
} from "./InvoicePages.ts"

type Repository = Pick<InvoiceRepository["Service"], "totals" | "sums" | "listDetails">
type Scope = Parameters<Repository["sums"]>[1]

interface DetailsRow {
  readonly id: string
  readonly company: string | null
  readonly delivery: InvoiceDelivery["status"] | null
}

/** The rest of open invoices, and nothing of others. */
const restOf = (sql: SqlClient.SqlClient) => sql`coalesce(sum(${sql.literal(rest)})
  FILTER (WHERE i.status IN ('sent', 'overdue')), 0)`

/** Stored totals say "sent" of invoices whose due day has passed since. */
const ofWorkspace = (sql: SqlClient.SqlClient, workspaceId: WorkspaceId, today: CalendarDate) => {
  const workspace = sql`${WorkspaceId.toUuid(workspaceId)}::uuid`
  return sql`
    SELECT t.status, t.label AS currency, sum(t.items)::bigint AS invoices,
      sum(t.amount)::bigint AS amount
    FROM (
      SELECT status, label, items, amount FROM totals
      WHERE workspace_id = ${workspace} AND kind = 'invoices' AND subject = ${noSubject}::uuid
      UNION ALL
      SELECT m.status, i.currency, m.sign * count(*), m.sign * ${restOf(sql)}
      FROM ${newlyOverdueRows(sql, workspace, today)} i
      CROSS JOIN (VALUES ('sent', -1), ('overdue', 1)) m(status, sign)
      GROUP BY m.status, m.sign, i.currency
    ) t
    GROUP BY 1, 2 HAVING sum(t.items) <> 0`
}

/** The invoices in scope. Without a client or a project the index of a status finds them. */
const inScope = (
  sql: SqlClient.SqlClient,
  ...[workspace, filter, today]: [string, ReturnType<typeof storedInvoiceFilter>, CalendarDate]
): Statement.Fragment =>
  filter.client === undefined && filter.project === undefined
    ? sql`(SELECT * FROM invoices WHERE ${sql.and([
        sql`workspace_id = ${workspace}`,
        ...invoiceConditions(sql, filter, today)
      ])})`
    : invoicesOf(sql, workspace, filter, today)

/** The result of `summed` over the invoices in scope, as one JSON array. */
const overScopeOf = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* <Value>(
    workspaceId: WorkspaceId,
    { q, ...given }: Scope,
    today: CalendarDate,
    summed: (found: Statement.Fragment) => Statement.Fragment
  ) {
    const workspace = WorkspaceId.toUuid(workspaceId)
    const filter = storedInvoiceFilter(given)
    const statement =
      q === undefined
        ? sql`SELECT (${summed(inScope(sql, workspace, filter, today))}) AS meta`
        : searching(
            sql,
            {
              table: "invoices",
              columns: searchedColumns(sql),
              workspaceId,
              search: { q },
              conditions: invoiceConditions(sql, filter, today),
              byWords: byWords(sql, workspaceId),
              ids: (first) => invoiceIdPage(sql, workspace, filter, today, first)
            },
            (within) => sql`SELECT (${within(summed(sql`found`))}) AS meta`
          )
    return yield* metaWithin(yield* Effect.orDie(sql<{ meta: Value | null }>`${statement}`))
  })

export const makeInvoiceTotals = (sql: SqlClient.SqlClient): Repository => {
  const overScope = overScopeOf(sql)
  const listDetails: Repository["listDetails"] = Effect.fnUntraced(function* (workspaceId, ids) {
    if (ids.length === 0) return []
    const rows = yield* sql<DetailsRow>`
      SELECT i.id, CASE WHEN i.sent_at IS NULL THEN c.company ELSE i.recipient_company END
        AS company, i.delivery_status AS delivery
      FROM invoices i JOIN clients c ON c.workspace_id = i.workspace_id AND c.id = i.client_id
      WHERE i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND i.id = ANY(${ids.map(InvoiceId.toUuid)}::uuid[])`
    return rows.map((row) => ({ ...row, id: InvoiceId.fromUuid(row.id) }))
  }, Effect.orDie)

  return {
    listDetails,

    totals: Effect.fnUntraced(function* (workspaceId, scope, today) {
      const isWhole = Object.values(scope).every((part) => part === undefined)
      const totals = yield* overScope<
        ReadonlyArray<readonly [InvoiceStatus, string, number, number]>
      >(
        workspaceId,
        scope,
        today,
        (found) => sql`SELECT coalesce(json_agg(
            json_build_array(s.status, s.currency, s.invoices, s.amount)
            ORDER BY s.status, s.currency), '[]')
          FROM (${
            isWhole
              ? ofWorkspace(sql, workspaceId, today)
              : sql`SELECT ${statusSql(sql)(today)} AS status, i.currency, count(*) AS invoices,
                  ${restOf(sql)}::bigint AS amount FROM ${found} i GROUP BY 1, 2`
          }) s`
      )
      return totals.map(([status, currency, invoices, restMinor]) => ({
        status,
        currency: CurrencyCode.make(currency),
        invoices,
        restMinor
      }))
    }),

    sums: Effect.fnUntraced(function* (workspaceId, scope, today) {
      const sums = yield* overScope<ReadonlyArray<readonly [string, number]>>(
        workspaceId,
        scope,
        today,
        (found) => sql`SELECT coalesce(json_agg(
            json_build_array(s.currency, s.amount) ORDER BY s.currency), '[]')
          FROM (SELECT i.currency, sum(i.total)::bigint AS amount FROM ${found} i GROUP BY 1) s`
      )
      return sums.map(([currency, amountMinor]) => ({
        currency: CurrencyCode.make(currency),
        amountMinor
      }))
    })
  }
}
