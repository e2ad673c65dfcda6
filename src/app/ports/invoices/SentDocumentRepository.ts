/** The files that went out with invoices: written once, never changed. */
import { Context, type DateTime, type Effect } from "effect"
import type { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"

export class SentDocumentRepository extends Context.Service<
  SentDocumentRepository,
  {
    /** Keeps the file, unless there is one already; the file that is kept, and of a void invoice none. */
    readonly keep: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId,
      content: Uint8Array,
      at: DateTime.Utc
    ) => Effect.Effect<Uint8Array | null>
    readonly find: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId
    ) => Effect.Effect<Uint8Array | null>
    /** Whose file this is. The hash itself tells the workspace: nobody has it who has not the file. */
    readonly findByContent: (
      content: Uint8Array
    ) => Effect.Effect<{ readonly workspaceId: WorkspaceId; readonly invoiceId: InvoiceId } | null>
  }
>()("retainer/app/ports/SentDocumentRepository") {}
