/** Stored invoices, their gapless numbers and the sums over them. */
import { Context, type DateTime, type Effect } from "effect"
import type { ClientId, InvoiceId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Invoice, Issue, Recipient } from "../../../domain/invoices/Invoice.ts"
import type { InvoiceNotFound } from "../../../domain/invoices/InvoiceErrors.ts"
import type {
  InvoiceDelivery,
  InvoiceListItem,
  InvoiceSums,
  InvoiceView
} from "../../../domain/invoices/InvoiceResource.ts"
import type { InvoiceStatus } from "../../../domain/invoices/InvoiceTransitions.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { Page } from "../../../domain/Page.ts"
import type { InvoiceSort, ListTooBroad, Search } from "../../../domain/text/Search.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction, Written } from "../UnitOfWork.ts"

export interface InvoiceFilter {
  readonly status?: InvoiceStatus
  readonly clientId?: ClientId
  readonly projectId?: ProjectId
  /** Inclusive range of issue dates. */
  readonly from?: CalendarDate
  readonly to?: CalendarDate
  /** Only invoices that were sent, in any later state: those the portal shows. */
  readonly issuedOnly?: boolean
}

/** The moment of a read in the workspace's time: it decides what is overdue and what "ytd" is. */
export interface ReadTime {
  readonly today: CalendarDate
  readonly yearStart: DateTime.Utc
}

/** The view without its payment link and warnings, with the data from which the application makes them. */
export interface StoredInvoiceView extends Pick<Invoice, "paymentLinkSalt"> {
  readonly invoice: Omit<InvoiceView, "processorPaymentUrl" | "documentWarnings">
  readonly recipient: Recipient
  /** Null until the invoice is sent: the document then shows the current data. */
  readonly issue: Issue | null
  readonly version: DocumentState["version"]
}

/** What decides who may read an invoice's document, and whether one that was drawn before still shows it. */
export interface DocumentState {
  readonly id: InvoiceId
  readonly number: string
  readonly status: InvoiceStatus
  readonly clientId: ClientId
  readonly wasSent: boolean
  readonly paymentLinkSalt: string | null
  /**
   * Another one after every change of what storage gives a document (the invoice, its payments, and of one that was not
   * sent the client and the project), whoever made it, and after the day on which it became overdue.
   */
  readonly version: string
}

export interface InvoiceRef {
  readonly workspaceId: WorkspaceId
  readonly id: InvoiceId
}

export interface DueInvoice extends InvoiceRef {
  readonly dueDate: CalendarDate
}

/**
 * The number of an invoice that is being created. The workspace's counter is locked for the last statement alone,
 * so the number is known after that: until then the invoice, its events and its answers carry the stand-in,
 * which storage replaces.
 */
export interface PendingNumber {
  readonly standIn: string
  readonly number: Written<string>
}

export interface InvoiceListPage extends Page<InvoiceListItem, InvoiceId> {
  /** Over the whole filtered set, never added across currencies. */
  readonly sums: ReadonlyArray<InvoiceSums & { readonly currency: CurrencyCode }>
}

export class InvoiceRepository extends Context.Service<
  InvoiceRepository,
  {
    /** Takes the workspace's next number when the transaction ends, or not at all. */
    readonly nextNumber: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<PendingNumber, never, Transaction>
    readonly insert: (invoice: Invoice) => Effect.Effect<void, never, Transaction>
    /** Locks the row until the transaction ends. */
    readonly getForUpdate: (
      workspaceId: WorkspaceId,
      id: InvoiceId
    ) => Effect.Effect<Invoice, InvoiceNotFound, Transaction>
    /**
     * The same, with how it is shown, its client and its project held with it. `version` takes no lock before
     * the commit, which fails where a row has changed; `lock` also guards what is read after it.
     */
    readonly getShownForUpdate: (
      workspaceId: WorkspaceId,
      id: InvoiceId,
      today: CalendarDate,
      by: "lock" | "version"
    ) => Effect.Effect<
      { readonly invoice: Invoice; readonly view: StoredInvoiceView },
      InvoiceNotFound,
      Transaction
    >
    /** Replaces the row, which must still be in the status `from`; another one is a defect. */
    readonly save: (
      invoice: Invoice,
      from: InvoiceStatus
    ) => Effect.Effect<void, never, Transaction>
    /** The void has settled its delivery, unless the mail was on its way by then and was taken: that stands. */
    readonly saveDelivery: (
      workspaceId: WorkspaceId,
      id: InvoiceId,
      delivery: InvoiceDelivery
    ) => Effect.Effect<void, never, Transaction>
    readonly view: (
      workspaceId: WorkspaceId,
      id: InvoiceId,
      today: CalendarDate
    ) => Effect.Effect<StoredInvoiceView, InvoiceNotFound>
    /** The same version as that of the view. */
    readonly documentState: (
      workspaceId: WorkspaceId,
      id: InvoiceId,
      today: CalendarDate
    ) => Effect.Effect<DocumentState, InvoiceNotFound>
    readonly findByNumber: (
      workspaceId: WorkspaceId,
      number: string
    ) => Effect.Effect<InvoiceId | null>
    /** The salts of those among these invoices that have a payment link. */
    readonly linkSalts: (
      workspaceId: WorkspaceId,
      ids: ReadonlyArray<InvoiceId>
    ) => Effect.Effect<ReadonlyArray<Pick<Invoice, "id" | "paymentLinkSalt">>>
    /**
     * The invoices of all workspaces that were sent and whose id as a UUID ends in these 8 hexadecimal digits:
     * usually one. A payment link is looked up by them and then proves which invoice it is of.
     */
    readonly endingIn: (
      digits: string
    ) => Effect.Effect<ReadonlyArray<Pick<Invoice, "workspaceId" | "id" | "paymentLinkSalt">>>
    /** Sent invoices that were due before the day, by workspace and id, from the one given on. */
    readonly sentDueBefore: (
      day: CalendarDate,
      after: InvoiceRef | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DueInvoice>>
    /**
     * Sent and overdue invoices that are or were due that day, without those that were reminded of
     * today or for these scheduled days.
     */
    readonly openDueOn: (
      workspaceId: WorkspaceId,
      day: CalendarDate,
      reminder: { readonly today: CalendarDate; readonly scheduledDays: number }
    ) => Effect.Effect<ReadonlyArray<InvoiceId>>
    readonly list: (
      workspaceId: WorkspaceId,
      filter: InvoiceFilter,
      page: PageRequest<InvoiceId>,
      at: ReadTime
    ) => Effect.Effect<InvoiceListPage>
    /** The words are looked for in the number, and in name, address and company of the client. */
    readonly search: (
      workspaceId: WorkspaceId,
      search: InvoiceFilter & Search<InvoiceSort>,
      page: PageRequest<InvoiceId>,
      at: ReadTime
    ) => Effect.Effect<InvoiceListPage, ListTooBroad>
  }
>()("retainer/app/ports/InvoiceRepository") {}
