/** The words of the page of one invoice: its actions, panels, activity and refusals. */
import type { InvoiceStatus } from "../../domain/invoices/InvoiceTransitions.ts"
import type { NumberProblem } from "../../domain/money/AmountInput.ts"

/** The panels of the page, by the value of `?do=`. */
export type PanelName =
  | "pay"
  | "remind"
  | "send"
  | "ask"
  | "again"
  | "void"
  | "reverse"
  | "credit"
  | "correct"
  /** Sends a credit note again. */
  | "note"
  /** Replaces the payment link. */
  | "link"
  | "duplicate"

/** The methods of payment to choose from; a payment may have another text. */
export type MethodCode = "bank_transfer" | "card" | "cash" | "check" | "direct_debit"

/** The fields without which a document lacks a particular. */
export type Particular =
  | "workspace.legal_name"
  | "workspace.address"
  | "client.address"
  | "delivery_date"

export interface InvoiceWords {
  readonly figures: Readonly<Record<"balance" | "total" | "paid" | "credited" | "due", string>>
  /** Links to the panels. */
  readonly actions: Readonly<Record<PanelName, string>>
  readonly correctAndSend: string
  readonly edit: string
  readonly preview: string
  readonly pdf: string
  readonly receipt: string
  readonly copyLink: string
  readonly more: string
  readonly cancel: string
  /** To a member, in place of the actions. */
  readonly adminSends: string
  readonly adminActs: string

  readonly titles: Readonly<Record<PanelName, string>>
  /** Buttons of the panels; that of a payment names the sum. */
  readonly buttons: Readonly<Record<Exclude<PanelName, "pay" | "credit">, string>>
  readonly amount: string
  readonly receivedOn: string
  readonly method: string
  readonly methods: Readonly<Record<MethodCode, string>>
  readonly noMethod: string
  readonly reference: string
  readonly fromCredit: string
  readonly noCredit: string
  readonly creditOf: (amount: string, source: string) => string
  readonly record: (amount: string) => string
  readonly willBePaid: string
  readonly excess: (rest: string, over: string) => string
  readonly recordExcess: (rest: string, over: string) => string
  readonly message: string
  readonly to: string
  readonly reason: string
  readonly payment: string
  readonly line: string
  readonly quantityLeft: (quantity: string) => string
  readonly creditAmount: (currency: string) => string
  readonly creditHint: string
  readonly issueCredit: string
  readonly voidDraft: string
  readonly voidSent: string
  readonly clientHasIt: string
  readonly creditAll: string
  /** A void of an invoice whose mail did not go out. */
  readonly voidUnsent: string
  readonly correctText: (amount: string, email: string) => string
  readonly voidRefused: string
  readonly requestText: string
  readonly duplicateText: string
  /** The effect of a new payment link on the present one. */
  readonly linkText: string
  readonly noLink: string
  readonly remindedToday: string
  readonly previewText: string

  /** After an action. */
  readonly done: Readonly<Record<PanelName, string>>
  /** An action that the state does not allow. */
  readonly refused: (status: string) => string
  readonly statuses: Readonly<Record<InvoiceStatus, string>>
  readonly tooManyMails: string
  readonly problems: Readonly<Record<NumberProblem, string>> & {
    readonly required: string
    readonly notPositive: string
    readonly tooMuch: (most: string) => string
    readonly future: string
    readonly noDay: string
    readonly email: string
    readonly tooLong: string
  }

  readonly warnings: string
  /** The particulars that the law requires on a document, by the field that lacks them. */
  readonly particulars: Readonly<Record<Particular, string>>
  /** A field without which, or with whose value, the e-invoice cannot be written. */
  readonly eInvoice: Readonly<
    Record<"workspace" | "client" | "invoice", (field: string) => string>
  > & { readonly missing: string }
  readonly duePassed: string
  readonly voidedOn: (day: string) => string
  readonly notDelivered: (email: string) => string
  readonly noteNotDelivered: (number: string, email: string) => string
  readonly noNote: string

  readonly activity: {
    readonly title: string
    readonly next: (day: string) => string
    readonly created: (name: string) => string
    readonly sent: (email: string) => string
    readonly resent: (name: string) => string
    readonly asked: (name: string) => string
    readonly reminded: (name: string) => string
    readonly paid: (amount: string) => string
    readonly reversed: (amount: string) => string
    readonly credited: (name: string) => string
    readonly voided: (name: string) => string
    /** By whom is unknown: it may be a program that checks mails. */
    readonly opened: string
    readonly by: (name: string) => string
    readonly mails: Readonly<Record<"queued" | "sent" | "failed", string>>
  }
  readonly client: Readonly<Record<"title" | "owes" | "email" | "portal" | "never", string>>
  readonly document: Readonly<
    Record<"title" | "asSent" | "current" | "notSent" | "warnings", string>
  >
  readonly files: Readonly<Record<"title" | "none" | "add", string>>

  /** Messages to the client, in the client's language, by how late the invoice is. */
  readonly reminderTexts: Readonly<Record<"early" | "late" | "veryLate", string>>
}
