/** Mailed files in PostgreSQL; a trigger refuses every change. */
import { type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  SentDocumentRepository,
  type SentXml
} from "../../../app/ports/invoices/SentDocumentRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { template } from "../../postgres/Statements.ts"
import { write } from "../../postgres/Write.ts"
import { dateOf, keysOf, sentXmlOf, sha256, type XmlRow } from "../Rows.ts"

const keyOf = keysOf(InvoiceId)

const values = [
  ...(["workspaceId", "id", "sha256", "size"] as const),
  ...(["content", "xmlFormat", "xml", "createdAt"] as const)
]

/**
 * Stores what was mailed of a document; false if it was stored before. The statement returns a row
 * where it stores one.
 */
export const insertSent = <Id>(
  table: "sent_documents" | "sent_credit_notes",
  idKey: (
    workspaceId: WorkspaceId,
    id: Id
  ) => { readonly workspaceId: string; readonly id: string },
  statement: Parameters<typeof template<(typeof values)[number]>>[1]
) => {
  const inserted = template(values, statement)
  return Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    id: Id,
    { content, xml }: { readonly content: Uint8Array; readonly xml: SentXml | null },
    at: DateTime.Utc
  ) {
    const key = idKey(workspaceId, id)
    const row = {
      ...{ ...key, sha256: sha256(content), size: content.length, content },
      ...{ xmlFormat: xml?.format ?? null, xml: xml?.text ?? null, createdAt: dateOf(at) }
    }
    const stored = yield* write({ table, key, statement: inserted(row), returning: true })
    return Effect.map(stored, (rows) => rows.length === 1)
  })
}

export const SentDocumentRepositorySql = Layer.effect(
  SentDocumentRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = Effect.fnUntraced(function* (workspaceId: WorkspaceId, invoiceId: InvoiceId) {
      const rows = yield* sql<{ content: Uint8Array }>`SELECT content FROM sent_documents
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND invoice_id = ${InvoiceId.toUuid(invoiceId)}`
      return rows[0] === undefined ? null : Uint8Array.from(rows[0].content)
    }, Effect.orDie)

    return SentDocumentRepository.of({
      find,
      insert: insertSent(
        "sent_documents",
        keyOf,
        (value) => sql`
          INSERT INTO sent_documents (workspace_id, invoice_id, sha256, size, content, xml_format,
            xml, created_at)
          SELECT workspace_id, id, ${value("sha256")}, ${value("size")}, ${value("content")},
            ${value("xmlFormat")}, ${value("xml")}, ${value("createdAt")}
          FROM invoices WHERE workspace_id = ${value("workspaceId")}
            AND id = ${value("id")} AND status <> 'void'
          ON CONFLICT DO NOTHING RETURNING 1`
      ),
      findXml: Effect.fnUntraced(function* (workspaceId, invoiceId) {
        const [row] = yield* sql<XmlRow>`
          SELECT xml_format, xml FROM sent_documents
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND invoice_id = ${InvoiceId.toUuid(invoiceId)}`
        return sentXmlOf(row)
      }, Effect.orDie),
      findByContent: Effect.fnUntraced(function* (content) {
        const rows = yield* sql<{ workspaceId: string; invoiceId: string }>`
          SELECT workspace_id, invoice_id FROM sent_documents WHERE sha256 = ${sha256(content)}
          ORDER BY workspace_id, invoice_id LIMIT 1`
        return rows[0] === undefined
          ? null
          : {
              workspaceId: WorkspaceId.fromUuid(rows[0].workspaceId),
              invoiceId: InvoiceId.fromUuid(rows[0].invoiceId)
            }
      }, Effect.orDie)
    })
  })
)
