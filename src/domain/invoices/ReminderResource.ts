/** Reminders of invoices: the input and the answer. */
import { Schema } from "effect"
import { InvoiceId } from "../Ids.ts"
import { Instant, shape } from "../Resource.ts"
import { prose } from "../text/Text.ts"

export const InvoiceRemind = shape(
  {
    message: Schema.optionalKey(Schema.NullOr(prose(5000))).annotateKey({
      description: "Personal text for the e-mail"
    })
  },
  "InvoiceRemind"
)

export const InvoiceReminded = shape(
  {
    id: InvoiceId.schema,
    status: Schema.Literals(["sent", "overdue"]),
    remindedAt: Instant,
    remindedTo: Schema.String.annotate({ format: "email" })
  },
  "InvoiceReminded"
)
