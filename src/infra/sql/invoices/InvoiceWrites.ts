/** Writes of invoices for the write engine. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import type { InvoiceRepository } from "../../../app/ports/invoices/InvoiceRepository.ts"
import { InvoiceId, MailId, WorkspaceId } from "../../../domain/Ids.ts"
import { type Steps, sql, template } from "../../postgres/Statements.ts"
import { write } from "../../postgres/Write.ts"
import { insertRow, keysOf, saveRow } from "../Rows.ts"
import { insertedRowOf, rowOf } from "./InvoiceRows.ts"

const keyOf = keysOf(InvoiceId)

/** SQL form of `formatInvoiceNumber` after the prefix, of the counter `c`. */
export const paddedCounter = sql.literal(
  "'-' || lpad(c.value::text, greatest(4, length(c.value::text)), '0')"
)

/** Takes the next number of a series at the end of the transaction. */
export const numberSeries = (
  name: "invoice_number" | "credit_note_number",
  statement: (values: { readonly workspace: string }) => Steps
): InvoiceRepository["Service"]["nextNumber"] =>
  Effect.fnUntraced(function* (workspaceId) {
    const workspace = WorkspaceId.toUuid(workspaceId)
    const standIn = `number-${randomUUID()}`
    const number = yield* write({
      table: "counters",
      key: { workspaceId: workspace, name },
      statement: statement({ workspace }),
      standIn
    })
    return { standIn, number }
  })

/** With the current prefix of the workspace. */
const nextNumber = template(
  ["workspace"],
  (value) => sql`
    UPDATE counters c SET value = c.value + 1 FROM workspaces w
    WHERE c.workspace_id = ${value("workspace")} AND c.name = 'invoice_number'
      AND w.id = c.workspace_id
    RETURNING w.invoice_prefix || ${paddedCounter} AS value`
)

const delivered = template(
  ["workspace", "id", "status", "attempts", "lastError", "mail"],
  (value) => sql`
    UPDATE invoices SET delivery_status = ${value("status")},
      delivery_attempts = ${value("attempts")}, delivery_error = ${value("lastError")}
    WHERE workspace_id = ${value("workspace")} AND id = ${value("id")}
      AND sent_at IS NOT NULL AND (status <> 'void' OR ${value("status")} = 'sent')
      AND NOT EXISTS (SELECT 1 FROM mails m
        WHERE m.workspace_id = ${value("workspace")} AND m.invoice_id = ${value("id")}
          AND m.kind = 'invoice' AND m.id > ${value("mail")}::uuid)
    RETURNING 1`
)

type InvoiceWrites = Pick<
  InvoiceRepository["Service"],
  "nextNumber" | "insert" | "save" | "saveDelivery"
>

export const invoiceWrites: InvoiceWrites = {
  nextNumber: numberSeries("invoice_number", nextNumber),

  insert: (invoice) =>
    insertRow("invoices", keyOf(invoice.workspaceId, invoice.id), insertedRowOf(invoice)),

  save: (invoice, from) => {
    const { number: _, createdAt: __, ...row } = rowOf(invoice)
    const key = keyOf(invoice.workspaceId, invoice.id)
    return saveRow("invoices", key, row, { status: from })
  },

  saveDelivery: (workspaceId, id, delivery, mail) => {
    const key = keyOf(workspaceId, id)
    const { workspaceId: workspace } = key
    return write({
      table: "invoices",
      key,
      statement: delivered({
        workspace,
        id: key.id,
        ...delivery,
        mail: mail === undefined ? null : MailId.toUuid(mail)
      })
    })
  }
}
