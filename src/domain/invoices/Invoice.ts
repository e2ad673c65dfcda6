/**
 * An invoice (docs/spec.md §2.2, §3.2): one type per state, and transitions that accept only the
 * states they start from. Totals come from Money alone and are never recomputed after the draft.
 */
import { type DateTime, Result, Schema } from "effect"
import type { Address } from "../address/Address.ts"
import {
  EInvoiceChoice,
  ElectronicAddress,
  leitwegWarning,
  Registration
} from "../parties/Party.ts"
import { shape } from "../Resource.ts"
import { Language } from "../text/Language.ts"
import type { CalendarDate } from "../time/CalendarDate.ts"
import type { Seller, Workspace } from "../workspaces/Workspace.ts"
import {
  type DraftAction,
  InvoiceHasNoPaymentLink,
  InvoiceNotCreditable,
  InvoiceNotDraft,
  InvoiceNotPayable,
  InvoiceNotRemindable,
  InvoiceNotResendable,
  InvoiceNotVoidable,
  type InvoiceRefusal
} from "./InvoiceErrors.ts"
import {
  type DocumentWarning,
  type InvoiceDelivery,
  type InvoiceFields,
  queuedDelivery
} from "./InvoiceResource.ts"
import { type InvoiceState, type InvoiceStatus, isAllowed } from "./InvoiceTransitions.ts"

/** Data of the client beside name and address; null in invoices sent before it was stored. */
export const RecipientDetails = shape({
  phone: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Language),
  vatId: Schema.NullOr(Schema.String),
  registration: Schema.NullOr(Registration),
  electronicAddress: Schema.NullOr(ElectronicAddress),
  eInvoice: Schema.NullOr(EInvoiceChoice)
})
type RecipientDetails = typeof RecipientDetails.Type

/** The client's data at the send. */
export interface Recipient extends RecipientDetails {
  readonly name: string
  readonly email: string
  readonly company: string | null
  readonly address: Address | null
}

/** The client as a recipient. */
export const recipientOf = (client: Recipient): Recipient => ({
  name: client.name,
  email: client.email,
  company: client.company,
  address: client.address,
  phone: client.phone,
  language: client.language,
  vatId: client.vatId,
  registration: client.registration,
  electronicAddress: client.electronicAddress,
  eInvoice: client.eInvoice
})

/** The parties of the document; the send fixes them. */
export interface Issue {
  readonly recipient: Recipient
  readonly seller: Seller
  readonly projectName: string | null
}

/** The sums of an invoice's credit notes. */
export interface Credited {
  /** The part that lowered what was owed; the other part became credit of the client. */
  readonly amountCreditedMinor: number
  readonly creditNotesTotalMinor: number
  /** Before tax. */
  readonly creditNotesNetMinor: number
}

const notCredited: Credited = {
  amountCreditedMinor: 0,
  creditNotesTotalMinor: 0,
  creditNotesNetMinor: 0
}

export interface IssuedFields extends InvoiceFields, Issue, Credited {
  readonly sentAt: DateTime.Utc
  readonly amountPaidMinor: number
  readonly delivery: InvoiceDelivery
}

export interface DraftInvoice extends InvoiceFields {
  readonly status: "draft"
}
export interface SentInvoice extends IssuedFields {
  readonly status: "sent"
}
export interface OverdueInvoice extends IssuedFields {
  readonly status: "overdue"
}
export interface PaidInvoice extends IssuedFields {
  readonly status: "paid"
  readonly paidAt: DateTime.Utc
}
export interface VoidInvoice extends InvoiceFields, Credited {
  readonly status: "void"
  readonly voidedAt: DateTime.Utc
  readonly voidReason: string | null
  /** The fields before the void; null for a voided draft. */
  readonly issued: Pick<IssuedFields, "sentAt" | "delivery" | keyof Issue> | null
}

const particular = (path: string, message: string): DocumentWarning => ({
  path,
  script: "",
  characters: "",
  package: null,
  message
})

/** Particulars of article 226 of directive 2006/112 that a document lacks, before it is sent. */
export const missingParticulars = (
  { legalName, address, addressText }: Pick<Workspace, "legalName" | "address" | "addressText">,
  recipient: Pick<Recipient, "address">,
  invoice: Pick<InvoiceFields, "deliveryDate" | "servicePeriod" | "buyerReference">
): ReadonlyArray<DocumentWarning> => {
  const { buyerReference: reference, deliveryDate, servicePeriod } = invoice
  const leitweg = reference === null ? undefined : leitwegWarning(reference)
  const all: ReadonlyArray<readonly [isMissing: boolean, path: string, message: string]> = [
    [
      legalName === null,
      "workspace.legal_name",
      "The document has no legal name of the seller: set legal_name of the workspace."
    ],
    [
      address === null && (addressText ?? "").trim() === "",
      "workspace.address",
      "The document has no address of the seller: set address of the workspace."
    ],
    [
      recipient.address === null,
      "client.address",
      "The document has no address of the buyer: set address of the client."
    ],
    [
      deliveryDate === null && servicePeriod === null,
      "delivery_date",
      "The document has no date of the supply: set delivery_date or service_period."
    ],
    [leitweg !== undefined, "buyer_reference", `${reference} ${leitweg}.`]
  ]
  return all.flatMap(([isMissing, path, message]) => (isMissing ? [particular(path, message)] : []))
}

