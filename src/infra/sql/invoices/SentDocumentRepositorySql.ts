/** Mailed files in PostgreSQL; a trigger refuses every change. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SentDocumentRepository } from "../../../app/ports/invoices/SentDocumentRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { template } from "../../postgres/Statements.ts"
import { write } from "../../postgres/Write.ts"
import { dateOf, keysOf, sentXmlOf, sha256, type XmlRow } from "../Rows.ts"

const keyOf = keysOf(InvoiceId)

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

    const inserted = template(
      ["workspaceId", "invoiceId", "sha256", "size", "content", "xmlFormat", "xml", "createdAt"],
      (value) => sql`
        INSERT INTO sent_documents (workspace_id, invoice_id, sha256, size, content, xml_format,
          xml, created_at)
        SELECT workspace_id, id, ${value("sha256")}, ${value("size")}, ${value("content")},
          ${value("xmlFormat")}, ${value("xml")}, ${value("createdAt")}
        FROM invoices WHERE workspace_id = ${value("workspaceId")}
          AND id = ${value("invoiceId")} AND status <> 'void'
        ON CONFLICT DO NOTHING RETURNING 1`
    )

    return SentDocumentRepository.of({
      find,
      insert: Effect.fnUntraced(function* (workspaceId, invoiceId, { content, xml }, at) {
        const key = keyOf(workspaceId, invoiceId)
        const stored = yield* write({
          table: "sent_documents",
          key,
          statement: inserted({
            workspaceId: key.workspaceId,
            invoiceId: key.id,
            sha256: sha256(content),
            size: content.length,
            content,
            xmlFormat: xml?.format ?? null,
            xml: xml?.text ?? null,
            createdAt: dateOf(at)
          }),
          returning: true
        })
        return Effect.map(stored, (rows) => rows.length === 1)
      }),
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
