/**
 * The words of mails to clients and users, in formal address. Values come in as formatted texts.
 */
import type { NoticeWords } from "./NoticeWords.ts"

export interface MailWords {
  readonly greeting: (name: string) => string
  /** Labels of facts. */
  readonly amount: string
  readonly open: string
  readonly due: string
  readonly invoice: string
  readonly issued: string
  readonly paid: string
  readonly setOff: string
  /** The day of a payment. */
  readonly paidOn: string
  readonly balanceDue: string
  readonly creditNote: string
  readonly reason: string
  /** Buttons. */
  readonly view: string
  readonly viewAndPay: string
  readonly viewAndPayRest: string

  readonly sent: {
    readonly subject: (number: string, seller: string, amount: string) => string
    readonly preview: (amount: string, dueDate: string) => string
    readonly attached: (number: string, seller: string) => string
  }
  readonly reminder: {
    readonly subject: (number: string, seller: string, rest: string) => string
    readonly isDue: (rest: string, dueDate: string) => string
    readonly wasDue: (rest: string, dueDate: string) => string
    readonly beforeDue: (number: string, seller: string, dueDate: string) => string
    readonly afterDue: (number: string, seller: string, dueDate: string) => string
  }
  readonly receipt: {
    readonly subject: (seller: string, amount: string, number: string) => string
    readonly subjectOfCredit: (seller: string, amount: string, number: string) => string
    readonly isPaid: (number: string, seller: string) => string
    readonly isPartlyPaid: (number: string, seller: string) => string
    /** A credit was set off: no money came in. */
    readonly isSetOff: (number: string, seller: string) => string
    readonly isPaidBySetOff: (number: string, seller: string) => string
  }
  readonly creditNoteSent: {
    readonly subject: (number: string, seller: string, amount: string) => string
    readonly attached: (number: string, invoice: string, seller: string) => string
    /** An amount beyond what was owed, which stays with the seller. */
    readonly remainsAsCredit: (amount: string, seller: string) => string
  }
  readonly voided: {
    readonly subject: (number: string, seller: string) => string
    readonly text: (number: string, seller: string) => string
  }
  /** To the agency. */
  readonly paymentNotice: {
    readonly subject: (amount: string, client: string, number: string) => string
    readonly isPaid: (client: string, number: string) => string
    readonly isPartlyPaid: (client: string, number: string) => string
  }
  readonly invitation: {
    readonly subject: (seller: string) => string
    readonly preview: string
    readonly text: (seller: string) => string
    readonly button: string
    readonly validUntil: (day: string) => string
  }
  /** To a user: the link by which a password is chosen or an address confirmed. */
  readonly userLink: {
    readonly [Purpose in "invite" | "reset" | "email"]: {
      readonly subject: (workspace: string) => string
      readonly why: (workspace: string) => string
      readonly once: string
      readonly button: string
    }
  }
  readonly notice: NoticeWords
}
