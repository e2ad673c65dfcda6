/** The files that went out with invoices, in PostgreSQL; a trigger refuses every change of them. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SentDocumentRepository } from "../../../app/ports/invoices/SentDocumentRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { changeOf, preparedChange } from "../Change.ts"
import { committed } from "../InUnit.ts"
import { dateOf, sha256 } from "../Rows.ts"
import { Sessions } from "../Session.ts"
import { isDivisionByZero } from "../Transactions.ts"

export const SentDocumentRepositorySql = Layer.effect(
  SentDocumentRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sessions = yield* Sessions

    const find = Effect.fnUntraced(function* (workspaceId: WorkspaceId, invoiceId: InvoiceId) {
      const rows = yield* sql<{ content: Uint8Array }>`SELECT content FROM sent_documents
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND invoice_id = ${InvoiceId.toUuid(invoiceId)}`
      return rows[0] === undefined ? null : Uint8Array.from(rows[0].content)
    }, Effect.orDie)

    const kept = preparedChange(
      ["workspaceId", "invoiceId", "sha256", "size", "content", "createdAt"],
      (hole) =>
        changeOf(
          {
            document_kept: sql`INSERT INTO sent_documents
                (workspace_id, invoice_id, sha256, size, content, created_at)
              SELECT workspace_id, id, ${hole("sha256")}, ${hole("size")}, ${hole("content")},
                ${hole("createdAt")}
              FROM invoices WHERE workspace_id = ${hole("workspaceId")}
                AND id = ${hole("invoiceId")} AND status <> 'void'
              ON CONFLICT DO NOTHING RETURNING 1`
          },
          { the_file_is_kept: "document_kept" }
        )
    )

    return SentDocumentRepository.of({
      find,
      keep: Effect.fnUntraced(function* (workspaceId, invoiceId, content, at) {
        const change = kept({
          workspaceId: WorkspaceId.toUuid(workspaceId),
          invoiceId: InvoiceId.toUuid(invoiceId),
          sha256: sha256(content),
          size: content.length,
          content,
          createdAt: dateOf(at)
        })
        // A concurrent second drawing uses the file of the first; without one the invoice is void.
        return yield* committed(sql, sessions, change).pipe(
          Effect.as(content),
          Effect.catchIf(isDivisionByZero, () => find(workspaceId, invoiceId))
        )
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
