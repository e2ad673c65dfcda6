/** Why an invoice refuses an action: the invoice, its status and what would be allowed. */
import { Data } from "effect"
import { shownId } from "../Ids.ts"
import { allowedActions, type InvoiceStatus } from "./InvoiceTransitions.ts"

interface Refusal {
  readonly number: string
  readonly status: InvoiceStatus
}

const explain = ({ number, status }: Refusal, refused: string): string =>
  `Invoice ${number} is ${status} and cannot be ${refused}; ${allowedActions(status)}`

export class InvoiceNotFound extends Data.TaggedError("InvoiceNotFound")<{ readonly id: string }> {
  override get message() {
    return `No invoice has the id ${shownId(this.id)}`
  }
}

/** A draft, an invoice voided before its mail, and one from before files were kept. */
export class SentDocumentNotFound extends Data.TaggedError("SentDocumentNotFound")<{
  readonly id: string
  readonly number: string
}> {
  override get message() {
    return `No file was mailed for the invoice ${this.number} with the id ${this.id}`
  }
}

export class InvoiceNotDraft extends Data.TaggedError("InvoiceNotDraft")<
  Refusal & { readonly action: "update" | "send" }
> {
  override get message() {
    return explain(this, this.action === "update" ? "updated" : "sent")
  }
}

export class InvoiceNotVoidable extends Data.TaggedError("InvoiceNotVoidable")<
  Refusal & { readonly amountPaidMinor: number }
> {
  override get message() {
    return this.status === "paid" || this.amountPaidMinor === 0
      ? explain(this, "voided")
      : `Invoice ${this.number} is ${this.status} and cannot be voided: ${this.amountPaidMinor} ` +
          "minor units were paid; only an invoice without payments can"
  }
}

export class InvoiceNotPayable extends Data.TaggedError("InvoiceNotPayable")<Refusal> {
  override get message() {
    return explain(this, "paid")
  }
}

export class InvoiceNotRemindable extends Data.TaggedError("InvoiceNotRemindable")<Refusal> {
  override get message() {
    return `Invoice ${this.number} is ${this.status}; only a sent or overdue invoice can be reminded of`
  }
}

export class InvoiceHasNoPaymentLink extends Data.TaggedError("InvoiceHasNoPaymentLink")<Refusal> {
  override get message() {
    return `Invoice ${this.number} is ${this.status}; only a sent, overdue or paid invoice has a payment link`
  }
}

export class InvoiceRemindedToday extends Data.TaggedError("InvoiceRemindedToday")<{
  readonly number: string
}> {
  override get message() {
    return `Invoice ${this.number} was reminded of today; one reminder a day is sent`
  }
}
