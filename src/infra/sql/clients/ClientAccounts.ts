/** Balances of clients, and the account of one, by currency. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { ClientBoardRepository } from "../../../app/ports/clients/ClientBoardRepository.ts"
import { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { rest } from "../lists/Totals.ts"
import { remainingOfCredit, withTakenOf } from "../payments/CreditRepositorySql.ts"

/**
 * Outstanding and overdue amounts by client and currency, from an index alone. The materialised
 * totals lack the overdue amount, and reading them is no faster.
 */
export const balancesOf = (
  sql: SqlClient.SqlClient,
  workspace: string,
  today: CalendarDate,
  condition = sql`true`
): Statement.Fragment => sql`
  SELECT i.client_id AS id, i.currency, sum(${sql.literal(rest)})::bigint AS owed,
    coalesce(sum(${sql.literal(rest)}) FILTER (WHERE i.due_date < ${today}::date), 0)::bigint
      AS overdue
  FROM invoices i
  WHERE i.workspace_id = ${workspace}::uuid AND i.status IN ('sent', 'overdue')
    AND ${sql.literal(rest)} <> 0 AND ${condition}
  GROUP BY 1, 2`

interface AccountRow {
  readonly currency: string
  readonly owed: string
  readonly overdue: string
  readonly collected: string
  readonly credit: string
}

/**
 * An index finds the client's invoices. Collected is the sum of their payments, without those by
 * credits of credit notes: that money counted when it came in (docs/spec.md §3.2).
 */
export const makeClientAccount = (
  sql: SqlClient.SqlClient
): ClientBoardRepository["Service"]["account"] =>
  Effect.fnUntraced(function* (workspaceId, clientId, today) {
    const [workspace, client] = [WorkspaceId.toUuid(workspaceId), ClientId.toUuid(clientId)]
    const restOf = sql.literal(rest)
    const isOpen = sql`i.status IN ('sent', 'overdue')`
    const rows = yield* sql<AccountRow>`
      SELECT currency, sum(owed) AS owed, sum(overdue) AS overdue, sum(collected) AS collected,
        sum(credit) AS credit
      FROM (
        SELECT i.currency, coalesce(sum(${restOf}) FILTER (WHERE ${isOpen}), 0) AS owed,
          coalesce(sum(${restOf}) FILTER (WHERE ${isOpen} AND i.due_date < ${today}::date), 0)
            AS overdue,
          sum(i.amount_paid) AS collected, 0 AS credit
        FROM invoices i
        WHERE i.workspace_id = ${workspace} AND i.client_id = ${client} AND i.status <> 'draft'
        GROUP BY 1
        UNION ALL
        SELECT c.currency, 0, 0,
          -coalesce(sum(t.applied) FILTER (WHERE c.source = 'credit_note'), 0),
          sum(${sql.literal(remainingOfCredit)})
        FROM credits c ${withTakenOf(sql)}
        WHERE c.workspace_id = ${workspace} AND c.client_id = ${client}
        GROUP BY 1
      ) x GROUP BY 1 ORDER BY 1`
    return rows.map((row) => ({
      currency: CurrencyCode.make(row.currency),
      owedMinor: Number(row.owed),
      overdueMinor: Number(row.overdue),
      collectedMinor: Number(row.collected),
      creditMinor: Number(row.credit)
    }))
  }, Effect.orDie)
