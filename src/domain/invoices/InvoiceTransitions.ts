/**
 * The transition table of invoices, once, as data. The transitions in Invoice.ts and
 * the words of their refusals are checked against every cell of it.
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
  "become overdue"
] as const
export type InvoiceAction = (typeof invoiceActions)[number]

/**
 * Where an action leads: a status; a status where a condition holds, refused otherwise; `refused`; or
 * `never`, where the event cannot meet that state and nothing happens.
 */
export type TransitionOutcome =
  | { readonly to: InvoiceStatus; readonly when?: "nothing was paid" }
  | { readonly to: InvoiceStatus; readonly orIfTotalIsZero: InvoiceStatus }
  | "refused"
  | "never"

const to = (status: InvoiceStatus): TransitionOutcome => ({ to: status })
const voidWhenUnpaid: TransitionOutcome = { to: "void", when: "nothing was paid" }

export const transitions: Readonly<
  Record<InvoiceStatus, Readonly<Record<InvoiceAction, TransitionOutcome>>>
> = {
  draft: {
    update: to("draft"),
    send: { to: "sent", orIfTotalIsZero: "paid" },
    void: to("void"),
    "record a partial payment": "refused",
    "record the closing payment": "refused",
    "become overdue": "never"
  },
  sent: {
    update: "refused",
    send: "refused",
    void: voidWhenUnpaid,
    "record a partial payment": to("sent"),
    "record the closing payment": to("paid"),
    "become overdue": to("overdue")
  },
  overdue: {
    update: "refused",
    send: "refused",
    void: voidWhenUnpaid,
    "record a partial payment": to("overdue"),
    "record the closing payment": to("paid"),
    "become overdue": "never"
  },
  paid: {
    update: "refused",
    send: "refused",
    void: "refused",
    "record a partial payment": "refused",
    "record the closing payment": "refused",
    "become overdue": "never"
  },
  void: {
    update: "refused",
    send: "refused",
    void: to("void"),
    "record a partial payment": "refused",
    "record the closing payment": "refused",
    "become overdue": "never"
  }
}

const inWords: Readonly<Record<InvoiceAction, string | undefined>> = {
  update: "updated",
  send: "sent",
  void: "voided",
  "record a partial payment": "paid",
  "record the closing payment": "paid",
  "become overdue": undefined
}

/** What may be done to an invoice in this status, for the message of a refusal. */
export const allowedActions = (status: InvoiceStatus): string => {
  const allowed = invoiceActions.filter(
    (action) => typeof transitions[status][action] === "object" && status !== "void"
  )
  const words = new Set(allowed.flatMap((action) => inWords[action] ?? []))
  return words.size === 0
    ? "nothing can be done to it any more"
    : `it can be ${[...words].join(" or ")}`
}
