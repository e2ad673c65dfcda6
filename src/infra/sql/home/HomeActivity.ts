/** Recent activity: the newest lines of Home among the latest entries of the log. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Actor } from "../../../domain/access/Actor.ts"
import {
  type ActivityKind,
  type ActivityLine,
  activityKinds
} from "../../../domain/home/Activity.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import { instant, integer } from "../Rows.ts"
import { partyIn } from "./AttentionRows.ts"

/** Bounds the read where hardly an entry is a line of Home. */
const maxEntries = 256

interface ActivityRow {
  readonly type: ActivityKind
  readonly createdAt: Date
  readonly actor: Actor
  readonly objectId: string
  readonly name: string
  readonly company: string | null
  readonly person: string | null
  readonly invoiceId: string | null
  readonly number: string | null
  readonly amount: bigint | null
  readonly currency: string | null
  readonly isReversible: boolean
}

const lineOf = (row: ActivityRow): ActivityLine => ({
  kind: row.type,
  at: instant(row.createdAt),
  actor: row.actor,
  object: { id: row.objectId, name: row.name },
  invoice:
    row.invoiceId === null || row.number === null
      ? null
      : { id: InvoiceId.fromUuid(row.invoiceId), number: row.number },
  party: partyIn(row),
  money:
    row.amount === null || row.currency === null
      ? null
      : { amountMinor: integer(row.amount), currency: CurrencyCode.make(row.currency) },
  isReversible: row.isReversible
})

export const makeActivity = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (workspaceId: WorkspaceId, limit: number) {
    const paid = sql.literal(
      ["object", "previous"].map((one) => `(e.data #>> '{${one},amount_paid}')::bigint`).join(" - ")
    )
    const rows = yield* sql<ActivityRow>`
      SELECT e.type, e.created_at, e.actor, e.object_id,
        coalesce(e.data #>> '{object,number}', e.data #>> '{object,name}', '') AS name,
        CASE WHEN i.id IS NULL THEN e.data #>> '{object,company}'
          WHEN i.sent_at IS NULL THEN c.company ELSE i.recipient_company END AS company,
        CASE WHEN i.id IS NULL THEN
            CASE WHEN e.type LIKE 'client.%' THEN e.data #>> '{object,name}' END
          ELSE coalesce(i.recipient_name, c.name) END AS person,
        i.id AS invoice_id, i.number,
        CASE WHEN e.type IN ('invoice.payment_recorded', 'invoice.payment_reversed')
          THEN abs(${paid}) END AS amount,
        i.currency, coalesce(p.is_own, false) AS is_reversible
      FROM (
        SELECT * FROM (
          SELECT workspace_id, audit_sequence, type, created_at, actor, object_id, data
          FROM events WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND audit_sequence IS NOT NULL
          ORDER BY audit_sequence DESC LIMIT ${maxEntries}) latest
        WHERE type = ANY(${activityKinds}::text[])
        ORDER BY audit_sequence DESC LIMIT ${limit}) e
      LEFT JOIN invoices i ON i.workspace_id = e.workspace_id
        AND i.number = CASE WHEN e.type LIKE 'invoice.%' THEN e.data #>> '{object,number}'
          WHEN e.type LIKE 'credit_note.%' THEN e.data #>> '{object,invoice,number}' END
      LEFT JOIN clients c ON c.workspace_id = i.workspace_id AND c.id = i.client_id
      LEFT JOIN LATERAL (
        SELECT r.processor_reference IS NULL AND r.reverses IS NULL AS is_own FROM payments r
        WHERE r.workspace_id = i.workspace_id AND r.invoice_id = i.id
          AND e.type = 'invoice.payment_recorded'
        ORDER BY r.id DESC LIMIT 1) p ON true
      ORDER BY e.audit_sequence DESC`
    return rows.map(lineOf)
  }, Effect.orDie)
