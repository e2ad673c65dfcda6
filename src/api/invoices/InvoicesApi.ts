/** The endpoints of invoices (docs/spec.md §4.2). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { CalendarDate } from "../../domain/CalendarDate.ts"
import { CurrencyCode } from "../../domain/Currency.ts"
import { ClientId, InvoiceId, ProjectId } from "../../domain/Ids.ts"
import { InvoiceStatus } from "../../domain/invoices/InvoiceTransitions.ts"
import { limits } from "../../domain/Money.ts"
import { prose, requiredProse } from "../../domain/Text.ts"
import { idParam } from "../Describe.ts"
import { command, group, query } from "../Endpoint.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../ErrorEnvelope.ts"
import { pageQuery, wirePageMeta } from "../Pagination.ts"
import { ClientRef, Instant, Minor } from "../Schemas.ts"

const LineItemResource = Schema.Struct({
  description: Schema.String,
  quantity: Schema.Finite,
  unit_price: Minor,
  total: Minor
}).annotate({ identifier: "LineItem" })

export const InvoiceResource = Schema.Struct({
  id: InvoiceId.schema,
  number: Schema.String,
  status: InvoiceStatus,
  client: Schema.Struct({ id: ClientId.schema, name: Schema.String, email: Schema.String }),
  project: Schema.NullOr(Schema.Struct({ id: ProjectId.schema, name: Schema.String })),
  issue_date: CalendarDate,
  due_date: CalendarDate,
  currency: CurrencyCode,
  line_items: Schema.Array(LineItemResource),
  subtotal: Minor,
  tax_rate: Schema.NullOr(Schema.Finite),
  tax: Minor,
  discount: Minor,
  total: Minor,
  amount_paid: Minor,
  notes: Schema.NullOr(Schema.String),
  processor_payment_url: Schema.NullOr(Schema.String),
  paid_at: Schema.NullOr(Instant),
  delivery: Schema.NullOr(
    Schema.Struct({
      status: Schema.Literals(["queued", "sent", "failed"]),
      attempts: Schema.Int,
      last_error: Schema.NullOr(Schema.String)
    })
  ).annotate({ description: "What became of the mail; null until the invoice is sent" }),
  document: Schema.NullOr(
    Schema.Struct({
      sha256: Schema.String.annotate({ description: "SHA-256 of the file, in hex" }),
      bytes: Schema.Int.annotate({ description: "Size of the file" })
    })
  ).annotate({
    description: "The PDF that was mailed, at `…/pdf?as=sent`; null until the invoice is sent"
  }),
  document_warnings: Schema.Array(
    Schema.Struct({
      script: Schema.String.annotate({ description: "The script they belong to, as `Han`" }),
      characters: Schema.String,
      package: Schema.NullOr(Schema.String).annotate({
        description: "Name and version of the npm package of a font that has them"
      }),
      message: Schema.String
    })
  ).annotate({
    description:
      "Characters that no font of the service has and that the document shows as boxes: look before you send. " +
      "Empty where all is well"
  }),
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "Invoice" })

const InvoiceListItem = Schema.Struct({
  id: InvoiceId.schema,
  number: Schema.String,
  status: InvoiceStatus,
  client: ClientRef,
  issue_date: CalendarDate,
  due_date: CalendarDate,
  subtotal: Minor,
  tax: Minor,
  total: Minor,
  amount_paid: Minor,
  currency: CurrencyCode,
  created_at: Instant
}).annotate({ identifier: "InvoiceListItem" })

const sums = { total_outstanding: Minor, total_collected_ytd: Minor }

export const InvoiceList = Schema.Struct({
  data: Schema.Array(InvoiceListItem),
  meta: Schema.Struct({
    ...wirePageMeta,
    ...sums,
    by_currency: Schema.Record(Schema.String, Schema.Struct(sums)).annotate({
      description: "The sums of currencies other than the workspace's; they are never added up"
    })
  })
}).annotate({ identifier: "InvoiceList" })

// Ranges and decimals are checked where money is computed, which names them by the same paths.
const LineItemInput = Schema.Struct({
  description: requiredProse(2000),
  quantity: Schema.Finite.annotate({
    description: "Greater than 0, at most 1 000 000, at most 4 decimals"
  }),
  unit_price: Schema.Finite.annotate({
    description: "Integer in minor units; negative for a deduction; at most 10^11 either way"
  })
}).annotate({ identifier: "LineItemInput" })

const lineItems = Schema.Array(LineItemInput).check(
  Schema.isMaxLength(limits.lines, { message: "must have 1 to 200 lines" })
)

const optionalFields = {
  project_id: Schema.optionalKey(Schema.NullOr(ProjectId.schema)),
  issue_date: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Default: today in the workspace's time zone"
  }),
  due_date: Schema.optionalKey(CalendarDate).annotateKey({
    description: "Default: issue_date and the workspace's payment terms"
  }),
  currency: Schema.optionalKey(CurrencyCode).annotateKey({
    description: "ISO 4217; default: the workspace's"
  }),
  tax_rate: Schema.optionalKey(Schema.NullOr(Schema.Finite)).annotateKey({
    description: "A fraction 0..1 with at most 6 decimals; null is not taxed"
  }),
  discount: Schema.optionalKey(Schema.Finite).annotateKey({
    description: "Minor units, 0 to the subtotal, taken off before tax; default 0"
  }),
  notes: Schema.optionalKey(Schema.NullOr(prose(10_000)))
}

export const InvoiceCreate = Schema.Struct({
  client_id: ClientId.schema,
  line_items: lineItems,
  ...optionalFields
}).annotate({ identifier: "InvoiceCreate" })

export const InvoiceUpdate = Schema.Struct({
  client_id: Schema.optionalKey(ClientId.schema),
  line_items: Schema.optionalKey(lineItems),
  ...optionalFields
}).annotate({ identifier: "InvoiceUpdate" })

const InvoiceSend = Schema.Struct({
  message: Schema.optionalKey(Schema.NullOr(prose(5000))).annotateKey({
    description: "Personal text for the e-mail"
  })
}).annotate({ identifier: "InvoiceSend" })

const InvoiceSent = Schema.Struct({
  id: InvoiceId.schema,
  status: Schema.Literal("sent"),
  sent_at: Instant,
  sent_to: Schema.String.annotate({ description: "The client's e-mail address" })
}).annotate({ identifier: "InvoiceSent" })

const InvoiceVoid = Schema.Struct({
  reason: Schema.optionalKey(Schema.NullOr(prose(500)))
}).annotate({ identifier: "InvoiceVoid" })

export const invoiceQuery = {
  status: Schema.optionalKey(InvoiceStatus),
  client_id: Schema.optionalKey(ClientId.schema),
  project_id: Schema.optionalKey(ProjectId.schema),
  from: Schema.optionalKey(CalendarDate).annotateKey({
    description: "First issue date, inclusive"
  }),
  to: Schema.optionalKey(CalendarDate).annotateKey({ description: "Last issue date, inclusive" }),
  ...pageQuery
}

const params = idParam("inv", "the invoice")
const notFound = ResourceNotFoundResponse

export class InvoicesApi extends group(
  "invoices",
  "Invoices: drafted, sent with a payment link, voided, downloaded as PDF.",
  query(
    HttpApiEndpoint.get("list", "/invoices", {
      query: invoiceQuery,
      success: InvoiceList
    }),
    {
      scope: "invoices:read",
      summary: "List invoices",
      description:
        "Newest first. The sums of the meta cover the whole filtered set, in the workspace's currency."
    }
  ),
  command(
    HttpApiEndpoint.post("create", "/invoices", {
      payload: InvoiceCreate,
      success: InvoiceResource.pipe(HttpApiSchema.status("Created")),
      error: UnprocessableResponse
    }),
    {
      scope: "invoices:write",
      answers: "resource",
      summary: "Create an invoice",
      description:
        "Creates a draft with the next number of the workspace. Totals are computed, never accepted."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/invoices/:id", {
      params,
      success: InvoiceResource,
      error: notFound
    }),
    {
      scope: "invoices:read",
      answers: "resource",
      summary: "Get an invoice"
    }
  ),
  command(
    HttpApiEndpoint.patch("update", "/invoices/:id", {
      params,
      payload: InvoiceUpdate,
      success: InvoiceResource,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      answers: "resource",
      summary: "Update a draft invoice",
      description:
        "Absent fields stay, `null` clears, `line_items` replaces the array. Only drafts can be updated."
    }
  ),
  command(
    HttpApiEndpoint.post("send", "/invoices/:id/send", {
      params,
      payload: InvoiceSend,
      success: InvoiceSent,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      body: "optional",
      summary: "Send an invoice",
      description:
        "E-mails the client the invoice with its PDF and payment link. `delivery` on the invoice tells what became of the mail."
    }
  ),
  command(
    HttpApiEndpoint.post("void", "/invoices/:id/void", {
      params,
      payload: InvoiceVoid,
      success: InvoiceResource,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      answers: "resource",
      body: "optional",
      summary: "Void an invoice",
      description:
        "Drafts, and sent invoices on which nothing was paid. Voiding twice is fine. The number stays taken."
    }
  ),
  query(
    HttpApiEndpoint.get("pdf", "/invoices/:id/pdf", {
      params,
      query: {
        as: Schema.optionalKey(Schema.Literal("sent")).annotateKey({
          description:
            "`sent`: the very file that was mailed, which never changes. Default: the document as the invoice stands now"
        })
      },
      success: HttpApiSchema.WithHeaders(
        Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
        { "content-disposition": Schema.String, etag: Schema.String }
      ),
      error: notFound
    }),
    {
      scope: "invoices:read",
      answers: "file",
      summary: "Download as PDF",
      description:
        "Any status; DRAFT and VOID are marked. `as=sent` is 404 where no file was mailed."
    }
  )
) {}
