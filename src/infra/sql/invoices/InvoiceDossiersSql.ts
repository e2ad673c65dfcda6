/** Dossiers of invoices in PostgreSQL: one statement, each part by the index of the invoice. */
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type DossierNote,
  type InvoiceDossier,
  InvoiceDossiers
} from "../../../app/ports/invoices/InvoiceDossiers.ts"
import { CreditNoteId, FileId, InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { integer } from "../Rows.ts"

type Mail = InvoiceDossier["mails"][number]

/** Names of one word, which no transformation of names changes. */
interface DossierRow {
  readonly credited: bigint
  readonly notes: ReadonlyArray<
    Pick<DossierNote, "number"> & {
      readonly id: string
      readonly day: DossierNote["issueDate"]
      readonly total: number
      readonly status: DossierNote["deliveryStatus"]
      readonly error: string | null
      readonly xml: DossierNote["xmlFormat"]
    }
  >
  readonly files: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly size: number
  }>
  readonly mails: ReadonlyArray<
    Pick<Mail, "kind" | "status"> & { readonly error: string | null; readonly at: number }
  >
}

const dossierOf = ({ credited, notes, files, mails }: DossierRow): InvoiceDossier => ({
  creditedMinor: integer(credited),
  creditNotes: notes.map(({ id, number, day, total, status, error, xml }) => ({
    id: CreditNoteId.fromUuid(id),
    number,
    issueDate: day,
    totalMinor: total,
    deliveryStatus: status,
    deliveryError: error,
    xmlFormat: xml
  })),
  files: files.map(({ id, ...file }) => ({ id: FileId.fromUuid(id), ...file })),
  mails: mails.map(({ kind, status, error, at }) => ({
    kind,
    status,
    lastError: error,
    createdAt: DateTime.makeUnsafe(at)
  }))
})

export const InvoiceDossiersSql = Layer.effect(
  InvoiceDossiers,
  Effect.map(SqlClient.SqlClient, (sql) =>
    InvoiceDossiers.of({
      read: Effect.fnUntraced(function* (workspaceId, invoiceId, limit) {
        const of = sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND invoice_id = ${InvoiceId.toUuid(invoiceId)}`
        const newest = (table: "credit_notes" | "files" | "mails") =>
          sql`(SELECT * FROM ${sql(table)} WHERE ${of} ORDER BY id DESC LIMIT ${limit}) t`
        const [row] = yield* sql<DossierRow>`SELECT
          (SELECT coalesce(sum(total), 0)::bigint FROM credit_notes WHERE ${of}) AS credited,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'number', t.number,
              'day', t.issue_date, 'total', t.total, 'status', t.delivery_status,
              'error', t.delivery_error, 'xml', d.xml_format) ORDER BY t.id DESC), '[]')
            FROM ${newest("credit_notes")} LEFT JOIN sent_credit_notes d
              ON d.workspace_id = t.workspace_id AND d.credit_note_id = t.id) AS notes,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name,
              'size', t.size) ORDER BY t.id DESC), '[]')
            FROM ${newest("files")}) AS files,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'status', t.status,
              'error', t.last_error, 'at', floor(extract(epoch FROM t.created_at) * 1000)::bigint)
              ORDER BY t.id DESC), '[]')
            FROM ${newest("mails")}) AS mails`
        return row === undefined
          ? { creditedMinor: 0, creditNotes: [], files: [], mails: [] }
          : dossierOf(row)
      }, Effect.orDie)
    })
  )
)