/** The fields since its send; null of an invoice that was never sent. */
export const issuedOf = (invoice: Invoice): VoidInvoice["issued"] =>
  invoice.status === "draft" ? null : invoice.status === "void" ? invoice.issued : invoice

export type OpenInvoice = SentInvoice | OverdueInvoice
export type IssuedInvoice = OpenInvoice | PaidInvoice
export type Invoice = DraftInvoice | IssuedInvoice | VoidInvoice

/** `INV-0001`: the workspace's prefix and a counter without gaps, at least four digits. */
export const formatInvoiceNumber = (prefix: string, sequence: number): string =>
  `${prefix}-${String(sequence).padStart(4, "0")}`

/** Sends a draft; a total of 0 is paid at once. */
export const send = (
  invoice: DraftInvoice,
  issue: Issue,
  now: DateTime.Utc
): SentInvoice | PaidInvoice => {
  const issued = {
    ...invoice,
    ...issue,
    sentAt: now,
    amountPaidMinor: 0,
    ...notCredited,
    delivery: queuedDelivery,
    updatedAt: now
  } as const
  return invoice.totalMinor === 0
    ? { ...issued, status: "paid", paidAt: now }
    : { ...issued, status: "sent" }
}

export type Voidable = DraftInvoice | OpenInvoice

/** Voids the invoice; a queued mail is cancelled. */
export const becomeVoid = (
  invoice: Voidable,
  reason: string | null,
  now: DateTime.Utc
): VoidInvoice => {
  const after = { voidedAt: now, voidReason: reason, updatedAt: now }
  if (invoice.status === "draft") {
    return { ...invoice, ...notCredited, ...after, status: "void", issued: null }
  }
  const {
    sentAt,
    recipient,
    seller,
    projectName,
    delivery,
    amountPaidMinor: _,
    ...fields
  } = invoice
  const issued = { sentAt, recipient, seller, projectName, delivery: cancelled(delivery) }
  return { ...fields, ...after, status: "void", issued }
}

const cancelled = (delivery: InvoiceDelivery): InvoiceDelivery =>
  delivery.status === "queued"
    ? {
        ...delivery,
        status: "failed",
        lastError: "The invoice was voided before the mail went out"
      }
    : delivery

/** An invoice has a payment link from its send until its void. */
export const hasPaymentLink = (status: string): boolean => status !== "draft" && status !== "void"

/** Replaces the payment link; the previous one stops working. */
export const replacePaymentLink = (
  invoice: IssuedInvoice,
  paymentLinkSalt: string,
  now: DateTime.Utc
): IssuedInvoice => ({ ...invoice, paymentLinkSalt, updatedAt: now })

/** Adds a payment of at most the balance; paying all of it closes the invoice. */
export const applyPayment = <I extends OpenInvoice>(
  invoice: I,
  amountMinor: number,
  paidAt: DateTime.Utc,
  now: DateTime.Utc
): I | PaidInvoice => {
  const amountPaidMinor = invoice.amountPaidMinor + amountMinor
  const paid = { ...invoice, amountPaidMinor, updatedAt: now }
  return balanceDue(paid) === 0 ? { ...paid, status: "paid", paidAt } : paid
}

/** Takes a payment back: the invoice is open again, overdue if its due day has passed. */
export const reversePayment = (
  invoice: IssuedInvoice,
  amountMinor: number,
  today: CalendarDate,
  now: DateTime.Utc
): OpenInvoice => {
  const open = invoice.status === "paid" ? (({ paidAt: _, ...issued }) => issued)(invoice) : invoice
  return {
    ...open,
    amountPaidMinor: invoice.amountPaidMinor - amountMinor,
    updatedAt: now,
    status: isPastDue(invoice.dueDate, today) ? "overdue" : "sent"
  }
}

/** Overdue begins with the day after the due date, in the workspace's zone. */
export const isPastDue = (dueDate: CalendarDate, today: CalendarDate): boolean => today > dueDate

export const becomeOverdue = (invoice: SentInvoice): OverdueInvoice => ({
  ...invoice,
  status: "overdue"
})

/** The status on a day: a read never shows a stale `sent`. */
export const statusOn = (
  { status, dueDate }: { readonly status: InvoiceStatus; readonly dueDate: CalendarDate },
  day: CalendarDate
): InvoiceStatus => (status === "sent" && isPastDue(dueDate, day) ? "overdue" : status)

