/** The endpoints of invoices (docs/spec.md §4.2). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { ClientId, ProjectId } from "../../domain/Ids.ts"
import { InvoiceCalculation } from "../../domain/invoices/Calculation.ts"
import {
  InvoiceCreate,
  InvoiceResend,
  InvoiceSend,
  InvoiceSent,
  InvoiceUpdate,
  InvoiceVoid
} from "../../domain/invoices/InvoiceInputs.ts"
import {
  InvoiceListed,
  InvoiceResource,
  InvoiceSums
} from "../../domain/invoices/InvoiceResource.ts"
import { InvoiceStatus } from "../../domain/invoices/InvoiceTransitions.ts"
import { InstantInput, queryShape, shape } from "../../domain/Resource.ts"
import { InvoiceSort } from "../../domain/text/Search.ts"
import { line } from "../../domain/text/Text.ts"
import { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { fileBody, xmlQuery } from "../endpoint/Bodies.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { filter, pageItems, pageMeta, pageQuery, searchQuery } from "../endpoint/Pagination.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../errors/ErrorEnvelope.ts"
import { idParam } from "../openapi/Describe.ts"

export const InvoiceList = shape(
  {
    data: pageItems(InvoiceListed),
    meta: shape({
      ...pageMeta,
      ...InvoiceSums.fields,
      byCurrency: Schema.Record(Schema.String, InvoiceSums).annotate({
        description: "The sums of currencies other than the workspace's; they are never added up"
      })
    })
  },
  "InvoiceList"
)

export const invoiceQuery = queryShape({
  status: filter(InvoiceStatus, "Only invoices of this status"),
  clientId: filter(ClientId.schema, "Only invoices of this client"),
  projectId: filter(ProjectId.schema, "Only invoices of this project"),
  purchaseOrder: filter(line(64), "Only invoices with this purchase order"),
  from: Schema.optionalKey(CalendarDate).annotateKey({
    description: "First issue date, inclusive"
  }),
  to: Schema.optionalKey(CalendarDate).annotateKey({ description: "Last issue date, inclusive" }),
  ...searchQuery,
  sort: Schema.optionalKey(InvoiceSort).annotateKey({
    description:
      "The order; `-` is descending. Default `-created_at`. An order by `due_date` or `total` " +
      "takes at most 20,000 invoices"
  }),
  ...pageQuery
})

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
      role: "member",
      cacheable: { shows: ["clients", "invoices", "payments"] },
      table: true,
      summary: "List invoices",
      description:
        "Newest first. `q` looks through the number and the client's name, e-mail address and " +
        "company. The sums of the meta cover the whole filtered set, in the workspace's currency."
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
      role: "member",
      answers: "resource",
      location: "/v1/invoices",
      dryRun: true,
      summary: "Create an invoice",
      description:
        "Creates a draft with the next number of the workspace. Totals are computed, never " +
        "accepted."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/invoices/:id", {
      params,
      query: queryShape({
        at: Schema.optionalKey(InstantInput).annotateKey({
          description: "The invoice as it stood at this moment, from the log; not in the future"
        })
      }),
      success: InvoiceResource,
      error: notFound
    }),
    {
      scope: "invoices:read",
      role: "member",
      cacheable: { shows: ["clients", "projects", "invoices"] },
      answers: "resource",
      summary: "Get an invoice",
      description:
        "With `at`, a datetime that is not in the future, as it stood then, from the log: 404 " +
        "where it was not there yet. Its payment link is the one that works today, or null."
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
      role: "member",
      answers: "resource",
      dryRun: true,
      summary: "Update a draft invoice",
      description:
        "Absent fields stay, `null` clears, `line_items` replaces the array. Only drafts can be " +
        "updated."
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
      role: "admin",
      body: "optional",
      dryRun: true,
      summary: "Send an invoice",
      description:
        "E-mails the client the invoice with its PDF and payment link. `delivery` on the invoice " +
        "shows the state of the mail."
    }
  ),
  command(
    HttpApiEndpoint.post("resend", "/invoices/:id/resend", {
      params,
      payload: InvoiceResend,
      success: InvoiceResource,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      role: "admin",
      answers: "resource",
      body: "optional",
      dryRun: true,
      summary: "Send an invoice again",
      description:
        "E-mails the same document of a sent, overdue or paid invoice again, to `email` or the " +
        "recipient of the invoice. `delivery` is that of the latest mail."
    }
  ),
  command(
    HttpApiEndpoint.post("duplicate", "/invoices/:id/duplicate", {
      params,
      success: InvoiceResource.pipe(HttpApiSchema.status("Created")),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      role: "member",
      answers: "resource",
      location: "/v1/invoices",
      dryRun: true,
      summary: "Duplicate an invoice",
      description:
        "A draft with the client, project, lines, discount, taxes, references and notes of an " +
        "invoice in any state. It is issued today; an archived project is left out."
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
      role: "admin",
      answers: "resource",
      body: "optional",
      dryRun: true,
      summary: "Void an invoice",
      description:
        "Drafts, and sent invoices on which nothing was paid. Voiding twice is fine. The number " +
        "stays taken."
    }
  ),
  query(
    HttpApiEndpoint.get("calculation", "/invoices/:id/calculation", {
      params,
      success: InvoiceCalculation,
      error: notFound
    }),
    {
      scope: "invoices:read",
      role: "member",
      summary: "Explain the amounts of an invoice",
      description:
        "One step a line, then the subtotal, share of the discount and tax of each group of " +
        "`taxes`, the tax and the total, each with its operands and its exact value."
    }
  ),
  query(
    HttpApiEndpoint.get("pdf", "/invoices/:id/pdf", {
      params,
      query: {
        as: Schema.optionalKey(Schema.Literal("sent")).annotateKey({
          description:
            "`sent`: the very file that was mailed, which never changes. Default: the document " +
            "as the invoice stands now"
        })
      },
      success: fileBody("application/pdf"),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:read",
      role: "member",
      cacheable: { shows: ["clients", "projects", "invoices"] },
      answers: "file",
      summary: "Download as PDF",
      description:
        "Any status; DRAFT and VOID are marked. `as=sent` is 404 where no file was mailed. 422 " +
        "where the invoice is too large to be drawn in 20 seconds."
    }
  ),
  query(
    HttpApiEndpoint.get("xml", "/invoices/:id/xml", {
      params,
      query: xmlQuery,
      success: fileBody("application/xml"),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:read",
      role: "member",
      cacheable: { shows: ["clients", "projects", "invoices"] },
      answers: "file",
      summary: "Download as e-invoice",
      description:
        "Of a sent invoice in every later state, from the data of its send. The format that was " +
        "mailed never changes: `cii` is the file within a Factur-X PDF, byte by byte. 422 where " +
        "it was never sent, and where the data of the send lacks what the format needs, naming " +
        "each field."
    }
  )
) {}
