/**
 * Home in PostgreSQL. Counts and sums come from the materialised totals; drafts and milestones to
 * bill are few, and are read.
 */
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { HomeRepository } from "../../../app/ports/home/HomeRepository.ts"
import { waitingDays } from "../../../domain/home/Attention.ts"
import type { CurrencyCount, HomeCounts } from "../../../domain/home/HomeFigures.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { noSubject } from "../lists/Totals.ts"
import { dateOf, integer } from "../Rows.ts"
import { type AttentionRow, attentionOf } from "./AttentionRows.ts"
import { attentionStatement, selectMilestonesToBill } from "./AttentionStatement.ts"
import { makeActivity } from "./HomeActivity.ts"
import { makeOwing } from "./HomeOwing.ts"

interface CountsRow {
  readonly clients: bigint
  readonly invoices: bigint
  readonly open: bigint
  readonly oldestDue: CalendarDate | null
  readonly drafts: ReadonlyArray<readonly [currency: string, count: number, amount: number]>
  readonly milestones: readonly [count: number, amount: number]
}

const makeCounts = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
    const workspace = WorkspaceId.toUuid(workspaceId)
    const totals = (kind: string) => sql`FROM totals
      WHERE workspace_id = ${workspace} AND kind = ${kind} AND subject = ${noSubject}::uuid`
    const [row] = yield* sql<CountsRow>`SELECT
      (SELECT coalesce(sum(items), 0)::bigint ${totals("clients")}) AS clients,
      i.invoices, i.open,
      (SELECT min(day) FROM (
        SELECT day ${totals("due_days")} GROUP BY day, label HAVING sum(amount) <> 0) d
      ) AS oldest_due,
      (SELECT coalesce(json_agg(json_build_array(currency, count, amount) ORDER BY currency), '[]')
        FROM (SELECT currency, count(*) AS count, sum(total) AS amount FROM invoices
          WHERE workspace_id = ${workspace} AND status = 'draft' GROUP BY currency) d) AS drafts,
      (SELECT json_build_array(count(*), coalesce(sum(m.amount), 0))
        FROM ${selectMilestonesToBill(sql, workspace)} m) AS milestones
      FROM (SELECT coalesce(sum(items), 0)::bigint AS invoices,
        coalesce(sum(items) FILTER (WHERE status IN ('sent', 'overdue')), 0)::bigint AS open
        ${totals("invoices")}) i`
    if (row === undefined) return yield* Effect.die(new Error("a row of counts is always there"))
    const [count, amountMinor] = row.milestones
    const counts: HomeCounts = {
      clients: integer(row.clients),
      invoices: integer(row.invoices),
      open: integer(row.open),
      oldestDue: row.oldestDue,
      drafts: row.drafts.map(
        ([currency, drafts, amount]): CurrencyCount => ({
          currency: CurrencyCode.make(currency),
          count: drafts,
          amountMinor: amount
        })
      ),
      milestones: { count, amountMinor }
    }
    return counts
  }, Effect.orDie)

export const HomeRepositorySql = Layer.effect(
  HomeRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    HomeRepository.of({
      counts: makeCounts(sql),
      activity: makeActivity(sql),
      owing: makeOwing(sql),
      attention: Effect.fnUntraced(function* (workspaceId, { now }) {
        const rows = yield* sql<AttentionRow>`${attentionStatement(sql, {
          workspace: WorkspaceId.toUuid(workspaceId),
          before: dateOf(DateTime.subtract(now, { days: waitingDays })),
          mailsAfter: dateOf(DateTime.subtract(now, { days: 30 })),
          refundsAfter: dateOf(DateTime.subtract(now, { days: 90 }))
        })}`
        return rows.map(attentionOf)
      }, Effect.orDie)
    })
  )
)
