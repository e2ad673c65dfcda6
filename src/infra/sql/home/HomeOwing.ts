/** The clients that owe most. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { OwingClient, OwingClients } from "../../../domain/home/HomeFigures.ts"
import { ClientId, InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { longRead } from "../../postgres/ReadClient.ts"
import { balancesOf } from "../clients/ClientAccounts.ts"
import { rest } from "../lists/Totals.ts"
import { integer } from "../Rows.ts"

interface OwingRow {
  readonly total: bigint
  readonly id: string
  readonly company: string | null
  readonly name: string
  readonly invoices: bigint
  readonly oldestId: string
  readonly number: string
  readonly dueDate: CalendarDate
  readonly sums: ReadonlyArray<readonly [currency: string, owed: number, overdue: number]>
}

const clientOf = (row: OwingRow): OwingClient => ({
  id: ClientId.fromUuid(row.id),
  party: { company: row.company, name: row.name },
  invoices: integer(row.invoices),
  oldest: { id: InvoiceId.fromUuid(row.oldestId), number: row.number, dueDate: row.dueDate },
  sums: row.sums.map(([currency, owedMinor, overdueMinor]) => ({
    currency: CurrencyCode.make(currency),
    owedMinor,
    overdueMinor
  }))
})

/** Equal clients stand in the order in which they were created. */
const order = "own_overdue DESC, any_overdue DESC, own_owed DESC, any_owed DESC"

export const makeOwing = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    today: CalendarDate,
    currency: CurrencyCode,
    limit: number
  ) {
    const workspace = WorkspaceId.toUuid(workspaceId)
    const own = (column: string) =>
      sql`coalesce(max(${sql.literal(column)}) FILTER (WHERE currency = ${currency}), 0)`
    const rows = yield* sql<OwingRow>`
      WITH sums AS MATERIALIZED (
        ${balancesOf(sql, workspace, today)}
      ), ranked AS MATERIALIZED (
        SELECT id, ${own("overdue")} AS own_overdue, max(overdue) AS any_overdue,
          ${own("owed")} AS own_owed, max(owed) AS any_owed
        FROM sums GROUP BY id
      ), first AS MATERIALIZED (
        SELECT * FROM ranked ORDER BY ${sql.literal(order)}, id LIMIT ${limit}
      )
      SELECT (SELECT count(*) FROM ranked) AS total, c.id, c.company, c.name, o.invoices,
        o.id AS oldest_id, o.number, o.due_date, s.sums
      FROM first f
      CROSS JOIN LATERAL (
        SELECT json_agg(json_build_array(currency, owed, overdue) ORDER BY currency) AS sums
        FROM sums WHERE id = f.id) s
      CROSS JOIN LATERAL (SELECT * FROM clients
        WHERE workspace_id = ${workspace}::uuid AND id = f.id LIMIT 1) c
      CROSS JOIN LATERAL (
        SELECT count(*) OVER () AS invoices, i.id, i.number, i.due_date FROM invoices i
        WHERE i.workspace_id = ${workspace}::uuid AND i.client_id = f.id
          AND i.status IN ('sent', 'overdue') AND ${sql.literal(rest)} > 0
        ORDER BY i.due_date, i.id LIMIT 1) o
      ORDER BY ${sql.literal(order)}, f.id`.pipe(longRead)
    const owing: OwingClients = {
      clients: rows.map(clientOf),
      total: integer(rows[0]?.total ?? 0n)
    }
    return owing
  }, Effect.orDie)
