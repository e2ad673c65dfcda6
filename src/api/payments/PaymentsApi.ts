/** The endpoints of payments and payment reminders. */
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { InvoiceRemind, InvoiceReminded } from "../../domain/invoices/ReminderResource.ts"
import {
  PaymentCreate,
  PaymentResource,
  PaymentReverse
} from "../../domain/payments/PaymentResource.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { listOf, pageQuery } from "../endpoint/Pagination.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../errors/ErrorEnvelope.ts"
import { idParam, pathId } from "../openapi/Describe.ts"

const params = idParam("inv", "the invoice")
const notFound = ResourceNotFoundResponse

export class PaymentsApi extends group(
  "payments",
  "Money that came in, and asking for it.",
  query(
    HttpApiEndpoint.get("list", "/invoices/:id/payments", {
      params,
      query: pageQuery,
      success: listOf(PaymentResource, "PaymentList"),
      error: notFound
    }),
    {
      scope: "invoices:read",
      role: "member",
      cacheable: { shows: ["clients", "projects", "invoices", "payments"] },
      table: true,
      summary: "List the payments of an invoice",
      description: "Newest first."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/payments/:id", {
      params: idParam("pay", "the payment"),
      success: PaymentResource,
      error: notFound
    }),
    {
      scope: "invoices:read",
      role: "member",
      answers: "resource",
      cacheable: { shows: ["invoices", "payments"] },
      summary: "Get a payment"
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
      role: "admin",
      answers: "resource",
      location: "/v1/payments",
      dryRun: true,
      summary: "Record a payment",
      description:
        "For sent and overdue invoices. The payment that reaches the total closes the " +
        "invoice; more than what is left is refused. Payments are never changed or deleted. " +
        "With `credit_id` a credit of the same client and currency is set off. With " +
        '`excess: "credit"` what is beyond the rest becomes a credit of the client.'
    }
  ),
  command(
    HttpApiEndpoint.post("reverse", "/invoices/:id/payments/:payment_id/reverse", {
      params: { ...params, payment_id: pathId("pay", "The id of the payment") },
      payload: PaymentReverse,
      success: PaymentResource.pipe(HttpApiSchema.status("Created")),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      role: "admin",
      answers: "resource",
      location: "/v1/payments",
      dryRun: true,
      summary: "Reverse a payment",
      description:
        "For a payment that was recorded by mistake: answers a further payment of the negative " +
        "amount, and the invoice is open again. A credit that paid gets its amount back; the " +
        "credit of an excess is withdrawn. A payment that the processor took is refunded there."
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
      role: "admin",
      body: "optional",
      dryRun: true,
      summary: "Remind the client",
      description: "E-mails a reminder of a sent or overdue invoice, at most one a day."
    }
  )
) {}
