/**
 * The transition table of invoices as data. Only `isAllowed` reads it, so the transitions in
 * Invoice.ts and the messages of their refusals agree.
 */
import { Schema } from "effect"

export const invoiceStatuses = ["draft", "sent", "paid", "overdue", "void"] as const
export const InvoiceStatus = Schema.Literals(invoiceStatuses)
export type InvoiceStatus = typeof InvoiceStatus.Type

export const invoiceActions = [
  "update",
  "send",
  "void",
  "record a partial payment",
  "record the closing payment",
  "issue a credit note",
  "become overdue"
] as const
export type InvoiceAction = (typeof invoiceActions)[number]

/**
 * The result of an action: a status, a status under a condition, `refused`, or `never` for an event
 * that cannot meet the state. A credit note over the whole rest makes an open invoice paid or void.
 */
export type TransitionOutcome =
  | { readonly to: InvoiceStatus; readonly when?: "nothing was paid or credited" }
  | { readonly to: InvoiceStatus; readonly orIfTotalIsZero: InvoiceStatus }
  | "refused"
  | "never"

const to = (status: InvoiceStatus): TransitionOutcome => ({ to: status })
const voidWhenUnpaid: TransitionOutcome = { to: "void", when: "nothing was paid or credited" }

export const transitions: Readonly<
  Record<InvoiceStatus, Readonly<Record<InvoiceAction, TransitionOutcome>>>
> = {
  draft: {
    update: to("draft"),
    send: { to: "sent", orIfTotalIsZero: "paid" },
    void: to("void"),
    "record a partial payment": "refused",
    "record the closing payment": "refused",
    "issue a credit note": "refused",
    "become overdue": "never"
  },
  sent: {
    update: "refused",
    send: "refused",
    void: voidWhenUnpaid,
    "record a partial payment": to("sent"),
    "record the closing payment": to("paid"),
    "issue a credit note": to("sent"),
    "become overdue": to("overdue")
  },
  overdue: {
    update: "refused",
    send: "refused",
    void: voidWhenUnpaid,
    "record a partial payment": to("overdue"),
    "record the closing payment": to("paid"),
    "issue a credit note": to("overdue"),
    "become overdue": "never"
  },
  paid: {
    update: "refused",
    send: "refused",
    void: "refused",
    "record a partial payment": "refused",
    "record the closing payment": "refused",
    "issue a credit note": to("paid"),
    "become overdue": "never"
  },
  void: {
    update: "refused",
    send: "refused",
    void: to("void"),
    "record a partial payment": "refused",
    "record the closing payment": "refused",
    "issue a credit note": "refused",
    "become overdue": "never"
  }
}

/** The fields of an invoice that decide which actions it allows. */
export interface InvoiceState {
  readonly status: InvoiceStatus
  /** 0 in states without payments. */
  readonly amountPaidMinor: number
  /** The part of its credit notes that lowered what was owed. */
  readonly amountCreditedMinor: number
  /** Also of notes that lowered nothing, because the invoice was paid then; false by default. */
  readonly hasCreditNotes?: boolean
}

export const isAllowed = (
  { status, amountPaidMinor, amountCreditedMinor, hasCreditNotes = false }: InvoiceState,
  action: InvoiceAction
): boolean => {
  const outcome = transitions[status][action]
  if (typeof outcome === "string") return false
  return (
    !("when" in outcome) || (amountPaidMinor === 0 && amountCreditedMinor === 0 && !hasCreditNotes)
  )
}

const inWords: Readonly<Record<InvoiceAction, string | undefined>> = {
  update: "updated",
  send: "sent",
  void: "voided",
  "record a partial payment": "paid",
  "record the closing payment": "paid",
  "issue a credit note": "credited",
  "become overdue": undefined
}

/**
 * The actions that an invoice allows, for the message of a refusal. Voiding a void invoice is
 * allowed, and is not listed because it has no effect.
 */
export const allowedActions = (state: InvoiceState): string => {
  const allowed = invoiceActions.filter(
    (action) => state.status !== "void" && isAllowed(state, action)
  )
  const words = new Set(allowed.flatMap((action) => inWords[action] ?? []))
  return words.size === 0
    ? "nothing can be done to it any more"
    : `it can be ${[...words].join(" or ")}`
}
