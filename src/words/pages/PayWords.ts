/**
 * The words of the pages behind a payment link, in formal address. Labels of lines and totals are
 * those of the document.
 */
import type { InvoiceStatus } from "../../domain/invoices/InvoiceTransitions.ts"

interface Refusal {
  readonly title: string
  readonly message: string
}

export interface PayWords {
  /** The state of an open invoice. */
  readonly due: (dueDate: string) => string
  readonly wasDue: (dueDate: string) => string
  readonly paidOn: (day: string) => string
  readonly isVoid: string
  /** Void, because credit notes took all that was owed. */
  readonly isCredited: string
  /** Labels of facts: the client, the day of issue, payments and credit notes by their days. */
  readonly client: string
  readonly issued: string
  readonly paidDay: (day: string) => string
  readonly creditedDay: (number: string, day: string) => string
  readonly lines: string
  readonly pay: (amount: string) => string
  readonly download: string
  readonly receipt: string
  /** Beside the code for a bank transfer. */
  readonly scan: string
  readonly ask: string
  /** Before the seller's e-mail address. */
  readonly write: string
  /** The amount that the payer saw is no longer due. */
  readonly changed: (amount: string) => string
  readonly check: string
  readonly back: string

  /** A payment that the processor has not confirmed. */
  readonly pending: {
    readonly title: string
    readonly text: string
    readonly reload: string
    readonly late: (day: string) => string
    readonly transfers: string
    /** Before the seller's name. */
    readonly ifCharged: string
    /** Before the link `retry`. */
    readonly ifNotCharged: string
    readonly retry: string
  }
  /** The card form of the built-in test processor. */
  readonly test: {
    readonly title: string
    readonly text: string
    readonly declined: string
    readonly pay: string
    readonly late: string
    readonly twice: string
    readonly decline: string
  }
  readonly unknownLink: Refusal
  readonly unavailable: Refusal
  readonly tooLarge: Refusal

  /** The authenticity check of a file. */
  readonly checked: {
    readonly title: string
    readonly explanation: string
    readonly file: string
    readonly button: string
    readonly noFile: string
    readonly genuine: string
    readonly invoice: (number: string, seller: string, amount: string, issueDate: string) => string
    readonly creditNote: (
      number: string,
      invoice: string,
      seller: string,
      amount: string,
      issueDate: string
    ) => string
    readonly statuses: Readonly<Record<Exclude<InvoiceStatus, "draft">, string>>
    readonly unknown: string
    readonly advice: string
  }
}
