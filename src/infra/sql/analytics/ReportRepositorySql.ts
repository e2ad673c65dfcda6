/** Sums of reports: taxes from their materialised totals (0074), clients from the documents. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type ClientAmounts,
  ReportRepository,
  type TaxSums
} from "../../../app/ports/analytics/ReportRepository.ts"
import { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { TaxCategory } from "../../../domain/money/Money.ts"
import { addDays, startOfDay } from "../../../domain/time/CalendarDate.ts"
import { longRead } from "../../postgres/ReadClient.ts"
import { noSubject, rest } from "../lists/Totals.ts"
import { dateOf } from "../Rows.ts"

type Port = ReportRepository["Service"]

interface TaxRow {
  readonly period: number
  readonly currency: string
  readonly category: TaxCategory | null
  readonly rate: string | null
  readonly base: bigint
  readonly tax: bigint
}

interface ClientRow {
  readonly id: string | null
  readonly name: string | null
  readonly company: string | null
  readonly clients: bigint
  readonly billed: string
  readonly credited: string
  readonly collected: string
  readonly owed: string
}

/** A void invoice was issued if a credit note made it void. */
const issued =
  "(status IN ('sent', 'overdue', 'paid') OR (status = 'void' AND amount_credited > 0))"

const makeTaxes = (sql: SqlClient.SqlClient): Pick<Port, "taxes"> => ({
  taxes: Effect.fnUntraced(function* (workspaceId, periods) {
    const [first, last] = [periods[0], periods.at(-1)]
    if (first === undefined || last === undefined) return []
    const days = sql`(SELECT ${periods.map(({ from }) => from)}::date[])`
    const rows = yield* sql<TaxRow>`
      SELECT width_bucket(day, ${days}) - 1 AS period, currency, category, rate,
        sum(amount)::bigint AS base, sum(other)::bigint AS tax
      FROM (
        SELECT day, label AS currency, nullif(split_part(status, '/', 1), '') AS category,
          nullif(split_part(status, '/', 2), '')::numeric AS rate, amount, other
        FROM totals
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND kind = 'taxes'
          AND subject = ${noSubject}::uuid
          AND day >= ${first.from}::date AND day <= ${last.to}::date
      ) t
      GROUP BY 1, 2, 3, 4 HAVING sum(amount) <> 0 OR sum(other) <> 0
      ORDER BY 1, 2, category COLLATE "C" NULLS LAST, 4 DESC NULLS LAST`
    return rows.map(
      ({ base, tax, rate, ...row }): TaxSums => ({
        ...row,
        currency: CurrencyCode.make(row.currency),
        rate: rate === null ? null : Number(rate),
        baseMinor: Number(base),
        taxMinor: Number(tax)
      })
    )
  }, Effect.orDie)
})

const amountsOf = ({ billed, credited, collected, owed }: ClientRow): ClientAmounts => ({
  billedMinor: Number(billed),
  creditedMinor: Number(credited),
  collectedMinor: Number(collected),
  owedMinor: Number(owed)
})

const makeClients = (sql: SqlClient.SqlClient): Pick<Port, "clients"> => ({
  clients: Effect.fnUntraced(function* (workspaceId, { from, to, zone, currency }, limit) {
    const workspace = sql`${WorkspaceId.toUuid(workspaceId)}::uuid`
    const within = sql`issue_date >= ${from}::date AND issue_date <= ${to}::date`
    const [start, end] = [startOfDay(zone, from), startOfDay(zone, addDays(to, 1))].map(dateOf)
    const own = sql`workspace_id = ${workspace} AND currency = ${currency}`
    // OFFSET 0: the planner takes a range for a few rows, and would look up each payment's invoice.
    const rows = yield* sql<ClientRow>`
      WITH parts AS (
        SELECT client_id, total AS billed, 0::bigint AS credited, 0::bigint AS collected,
          0::bigint AS owed
        FROM invoices WHERE ${own} AND ${within} AND ${sql.literal(issued)}
        UNION ALL
        SELECT client_id, 0, total, 0, 0 FROM credit_notes WHERE ${own} AND ${within}
        UNION ALL
        SELECT i.client_id, 0, 0, p.amount, 0 FROM payments p
        JOIN (SELECT id, client_id FROM invoices WHERE ${own} OFFSET 0) i ON i.id = p.invoice_id
        WHERE p.workspace_id = ${workspace} AND p.paid_at >= ${start} AND p.paid_at < ${end}
          AND p.collected
        UNION ALL
        SELECT client_id, 0, 0, 0, ${sql.literal(rest)} FROM invoices i
        WHERE ${own} AND status IN ('sent', 'overdue')
      ), sums AS (
        SELECT client_id, sum(billed)::bigint AS billed, sum(credited)::bigint AS credited,
          sum(collected)::bigint AS collected, sum(owed)::bigint AS owed
        FROM parts GROUP BY client_id
      ), ranked AS (
        SELECT *, row_number() OVER (
          ORDER BY billed - credited DESC, collected DESC, owed DESC, client_id DESC) AS place
        FROM sums WHERE billed <> 0 OR credited <> 0 OR collected <> 0 OR owed <> 0
      ), shown AS (
        SELECT CASE WHEN place <= ${limit} THEN client_id END AS client_id, min(place) AS place,
          count(*) AS clients, sum(billed) AS billed, sum(credited) AS credited,
          sum(collected) AS collected, sum(owed) AS owed
        FROM ranked GROUP BY 1
      )
      SELECT s.client_id AS id, c.name, c.company, s.clients, s.billed, s.credited, s.collected,
        s.owed
      FROM shown s LEFT JOIN clients c ON c.workspace_id = ${workspace} AND c.id = s.client_id
      ORDER BY s.place`.pipe(longRead)
    const others = rows.find(({ id }) => id === null)
    return {
      clients: rows.flatMap((row) =>
        row.id === null
          ? []
          : [
              {
                id: ClientId.fromUuid(row.id),
                name: row.name ?? "",
                company: row.company,
                ...amountsOf(row)
              }
            ]
      ),
      others: others === undefined ? null : { ...amountsOf(others), count: Number(others.clients) }
    }
  }, Effect.orDie)
})

const makeCurrencies = (sql: SqlClient.SqlClient): Pick<Port, "currencies"> => ({
  currencies: Effect.fnUntraced(function* (workspaceId) {
    const rows = yield* sql<{ readonly currency: string }>`
      SELECT label AS currency FROM totals
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND kind = 'invoices'
        AND subject = ${noSubject}::uuid
      GROUP BY label HAVING sum(items) <> 0 ORDER BY label`
    return rows.map(({ currency }) => CurrencyCode.make(currency))
  }, Effect.orDie)
})

export const ReportRepositorySql = Layer.effect(
  ReportRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ReportRepository.of({ ...makeTaxes(sql), ...makeClients(sql), ...makeCurrencies(sql) })
  )
)
