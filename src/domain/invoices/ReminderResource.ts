/** Reminders of invoices: the input, the answer, and the reminder days in words. */
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

const inWords = (day: number): string => {
  if (day === 0) return "on"
  const count = Math.abs(day)
  return `${count} ${count === 1 ? "day" : "days"} ${day < 0 ? "before" : "after"}`
}

const list = new Intl.ListFormat("en-GB")

/** `3 days before, on and 7 days after the due date`, in the order of the days. */
export const reminderText = (days: ReadonlyArray<number>): string =>
  days.length === 0
    ? "No reminders"
    : `${list.format([...days].sort((a, b) => a - b).map(inWords))} the due date`
