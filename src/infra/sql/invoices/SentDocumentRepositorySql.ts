/** The files that went out with invoices, in PostgreSQL; a trigger refuses every change of them. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SentDocumentRepository } from "../../../app/ports/invoices/SentDocumentRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { dateOf, sha256 } from "../Rows.ts"

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
      keep: Effect.fnUntraced(function* (workspaceId, invoiceId, content, at) {
        const kept = yield* sql`INSERT INTO sent_documents ${sql.insert({
          workspaceId: WorkspaceId.toUuid(workspaceId),
          invoiceId: InvoiceId.toUuid(invoiceId),
          sha256: sha256(content),
          size: content.length,
          content,
          createdAt: dateOf(at)
        })} ON CONFLICT DO NOTHING RETURNING 1`
        // A concurrent second drawing uses the file of the first.
        return kept.length === 1 ? content : ((yield* find(workspaceId, invoiceId)) ?? content)
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
