/** A credit note as everyone outside sees it, as it is stored, and what may be sent of it. */
import { Schema } from "effect"
import { documented, wholeFrom } from "../Documented.ts"
import { ClientId, ClientRef, CreditId, CreditNoteId, InvoiceId, WorkspaceId } from "../Ids.ts"
import { resendFields } from "../invoices/InvoiceInputs.ts"
import { InvoiceDelivery, LineItem, SentFile, TaxGroup } from "../invoices/InvoiceResource.ts"
import { CurrencyCode } from "../money/Currency.ts"
import { limits } from "../money/Money.ts"
import { Count, Quantity } from "../Numbers.ts"
import { Instant, Minor, SignedMinor, shape } from "../Resource.ts"
import { requiredProse } from "../text/Text.ts"
import { CalendarDate } from "../time/CalendarDate.ts"

const line = Count.annotate({ description: "The invoice's line: its index, from 0" })

const CreditNoteLineItem = shape({ line, ...LineItem.fields }, "CreditNoteLineItem")

/** The use of the credit that a note made; `applied` where it made none. */
const CreditNoteStatus = Schema.Literals(["issued", "applied", "refunded"])

const named = { id: CreditNoteId.schema, number: Schema.String }
const written = {
  issueDate: CalendarDate,
  currency: CurrencyCode,
  subtotalMinor: Minor,
  discountMinor: SignedMinor,
  taxMinor: SignedMinor,
  totalMinor: Minor,
  reason: Schema.String
}
const taxes = Schema.Array(TaxGroup)
const times = { createdAt: Instant, updatedAt: Instant }

const head = {
  ...named,
  status: CreditNoteStatus.annotate({
    description:
      "`issued` while something of its credit is left, `refunded` where some of it was paid " +
      "back, otherwise `applied`: it lowered what was owed, or its credit was set off"
  }),
  invoice: Schema.Struct({ id: InvoiceId.schema, number: Schema.String }).annotate({
    description: "The invoice that it corrects"
  })
}
const credit = Schema.NullOr(shape({ id: CreditId.schema, amountMinor: Minor })).annotate({
  description: "The credit for what exceeded the rest of the invoice; null where nothing did"
})

export const CreditNoteResource = shape(
  {
    ...head,
    client: Schema.Struct({
      id: ClientId.schema,
      name: Schema.String,
      email: Schema.String.annotate({ format: "email" })
    }),
    lineItems: Schema.Array(CreditNoteLineItem),
    ...written,
    taxes,
    credit,
    delivery: InvoiceDelivery.annotate({ description: "State of the mail" }),
    document: Schema.NullOr(SentFile).annotate({
      description: "The PDF that was mailed; null until it is drawn"
    }),
    ...times
  },
  "CreditNote"
)
export type CreditNoteView = typeof CreditNoteResource.Type

export const CreditNoteListed = shape(
  { ...head, client: ClientRef, ...written, credit, ...times },
  "CreditNoteListItem"
)
export type CreditNoteListItem = typeof CreditNoteListed.Type

/** A line with the invoiced quantity that it uses up; 0 where an amount was credited. */
const StoredLine = shape({ ...CreditNoteLineItem.fields, creditedQuantity: Quantity })

export const CreditNoteStored = shape({
  ...named,
  workspaceId: WorkspaceId.schema,
  invoiceId: InvoiceId.schema,
  clientId: ClientId.schema,
  creditId: Schema.NullOr(CreditId.schema),
  lineItems: Schema.Array(StoredLine),
  ...written,
  taxes,
  deliveryStatus: InvoiceDelivery.fields.status,
  deliveryAttempts: InvoiceDelivery.fields.attempts,
  deliveryError: InvoiceDelivery.fields.lastError,
  ...times
})
export type CreditNote = typeof CreditNoteStored.Type

const LineInput = shape(
  {
    line: Schema.Int.annotate({
      description: "Index of the invoice's line, from 0; each once"
    }).annotate(wholeFrom(0, limits.lines - 1)),
    quantity: Schema.optionalKey(Schema.NullOr(Quantity)).annotateKey({
      description: "At most what is left of the line's quantity; not beside `amount`"
    }),
    amountMinor: Schema.optionalKey(
      Schema.NullOr(
        Schema.Finite.annotate({
          money: true,
          ...wholeFrom(-limits.lineTotal, limits.lineTotal)
        })
      )
    ).annotateKey({
      description:
        "Minor units before discount and tax, with the sign of the line's total and at most " +
        "what is left of it. Without both, all that is left of the line"
    })
  },
  "CreditNoteLineInput"
)

export const CreditNoteResend = shape(resendFields, "CreditNoteResend")

export const CreditNoteCreate = shape(
  {
    lines: Schema.optionalKey(
      Schema.NullOr(
        Schema.Array(LineInput).check(
          Schema.isMinLength(1, { message: "must have 1 to 200 lines" }),
          Schema.isMaxLength(limits.lines, {
            message: "must have 1 to 200 lines",
            ...documented({ minItems: 1, maxItems: limits.lines })
          })
        )
      )
    ).annotateKey({ description: "Default: all that is left of the invoice" }),
    reason: requiredProse(500).annotate({ description: "Stated on the document" })
  },
  "CreditNoteCreate"
)
export type CreditNoteInput = typeof CreditNoteCreate.Type
