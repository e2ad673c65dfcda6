/**
 * Statements in PostgreSQL. Each change of what a client owes is posted to the account of an
 * invoice or of a credit, so sums by account are the rests, and sums by source the movements. A
 * payment from credit posts to both and cancels out.
 */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { StatementRepository } from "../../../app/ports/clients/StatementRepository.ts"
import { type MovementKind, movementKinds } from "../../../domain/clients/Statement.ts"
import { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import { CalendarDate } from "../../../domain/time/CalendarDate.ts"

interface LedgerRow {
  readonly opening: ReadonlyArray<readonly [currency: string, minor: number]>
  readonly movements: ReadonlyArray<
    readonly [
      day: string,
      kind: MovementKind,
      currency: string,
      minor: number,
      number: string,
      reference: string | null
    ]
  >
  readonly open: ReadonlyArray<readonly [currency: string, due: string, minor: number]>
}

/**
 * The client's invoices that were sent, their payments, and its credits: one may come from a
 * payment of a draft.
 */
const sources = (sql: SqlClient.SqlClient, workspace: string, client: string, zone: string) => sql`
  own AS MATERIALIZED (
    SELECT id, number, currency, status, issue_date, due_date, total, amount_paid,
      amount_credited, (voided_at AT TIME ZONE ${zone})::date AS void_day
    FROM invoices
    WHERE workspace_id = ${workspace} AND client_id = ${client} AND sent_at IS NOT NULL),
  paid AS MATERIALIZED (
    SELECT p.id, p.invoice_id, p.amount, p.credit_id, p.reverses, p.reference, o.currency,
      o.number, (CASE WHEN p.reverses IS NULL THEN p.paid_at ELSE p.created_at END
        AT TIME ZONE ${zone})::date AS day
    FROM own o JOIN payments p ON p.workspace_id = ${workspace} AND p.invoice_id = o.id),
  own_credits AS MATERIALIZED (
    SELECT c.id, c.currency, c.amount, c.source, c.payment_id, c.processor_reference, i.number,
      (c.received_at AT TIME ZONE ${zone})::date AS day
    FROM credits c JOIN invoices i ON i.workspace_id = c.workspace_id AND i.id = c.invoice_id
    WHERE c.workspace_id = ${workspace} AND c.client_id = ${client}),
  notes AS MATERIALIZED (
    SELECT n.id, n.number, n.currency, n.issue_date, n.invoice_id, n.total, n.credit_id,
      coalesce(c.amount, 0) AS credit
    FROM credit_notes n LEFT JOIN own_credits c ON c.id = n.credit_id
    WHERE n.workspace_id = ${workspace} AND n.client_id = ${client})`

const postings = (sql: SqlClient.SqlClient, workspace: string, zone: string) => sql`
  postings (day, kind, source, currency, number, reference, account, amount) AS MATERIALIZED (
    SELECT issue_date, 'invoice', id, currency, number, NULL::text, id, total FROM own
    UNION ALL SELECT void_day, 'void', id, currency, number, NULL, id,
      -(total - amount_paid - amount_credited) FROM own
      WHERE status = 'void' AND total - amount_paid - amount_credited <> 0
    UNION ALL SELECT day, CASE WHEN credit_id IS NOT NULL THEN 'applied'
        WHEN reverses IS NULL THEN 'payment' ELSE 'reversal' END,
      id, currency, number, reference, invoice_id, -amount FROM paid
    UNION ALL SELECT day, 'applied', id, currency, number, NULL, credit_id, amount FROM paid
      WHERE credit_id IS NOT NULL
    UNION ALL SELECT day, 'payment', coalesce(payment_id, id), currency, number,
      processor_reference, id, -amount FROM own_credits WHERE source = 'payment'
    UNION ALL SELECT p.day, 'reversal', p.id, c.currency, p.number, NULL, c.id, c.amount
      FROM own_credits c JOIN paid p ON p.reverses = c.payment_id
    UNION ALL SELECT issue_date, 'credit_note', id, currency, number, NULL, invoice_id,
      -(total - credit) FROM notes
    UNION ALL SELECT issue_date, 'credit_note', id, currency, number, NULL, credit_id, -credit
      FROM notes WHERE credit_id IS NOT NULL
    UNION ALL SELECT (r.refunded_at AT TIME ZONE ${zone})::date, 'refund', r.id, c.currency,
      c.number, r.reference, c.id, r.amount
      FROM own_credits c
      JOIN credit_refunds r ON r.workspace_id = ${workspace} AND r.credit_id = c.id)`

export const StatementRepositorySql = Layer.effect(
  StatementRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    StatementRepository.of({
      read: Effect.fnUntraced(function* (workspaceId, clientId, { from, to, timeZone, limit }) {
        const [workspace, client] = [WorkspaceId.toUuid(workspaceId), ClientId.toUuid(clientId)]
        const [row] = yield* sql<LedgerRow>`
          WITH ${sources(sql, workspace, client, timeZone)},
            ${postings(sql, workspace, timeZone)}
          SELECT (
            SELECT coalesce(json_agg(json_build_array(currency, amount) ORDER BY currency), '[]')
            FROM (SELECT currency, sum(amount)::bigint AS amount FROM postings
              WHERE day < ${from}::date GROUP BY 1 HAVING sum(amount) <> 0) x
          ) AS opening, (
            SELECT coalesce(json_agg(json_build_array(day, kind, currency, amount, number,
              reference) ORDER BY day, rank, source), '[]')
            FROM (SELECT day, kind, source, currency, sum(amount)::bigint AS amount,
                min(number) AS number, min(reference) AS reference,
                array_position(${[...movementKinds]}::text[], kind) AS rank
              FROM postings
              WHERE day BETWEEN ${from}::date AND ${to}::date AND kind <> 'applied'
              GROUP BY day, kind, source, currency
              ORDER BY day, rank, source LIMIT ${limit}) x
          ) AS movements, (
            SELECT coalesce(json_agg(json_build_array(currency, due_date, rest)
              ORDER BY currency, due_date), '[]')
            FROM (SELECT o.currency, o.due_date, sum(r.rest)::bigint AS rest
              FROM (SELECT account, sum(amount) AS rest FROM postings WHERE day <= ${to}::date
                GROUP BY 1 HAVING sum(amount) > 0) r
              JOIN own o ON o.id = r.account GROUP BY 1, 2) x
          ) AS open`
        const { opening, movements, open } = row ?? { opening: [], movements: [], open: [] }
        const currencyOf = (code: string) => CurrencyCode.make(code)
        const dayOf = (day: string) => CalendarDate.make(day)
        return {
          opening: opening.map(([code, amountMinor]) => ({
            currency: currencyOf(code),
            amountMinor
          })),
          movements: movements.map(([day, kind, code, amountMinor, number, reference]) => ({
            day: dayOf(day),
            kind,
            currency: currencyOf(code),
            amountMinor,
            number,
            reference
          })),
          open: open.map(([code, due, restMinor]) => ({
            currency: currencyOf(code),
            dueDate: dayOf(due),
            restMinor
          }))
        }
      }, Effect.orDie)
    })
  )
)