export const asOf = (invoice: Invoice, today: CalendarDate): Invoice =>
  invoice.status === "sent" && statusOn(invoice, today) === "overdue"
    ? becomeOverdue(invoice)
    : invoice

/** Reminders are sent for open invoices only. */
export const requireRemindable = (
  invoice: Invoice
): Result.Result<OpenInvoice, InvoiceNotRemindable> =>
  isOpen(invoice)
    ? Result.succeed(invoice)
    : Result.fail(new InvoiceNotRemindable(refusal(invoice)))

/** The rest: what is left to pay. In SQL it is `rest` of Totals.ts. */
export const balanceDue = (invoice: {
  readonly totalMinor: number
  readonly amountPaidMinor: number
  readonly amountCreditedMinor: number
}): number => invoice.totalMinor - invoice.amountPaidMinor - invoice.amountCreditedMinor

export const isOpen = <I extends { readonly status: InvoiceStatus }>(
  invoice: I
): invoice is I & { readonly status: OpenInvoice["status"] } =>
  invoice.status === "sent" || invoice.status === "overdue"

export const amountPaidOf = (invoice: Invoice): number =>
  "amountPaidMinor" in invoice ? invoice.amountPaidMinor : 0

export const creditedOf = (invoice: Invoice): Credited => {
  if (invoice.status === "draft") return notCredited
  const { amountCreditedMinor, creditNotesTotalMinor, creditNotesNetMinor } = invoice
  return { amountCreditedMinor, creditNotesTotalMinor, creditNotesNetMinor }
}

/** Credit notes made it void. Documents and pages then show it as credited. */
export const isCredited = (invoice: {
  readonly status: InvoiceStatus
  readonly amountCreditedMinor: number
}): boolean => invoice.status === "void" && invoice.amountCreditedMinor > 0

const stateOf = (invoice: Invoice): InvoiceState => {
  const { amountCreditedMinor, creditNotesTotalMinor } = creditedOf(invoice)
  return {
    status: invoice.status,
    amountPaidMinor: amountPaidOf(invoice),
    amountCreditedMinor,
    hasCreditNotes: creditNotesTotalMinor > 0
  }
}

const refusal = (invoice: Invoice): InvoiceRefusal => ({
  ...stateOf(invoice),
  number: invoice.number,
  currency: invoice.currency
})

// The table decides; the types narrow to the states from which an action starts.
const isDraft = (invoice: Invoice, action: DraftAction): invoice is DraftInvoice =>
  isAllowed(stateOf(invoice), action)
const isVoidable = (invoice: Invoice): invoice is Voidable | VoidInvoice =>
  isAllowed(stateOf(invoice), "void")
const isPayable = (invoice: Invoice): invoice is OpenInvoice =>
  isAllowed(stateOf(invoice), "record a partial payment")
const isCreditable = (invoice: Invoice): invoice is IssuedInvoice =>
  isAllowed(stateOf(invoice), "issue a credit note")

export const requireDraft = (
  invoice: Invoice,
  action: DraftAction
): Result.Result<DraftInvoice, InvoiceNotDraft> =>
  isDraft(invoice, action)
    ? Result.succeed(invoice)
    : Result.fail(new InvoiceNotDraft({ ...refusal(invoice), action }))

/** Draft, or open with nothing paid and no credit note; a void invoice is returned unchanged. */
export const requireVoidable = (
  invoice: Invoice
): Result.Result<Voidable | VoidInvoice, InvoiceNotVoidable> =>
  isVoidable(invoice)
    ? Result.succeed(invoice)
    : Result.fail(new InvoiceNotVoidable(refusal(invoice)))

const isIssued = (invoice: Invoice): invoice is IssuedInvoice => hasPaymentLink(invoice.status)

export const requireLinked = (
  invoice: Invoice
): Result.Result<IssuedInvoice, InvoiceHasNoPaymentLink> =>
  isIssued(invoice)
    ? Result.succeed(invoice)
    : Result.fail(new InvoiceHasNoPaymentLink(refusal(invoice)))

/** The document of such an invoice can be mailed again. */
export const requireResendable = (
  invoice: Invoice
): Result.Result<IssuedInvoice, InvoiceNotResendable> =>
  isIssued(invoice)
    ? Result.succeed(invoice)
    : Result.fail(new InvoiceNotResendable(refusal(invoice)))

/** Sent, and not void: only such an invoice can be corrected by a credit note. */
export const requireCreditable = (
  invoice: Invoice
): Result.Result<IssuedInvoice, InvoiceNotCreditable> =>
  isCreditable(invoice)
    ? Result.succeed(invoice)
    : Result.fail(new InvoiceNotCreditable(refusal(invoice)))

export const requirePayable = (invoice: Invoice): Result.Result<OpenInvoice, InvoiceNotPayable> =>
  isPayable(invoice)
    ? Result.succeed(invoice)
    : Result.fail(new InvoiceNotPayable(refusal(invoice)))
