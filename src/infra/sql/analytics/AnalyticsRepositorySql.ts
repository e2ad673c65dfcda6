/**
 * Analytics from the materialised totals: one row a day, whatever the number of invoices and
 * payments.
 */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  AnalyticsRepository,
  type PeriodSums
} from "../../../app/ports/analytics/AnalyticsRepository.ts"
import type { ReceivablesRow } from "../../../domain/analytics/AnalyticsResource.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import { addDays, startOfDay } from "../../../domain/time/CalendarDate.ts"
import { noSubject, type TotalKind } from "../lists/Totals.ts"
import { dateOf } from "../Rows.ts"
import { splitsOf } from "./ReceivedBuckets.ts"

interface SumRow {
  readonly period: number
  readonly currency: string
  readonly issued: string
  readonly collected: string
  readonly credited: string
  readonly refunded: string
}

/** By the days since it was due, at most. */
interface AgesRow {
  readonly currency: string
  readonly notDue: string
  readonly upTo30: string
  readonly upTo60: string
  readonly upTo90: string
  readonly older: string
  readonly total: string
}

type Port = AnalyticsRepository["Service"]

const totalsOf = (sql: SqlClient.SqlClient, workspaceId: WorkspaceId, kind: TotalKind) =>
  sql`FROM totals t
    WHERE t.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND t.kind = ${kind}
      AND t.subject = ${noSubject}::uuid`

const revenue = (sql: SqlClient.SqlClient) =>
  ({
    revenue: Effect.fnUntraced(function* (workspaceId, periods, zone) {
      const [first, last] = [periods[0], periods.at(-1)]
      if (first === undefined || last === undefined) return []
      const end = startOfDay(zone, addDays(last.to, 1))
      const boundaries = [...periods.map(({ from }) => startOfDay(zone, from)), end]
      const splits = splitsOf(boundaries)
      const workspace = WorkspaceId.toUuid(workspaceId)
      // Selected, they are read from their text once; they would be for each row.
      const days = sql`(SELECT ${periods.map(({ from }) => from)}::date[])`
      const instants = sql`(SELECT ${boundaries.map(dateOf)}::timestamptz[])`
      // The beginning of a step, which says to which period all of it is counted.
      const step = sql`(t.day + t.year * interval '15 minutes') AT TIME ZONE 'UTC'`
      const rows = yield* sql<SumRow>`
        SELECT period, currency, sum(issued) AS issued, sum(collected) AS collected,
          sum(credited) AS credited, sum(refunded) AS refunded
        FROM (
          SELECT width_bucket(t.day, ${days}) - 1 AS period,
            t.label AS currency, t.amount AS issued, 0 AS collected, 0 AS credited, 0 AS refunded
          ${totalsOf(sql, workspaceId, "issued")}
            AND t.day >= ${first.from}::date AND t.day <= ${last.to}::date
          UNION ALL
          SELECT width_bucket(t.day, ${days}) - 1, t.label, 0, 0, t.amount, 0
          ${totalsOf(sql, workspaceId, "credited")}
            AND t.day >= ${first.from}::date AND t.day <= ${last.to}::date
          UNION ALL
          SELECT width_bucket(r.refunded_at, ${instants}) - 1, c.currency, 0, 0, 0, r.amount
          FROM credit_refunds r
          JOIN credits c ON c.workspace_id = r.workspace_id AND c.id = r.credit_id
          WHERE r.workspace_id = ${workspace} AND c.source = 'credit_note'
            AND r.refunded_at >= ${dateOf(boundaries[0] ?? end)} AND r.refunded_at < ${dateOf(end)}
          UNION ALL
          SELECT width_bucket(${step}, ${instants}) - 1, t.label, 0, t.amount, 0, 0
          ${totalsOf(sql, workspaceId, "received")}
            AND t.day >= (${dateOf(boundaries[0] ?? end)}::timestamptz AT TIME ZONE 'UTC')::date
            AND t.day <= (${dateOf(end)}::timestamptz AT TIME ZONE 'UTC')::date
          UNION ALL
          SELECT v.period, p.currency, 0, v.s * p.amount, 0, 0
          FROM unnest(${splits.map(({ from }) => dateOf(from))}::timestamptz[],
            ${splits.map(({ until }) => dateOf(until))}::timestamptz[],
            ${splits.map(({ counted }) => counted)}::integer[],
            ${splits.map(({ belongs }) => belongs)}::integer[]) w (at, until, counted, belongs)
          CROSS JOIN LATERAL (
            SELECT amount, (SELECT currency FROM invoices
              WHERE workspace_id = ${workspace} AND id = paid.invoice_id) AS currency
            FROM payments paid
            WHERE workspace_id = ${workspace} AND paid_at >= w.at AND paid_at < w.until
              AND collected OFFSET 0
          ) p
          CROSS JOIN LATERAL (VALUES (w.counted, -1), (w.belongs, 1)) v (period, s)
        ) x
        WHERE period >= 0 AND period < ${periods.length}
        GROUP BY period, currency HAVING sum(issued) <> 0 OR sum(collected) <> 0
          OR sum(credited) <> 0 OR sum(refunded) <> 0`
      return rows.map(
        ({ period, currency, ...sums }): PeriodSums => ({
          period,
          currency: CurrencyCode.make(currency),
          issuedMinor: Number(sums.issued),
          collectedMinor: Number(sums.collected),
          creditedMinor: Number(sums.credited),
          refundedMinor: Number(sums.refunded)
        })
      )
    }, Effect.orDie)
  }) satisfies Partial<Port>

const receivables = (sql: SqlClient.SqlClient) =>
  ({
    receivables: Effect.fnUntraced(function* (workspaceId, today) {
      const dueWithin = (from: number, to: number) => sql`
        coalesce(sum(t.amount) FILTER (WHERE ${today}::date - t.day BETWEEN ${from} AND ${to}), 0)`
      const rows = yield* sql<AgesRow>`
        SELECT t.label AS currency,
          coalesce(sum(t.amount) FILTER (WHERE t.day >= ${today}::date), 0) AS not_due,
          ${dueWithin(1, 30)} AS up_to30, ${dueWithin(31, 60)} AS up_to60,
          ${dueWithin(61, 90)} AS up_to90,
          coalesce(sum(t.amount) FILTER (WHERE ${today}::date - t.day > 90), 0) AS older,
          sum(t.amount) AS total
        ${totalsOf(sql, workspaceId, "due_days")}
        GROUP BY t.label HAVING sum(t.amount) <> 0 ORDER BY t.label`
      return rows.map(
        (row): ReceivablesRow => ({
          currency: CurrencyCode.make(row.currency),
          notDueMinor: Number(row.notDue),
          days_1_30Minor: Number(row.upTo30),
          days_31_60Minor: Number(row.upTo60),
          days_61_90Minor: Number(row.upTo90),
          daysOver_90Minor: Number(row.older),
          totalMinor: Number(row.total)
        })
      )
    }, Effect.orDie)
  }) satisfies Partial<Port>

export const AnalyticsRepositorySql = Layer.effect(
  AnalyticsRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AnalyticsRepository.of({ ...revenue(sql), ...receivables(sql) })
  )
)
