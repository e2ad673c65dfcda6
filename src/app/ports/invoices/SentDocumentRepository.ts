/** The mailed files of invoices: written once, never changed. */
import { Context, type DateTime, type Effect } from "effect"
import type { XmlFormat } from "../../../domain/einvoice/EInvoice.ts"
import type { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Transaction, Written } from "../UnitOfWork.ts"

export interface SentXml {
  readonly format: XmlFormat
  readonly text: string
}

export class SentDocumentRepository extends Context.Service<
  SentDocumentRepository,
  {
    /** Stores the file; false if the invoice is void or has one. */
    readonly insert: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId,
      sent: { readonly content: Uint8Array; readonly xml: SentXml | null },
      at: DateTime.Utc
    ) => Effect.Effect<Written<boolean>, never, Transaction>
    readonly find: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId
    ) => Effect.Effect<Uint8Array | null>
    /** The e-invoice that was mailed with the file or in it. */
    readonly findXml: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId
    ) => Effect.Effect<SentXml | null>
    /** Looks up the owner in all workspaces: the hash is known only to holders of the file. */
    readonly findByContent: (
      content: Uint8Array
    ) => Effect.Effect<{ readonly workspaceId: WorkspaceId; readonly invoiceId: InvoiceId } | null>
  }
>()("retainer/app/ports/SentDocumentRepository") {}
