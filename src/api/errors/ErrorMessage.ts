/**
 * Parses the message of an error into fields and the state of an invoice, because the envelope has
 * only three keys. Imports types alone: the small client ships it.
 */
import type { InvoiceStatus } from "../../domain/invoices/InvoiceTransitions.ts"

export interface FieldRefused {
  /** Such as `line_items[0].quantity`; empty for the whole request. */
  readonly path: string
  readonly message: string
}

/** The actions that the state of the invoice allows. */
export type InvoiceAllowed = "update" | "send" | "void" | "pay" | "credit"

export interface InvoiceRefused {
  readonly number: string
  readonly status: InvoiceStatus
  /** Absent if the message does not name them. */
  readonly allowed?: ReadonlyArray<InvoiceAllowed>
}

const named = /^([\w.[\]-]{1,300}): (.+)$/s
const oauthCode =
  /^(invalid_request|invalid_client|invalid_grant|invalid_scope|unauthorized_client|unsupported_grant_type): /

/** The code of RFC 6749 §5.2 that a refused token request begins with. */
export const oauthCodeIn = (message: string): string | undefined => oauthCode.exec(message)?.[1]

/** Empty if the message is about the whole request. */
export const fieldsIn = (message: string): ReadonlyArray<FieldRefused> => {
  if (oauthCodeIn(message) !== undefined) return []
  const found: Array<FieldRefused> = []
  let isAnyNamed = false
  for (const part of message.replace(/; and more$/, "").split("; ")) {
    const [, path, text = ""] = named.exec(part) ?? []
    const last = found.at(-1)
    if (path !== undefined) {
      isAnyNamed = true
      found.push({ path, message: text })
    } else if (last === undefined) found.push({ path: "", message: part })
    // A message itself may contain semicolons.
    else found[found.length - 1] = { ...last, message: `${last.message}; ${part}` }
  }
  return isAnyNamed ? found : []
}

const refusal = /^Invoice (\S+) is (draft|sent|overdue|paid|void)\b/
const words: Readonly<Record<string, InvoiceAllowed>> = {
  updated: "update",
  sent: "send",
  voided: "void",
  paid: "pay",
  credited: "credit"
}

const isStatus = (text: string | undefined): text is InvoiceStatus => text !== undefined

const allowedIn = (message: string): Pick<InvoiceRefused, "allowed"> => {
  if (message.endsWith("; nothing can be done to it any more")) return { allowed: [] }
  const [, list] = /; it can be ([a-z ]+)$/.exec(message) ?? []
  return list === undefined
    ? {}
    : { allowed: list.split(" or ").flatMap((word) => words[word] ?? []) }
}

export const invoiceIn = (message: string): InvoiceRefused | undefined => {
  const [, number, status] = refusal.exec(message) ?? []
  return number !== undefined && isStatus(status)
    ? { number, status, ...allowedIn(message) }
    : undefined
}
