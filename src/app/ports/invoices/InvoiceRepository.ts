/** Stored invoices, their gapless numbers and the sums over them. */
import { Context, type DateTime, type Effect } from "effect"
import type { ClientId, InvoiceId, MailId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Invoice, Issue, Recipient } from "../../../domain/invoices/Invoice.ts"
import type { InvoiceNotFound } from "../../../domain/invoices/InvoiceErrors.ts"
import type {
  InvoiceDelivery,
  InvoiceListItem,
  InvoiceSums,
  InvoiceView
} from "../../../domain/invoices/InvoiceResource.ts"
import type { CurrencySum, StatusTotal } from "../../../domain/invoices/InvoiceTabs.ts"
import type { InvoiceStatus } from "../../../domain/invoices/InvoiceTransitions.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { Page } from "../../../domain/Page.ts"
import type { TextLocale } from "../../../domain/text/Language.ts"
import type { InvoiceSort, ListTooBroad, Search } from "../../../domain/text/Search.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction, Written } from "../UnitOfWork.ts"

export interface InvoiceFilter {
  readonly status?: InvoiceStatus
  readonly clientId?: ClientId
  readonly projectId?: ProjectId
  readonly purchaseOrder?: string
  /** Inclusive range of issue dates. */
  readonly from?: CalendarDate
  readonly to?: CalendarDate
  /** Inclusive range of due dates; for the pages only, as the currency. */
  readonly dueFrom?: CalendarDate
  readonly dueTo?: CalendarDate
  readonly currency?: CurrencyCode
  /** Only invoices that were sent, in any later state: those the portal shows. */
  readonly issuedOnly?: boolean
  /** Only sent and overdue invoices. */
  readonly openOnly?: boolean
}

type InvoiceTotalsScope = Pick<
  InvoiceFilter & Search,
  "q" | "clientId" | "projectId" | "dueFrom" | "dueTo" | "currency"
>

/** Details that a row of the pages' list shows beside the item. */
export interface InvoiceListDetails {
  readonly id: InvoiceId
  readonly company: string | null
  readonly delivery: InvoiceDelivery["status"] | null
}

/** The invoices that wait for the agency's work. */
export interface WaitingInvoices {
  readonly drafts: number
  readonly overdue: number
}

/** The day and the year of a read in the workspace's zone, for `overdue` and "ytd". */
interface ReadTime {
  readonly today: CalendarDate
  readonly yearStart: DateTime.Utc
}

/**
 * The view without its payment link and warnings, with the data from which the application makes
 * them.
 */
export interface StoredInvoiceView extends Pick<Invoice, "paymentLinkSalt"> {
  readonly invoice: Omit<
    InvoiceView,
    "processorPaymentUrl" | "documentWarnings" | "eInvoiceProblems"
  >
  /** Null unless it was voided with a reason. */
  readonly voidReason: string | null
  /** The version of the rules of its amounts. */
  readonly moneyVersion: number
  readonly recipient: Recipient
  /** Null until the invoice is sent: the document then shows the current data. */
  readonly issue: Issue | null
  readonly version: DocumentState["version"]
}

