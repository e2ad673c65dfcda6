/** Errors of invoices. A refusal names the number, the status and the allowed actions. */
import { Data, type DateTime } from "effect"
import { shownId } from "../Ids.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import { amountText } from "../money/MinorUnits.ts"
import { isoText } from "../time/CalendarDate.ts"
import { allowedActions, type InvoiceState } from "./InvoiceTransitions.ts"

export interface InvoiceRefusal extends InvoiceState {
  readonly number: string
  readonly currency: CurrencyCode
}

const explain = (invoice: InvoiceRefusal, refused: string, because = ""): string =>
  `Invoice ${invoice.number} is ${invoice.status} and cannot be ${refused}${because}; ` +
  allowedActions(invoice)

export class InvoiceNotFound extends Data.TaggedError("InvoiceNotFound")<{ readonly id: string }> {
  override get message() {
    return `No invoice has the id ${shownId(this.id)}`
  }
}

/** The log has no event of the invoice before the given time. */
export class InvoiceNotThen extends Data.TaggedError("InvoiceNotThen")<{
  readonly id: string
  readonly at: DateTime.Utc
}> {
  override get message() {
    return `The log knows no invoice with the id ${this.id} at ${isoText(this.at)} yet`
  }
}

export class InvoiceMomentAhead extends Data.TaggedError("InvoiceMomentAhead") {
  override get message() {
    return "at: must not be in the future"
  }
}

/** A draft, an invoice that was voided before its mail, or one sent before files were stored. */
export class SentDocumentNotFound extends Data.TaggedError("SentDocumentNotFound")<{
  readonly id: string
  readonly number: string
}> {
  override get message() {
    return `No file was mailed for the invoice ${this.number} with the id ${this.id}`
  }
}

/** Rendering the document exceeds a bound of time or memory. */
export class InvoiceTooLarge extends Data.TaggedError("InvoiceTooLarge")<{
  readonly number: string
  readonly lines: number
  /** Length of its lines and notes. */
  readonly characters: number
  readonly reason: string
}> {
  override get message() {
    const size = `its ${this.lines} lines and notes have ${this.characters} characters`
    return `Invoice ${this.number} is too large to be drawn: ${size}, and ${this.reason}`
  }
}

/** The actions that require a draft, as past participles. */
const draftActions = { update: "updated", send: "sent" } as const
export type DraftAction = keyof typeof draftActions

export class InvoiceNotDraft extends Data.TaggedError("InvoiceNotDraft")<
  InvoiceRefusal & { readonly action: DraftAction }
> {
  override get message() {
    return explain(this, draftActions[this.action])
  }
}

export class InvoiceNotVoidable extends Data.TaggedError("InvoiceNotVoidable")<InvoiceRefusal> {
  override get message() {
    const { amountPaidMinor, amountCreditedMinor, hasCreditNotes, currency } = this
    const reasons = [
      ...(amountPaidMinor > 0 ? [`${amountText(amountPaidMinor, currency)} was paid`] : []),
      ...(amountCreditedMinor > 0
        ? [`credit notes lowered it by ${amountText(amountCreditedMinor, currency)}`]
        : hasCreditNotes === true
          ? ["it has credit notes"]
          : [])
    ]
    return explain(this, "voided", reasons.length === 0 ? "" : `, because ${reasons.join(" and ")}`)
  }
}

export class InvoiceNotPayable extends Data.TaggedError("InvoiceNotPayable")<InvoiceRefusal> {
  override get message() {
    return explain(this, "paid")
  }
}

export class InvoiceNotCreditable extends Data.TaggedError("InvoiceNotCreditable")<InvoiceRefusal> {
  override get message() {
    return explain(this, "credited")
  }
}

export class InvoiceNotRemindable extends Data.TaggedError("InvoiceNotRemindable")<InvoiceRefusal> {
  override get message() {
    const { number, status } = this
    return `Invoice ${number} is ${status}; only a sent or overdue invoice can be reminded of`
  }
}

export class InvoiceNotResendable extends Data.TaggedError("InvoiceNotResendable")<InvoiceRefusal> {
  override get message() {
    const { number, status } = this
    return `Invoice ${number} is ${status}; only a sent, overdue or paid invoice can be sent again`
  }
}

export class InvoiceHasNoPaymentLink extends Data.TaggedError(
  "InvoiceHasNoPaymentLink"
)<InvoiceRefusal> {
  override get message() {
    const { number, status } = this
    return `Invoice ${number} is ${status}; only a sent, overdue or paid invoice has a payment link`
  }
}

export class InvoiceRemindedToday extends Data.TaggedError("InvoiceRemindedToday")<{
  readonly number: string
}> {
  override get message() {
    return `Invoice ${this.number} was reminded of today; one reminder a day is sent`
  }
}
