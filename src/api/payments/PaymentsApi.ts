/** Payments of an invoice and reminders of it. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { CurrencyCode } from "../../domain/Currency.ts"
import { InvoiceId, PaymentId } from "../../domain/Ids.ts"
import { line, prose } from "../../domain/Text.ts"
import { idParam } from "../Describe.ts"
import { command, group, query } from "../Endpoint.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../ErrorEnvelope.ts"
import { pageQuery, wirePageMeta } from "../Pagination.ts"
import { Instant, InstantInput, Minor, maxMinor } from "../Schemas.ts"

export const PaymentResource = Schema.Struct({
  id: PaymentId.schema,
  invoice_id: InvoiceId.schema,
  amount: Minor,
  currency: CurrencyCode,
  paid_at: Instant,
  method: Schema.NullOr(Schema.String),
  reference: Schema.NullOr(Schema.String),
  created_at: Instant
}).annotate({ identifier: "Payment" })

export const PaymentCreate = Schema.Struct({
  amount: Schema.Int.check(
    Schema.isBetween(
      { minimum: 1, maximum: maxMinor },
      { message: "must be an integer of minor units greater than 0" }
    )
  ).annotate({ description: "Minor units of the invoice's currency, at most what is left" }),
  paid_at: Schema.optionalKey(InstantInput).annotateKey({
    description: "Default: now; not in the future"
  }),
  method: Schema.optionalKey(Schema.NullOr(line(64))).annotateKey({
    description: "As `bank_transfer` or `cash`"
  }),
  reference: Schema.optionalKey(Schema.NullOr(line(255)))
}).annotate({ identifier: "PaymentCreate" })

const InvoiceRemind = Schema.Struct({
  message: Schema.optionalKey(Schema.NullOr(prose(5000))).annotateKey({
    description: "Personal text for the e-mail"
  })
}).annotate({ identifier: "InvoiceRemind" })

const InvoiceReminded = Schema.Struct({
  id: InvoiceId.schema,
  status: Schema.Literals(["sent", "overdue"]),
  reminded_at: Instant,
  reminded_to: Schema.String
}).annotate({ identifier: "InvoiceReminded" })

const params = idParam("inv", "the invoice")
const notFound = ResourceNotFoundResponse

export class PaymentsApi extends group(
  "payments",
  "Money that came in, and asking for it.",
  query(
    HttpApiEndpoint.get("list", "/invoices/:id/payments", {
      params,
      query: pageQuery,
      success: Schema.Struct({
        data: Schema.Array(PaymentResource),
        meta: Schema.Struct(wirePageMeta)
      }).annotate({ identifier: "PaymentList" }),
      error: notFound
    }),
    {
      scope: "invoices:read",
      summary: "List the payments of an invoice",
      description: "Newest first."
    }
  ),
  command(
    HttpApiEndpoint.post("record", "/invoices/:id/payments", {
      params,
      payload: PaymentCreate,
      success: PaymentResource.pipe(HttpApiSchema.status("Created")),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      answers: "resource",
      summary: "Record a payment",
      description:
        "For sent and overdue invoices. The payment that reaches the total closes the invoice; more than what is left is refused. Payments are never changed or deleted."
    }
  ),
  command(
    HttpApiEndpoint.post("remind", "/invoices/:id/remind", {
      params,
      payload: InvoiceRemind,
      success: InvoiceReminded,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      body: "optional",
      summary: "Remind the client",
      description: "E-mails a reminder of a sent or overdue invoice, at most one a day."
    }
  )
) {}