/** The owner and the version of an invoice's document, by which it is authorized and cached. */
export interface DocumentState {
  readonly id: InvoiceId
  readonly number: string
  readonly status: InvoiceStatus
  readonly clientId: ClientId
  readonly wasSent: boolean
  readonly paymentLinkSalt: string | null
  /**
   * Differs after every change of a stored row that the document shows: the invoice, its payments,
   * and the client and project of an unsent one. It also differs when the invoice becomes overdue.
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
 * The number of an invoice that is being created. The transaction's last statement takes it, which
 * holds the lock of the counter for the shortest time. Until then the invoice and its events
 * contain the stand-in, which storage replaces.
 */
export interface PendingNumber {
  readonly standIn: string
  readonly number: Written<string>
}

export interface InvoiceListPage extends Page<InvoiceListItem, InvoiceId> {
  /** Over the whole filtered set, never added across currencies. */
  readonly sums: ReadonlyArray<InvoiceSums & { readonly currency: CurrencyCode }>
}

/** As many invoices tell which rates are in use. */
export const newestForRates = 50

export class InvoiceRepository extends Context.Service<
  InvoiceRepository,
  {
    /** Takes the workspace's next number at the end of the transaction. */
    readonly nextNumber: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<PendingNumber, never, Transaction>
    readonly insert: (invoice: Invoice) => Effect.Effect<void, never, Transaction>
    /** `lock` (the default) locks the row until the transaction ends; `version` as below. */
    readonly getForUpdate: (
      workspaceId: WorkspaceId,
      id: InvoiceId,
      by?: "lock" | "version"
    ) => Effect.Effect<Invoice, InvoiceNotFound, Transaction>
    /**
     * The same with its view; its client and project cannot change before the commit either.
     * `version` is an optimistic lock: the commit fails if a row has changed. `lock` also guards
     * later reads.
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
    /** Replaces the row; a stored status other than `from` is a defect. */
    readonly save: (
      invoice: Invoice,
      from: InvoiceStatus
    ) => Effect.Effect<void, never, Transaction>
    /**
     * Ignored for a void invoice, unless the mail had left before the void and was accepted. The
     * result of a mail is ignored if a newer one has been queued.
     */
    readonly saveDelivery: (
      workspaceId: WorkspaceId,
      id: InvoiceId,
      delivery: InvoiceDelivery,
      mail?: MailId
    ) => Effect.Effect<void, never, Transaction>
    readonly view: (
      workspaceId: WorkspaceId,
      id: InvoiceId,
      today: CalendarDate
    ) => Effect.Effect<StoredInvoiceView, InvoiceNotFound>
    readonly documentState: (
      workspaceId: WorkspaceId,
      id: InvoiceId,
      today: CalendarDate
    ) => Effect.Effect<DocumentState, InvoiceNotFound>
    readonly findByNumber: (
      workspaceId: WorkspaceId,
      number: string
    ) => Effect.Effect<InvoiceId | null>
    /** The salts of the given invoices that have a payment link. */
    readonly linkSalts: (
      workspaceId: WorkspaceId,
      ids: ReadonlyArray<InvoiceId>
    ) => Effect.Effect<ReadonlyArray<Pick<Invoice, "id" | "paymentLinkSalt">>>
    /** The language and locale with which each of the given invoices was sent. */
    readonly textLocales: (
      workspaceId: WorkspaceId,
      ids: ReadonlyArray<InvoiceId>
    ) => Effect.Effect<ReadonlyMap<InvoiceId, TextLocale>>
    /**
     * The invoices of all workspaces that were sent and whose id as a UUID ends in these 8
     * hexadecimal digits: usually one. A payment link is looked up by them and then proves which
     * invoice it is of.
     */
    readonly endingIn: (
      digits: string
    ) => Effect.Effect<ReadonlyArray<Pick<Invoice, "workspaceId" | "id" | "paymentLinkSalt">>>
    /** Invoices stored as sent and due before the day, by workspace and id, after the given one. */
    readonly sentDueBefore: (
      day: CalendarDate,
      after: InvoiceRef | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DueInvoice>>
    /**
     * Sent and overdue invoices with this due day, without those that have a reminder of today or
     * of these scheduled days.
     */
    readonly openDueOn: (
      workspaceId: WorkspaceId,
      day: CalendarDate,
      reminder: { readonly today: CalendarDate; readonly scheduledDays: number }
    ) => Effect.Effect<ReadonlyArray<InvoiceId>>
    /** The tax rates of the newest invoices, each once, the lowest first. */
    readonly recentRates: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<number>>
    readonly waiting: (
      workspaceId: WorkspaceId,
      today: CalendarDate
    ) => Effect.Effect<WaitingInvoices>
    readonly list: (
      workspaceId: WorkspaceId,
      filter: InvoiceFilter,
      page: PageRequest<InvoiceId>,
      at: ReadTime
    ) => Effect.Effect<InvoiceListPage>
    /** By status and currency, in their order; without those that have no invoice. */
    readonly totals: (
      workspaceId: WorkspaceId,
      scope: InvoiceTotalsScope,
      today: CalendarDate
    ) => Effect.Effect<ReadonlyArray<StatusTotal>, ListTooBroad>
    /** The totals of the invoices, by currency. */
    readonly sums: (
      workspaceId: WorkspaceId,
      scope: InvoiceTotalsScope & Pick<InvoiceFilter, "status" | "openOnly">,
      today: CalendarDate
    ) => Effect.Effect<ReadonlyArray<CurrencySum>, ListTooBroad>
    readonly listDetails: (
      workspaceId: WorkspaceId,
      ids: ReadonlyArray<InvoiceId>
    ) => Effect.Effect<ReadonlyArray<InvoiceListDetails>>
    /** Searches the number, and name, address and company of the client. */
    readonly search: (
      workspaceId: WorkspaceId,
      search: InvoiceFilter & Search<InvoiceSort>,
      page: PageRequest<InvoiceId>,
      at: ReadTime
    ) => Effect.Effect<InvoiceListPage, ListTooBroad>
  }
>()("retainer/app/ports/InvoiceRepository") {}
