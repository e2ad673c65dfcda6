/** Credit notes, their own gapless numbers, and what was credited of each invoice. */
import { Context, type DateTime, type Effect } from "effect"
import type { CreditedLine } from "../../../domain/creditnotes/CreditNoteLines.ts"
import type {
  CreditNote,
  CreditNoteListItem,
  CreditNoteView
} from "../../../domain/creditnotes/CreditNoteResource.ts"
import type { ClientId, CreditNoteId, InvoiceId, MailId, WorkspaceId } from "../../../domain/Ids.ts"
import type { InvoiceDelivery } from "../../../domain/invoices/InvoiceResource.ts"
import type { Page } from "../../../domain/Page.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import type { PendingNumber } from "../invoices/InvoiceRepository.ts"
import type { SentXml } from "../invoices/SentDocumentRepository.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction, Written } from "../UnitOfWork.ts"

export interface CreditNoteFilter {
  readonly clientId?: ClientId
  readonly invoiceId?: InvoiceId
  /** Inclusive range of issue dates. */
  readonly from?: CalendarDate
  readonly to?: CalendarDate
}

export class CreditNoteRepository extends Context.Service<
  CreditNoteRepository,
  {
    /** Takes the next number of credit notes at the end of the transaction. */
    readonly nextNumber: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<PendingNumber, never, Transaction>
    readonly insert: (note: CreditNote) => Effect.Effect<void, never, Transaction>
    /**
     * The lines of the invoice's credit notes. They decide about the next note, so the invoice has
     * to be read for update before.
     */
    readonly creditedLines: (
      workspaceId: WorkspaceId,
      invoiceId: InvoiceId
    ) => Effect.Effect<ReadonlyArray<CreditedLine>>
    readonly view: (
      workspaceId: WorkspaceId,
      id: CreditNoteId
    ) => Effect.Effect<CreditNoteView | null>
    /** The view, whose note and credit do not change before the commit. */
    readonly viewForUpdate: (
      workspaceId: WorkspaceId,
      id: CreditNoteId
    ) => Effect.Effect<CreditNoteView | null, never, Transaction>
    /** The result of a mail is ignored if a newer one has been queued. */
    readonly saveDelivery: (
      workspaceId: WorkspaceId,
      id: CreditNoteId,
      delivery: InvoiceDelivery,
      mail?: MailId
    ) => Effect.Effect<void, never, Transaction>
    /** Stores the mailed file with its e-invoice; false if there is one. */
    readonly insertDocument: (
      workspaceId: WorkspaceId,
      id: CreditNoteId,
      sent: { readonly content: Uint8Array; readonly xml: SentXml | null },
      at: DateTime.Utc
    ) => Effect.Effect<Written<boolean>, never, Transaction>
    readonly findDocument: (
      workspaceId: WorkspaceId,
      id: CreditNoteId
    ) => Effect.Effect<Uint8Array | null>
    /** Looks up the owner in all workspaces: the hash is known only to holders of the file. */
    readonly findByContent: (
      content: Uint8Array
    ) => Effect.Effect<{ readonly workspaceId: WorkspaceId; readonly id: CreditNoteId } | null>
    /** The e-invoice that was mailed with the file or in it. */
    readonly findXml: (workspaceId: WorkspaceId, id: CreditNoteId) => Effect.Effect<SentXml | null>
    /** Newest first. */
    readonly list: (
      workspaceId: WorkspaceId,
      filter: CreditNoteFilter,
      page: PageRequest<CreditNoteId>
    ) => Effect.Effect<Page<CreditNoteListItem, CreditNoteId>>
  }
>()("retainer/app/ports/CreditNoteRepository") {}
