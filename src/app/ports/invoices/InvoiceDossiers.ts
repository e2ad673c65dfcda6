/**
 * The dossier of an invoice: its credit notes, files and mails, as its page shows them. It is one
 * read, whatever it has.
 */
import { Context, type Effect } from "effect"
import type { CreditNote } from "../../../domain/creditnotes/CreditNoteResource.ts"
import type { XmlFormat } from "../../../domain/einvoice/EInvoice.ts"
import type { FileStored } from "../../../domain/files/FileResource.ts"
import type { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { MailStored } from "../../../domain/mail/MailResource.ts"

export type DossierNote = Pick<
  CreditNote,
  "id" | "number" | "issueDate" | "totalMinor" | "deliveryStatus" | "deliveryError"
> & {
  /** The format of the e-invoice that was mailed; null without one, and until it is drawn. */
  readonly xmlFormat: XmlFormat | null
}

export interface InvoiceDossier {
  /** The total of all credit notes, also of those that `creditNotes` leaves out. */
  readonly creditedMinor: number
  readonly creditNotes: ReadonlyArray<DossierNote>
  readonly files: ReadonlyArray<Pick<FileStored, "id" | "name" | "size">>
  /** Mails about the invoice itself; a credit note has the state of its own. */
  readonly mails: ReadonlyArray<Pick<MailStored, "kind" | "status" | "lastError" | "createdAt">>
}

export class InvoiceDossiers extends Context.Service<
  InvoiceDossiers,
  {
    /** The newest of each, at most `limit`. */
    readonly read: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId,
      limit: number
    ) => Effect.Effect<InvoiceDossier>
  }
>()("retainer/app/ports/InvoiceDossiers") {}
