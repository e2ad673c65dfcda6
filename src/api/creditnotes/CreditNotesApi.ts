/** The endpoints of credit notes: corrections of invoices that were sent. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import {
  CreditNoteCreate,
  CreditNoteListed,
  CreditNoteResend,
  CreditNoteResource
} from "../../domain/creditnotes/CreditNoteResource.ts"
import { ClientId, InvoiceId } from "../../domain/Ids.ts"
import { queryShape } from "../../domain/Resource.ts"
import { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { fileBody, xmlQuery } from "../endpoint/Bodies.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { filter, listOf, pageQuery } from "../endpoint/Pagination.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../errors/ErrorEnvelope.ts"
import { idParam } from "../openapi/Describe.ts"

const params = idParam("cn", "the credit note")
const notFound = ResourceNotFoundResponse

export class CreditNotesApi extends group(
  "credit_notes",
  "Corrections of invoices that were sent: what is owed is lowered, or becomes credit.",
  query(
    HttpApiEndpoint.get("list", "/credit_notes", {
      query: queryShape({
        clientId: filter(ClientId.schema, "Only credit notes of this client"),
        invoiceId: filter(InvoiceId.schema, "Only credit notes of this invoice"),
        from: Schema.optionalKey(CalendarDate).annotateKey({
          description: "First issue date, inclusive"
        }),
        to: Schema.optionalKey(CalendarDate).annotateKey({
          description: "Last issue date, inclusive"
        }),
        ...pageQuery
      }),
      success: listOf(CreditNoteListed, "CreditNoteList")
    }),
    {
      scope: "invoices:read",
      role: "member",
      table: true,
      summary: "List credit notes",
      description: "Newest first."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/credit_notes/:id", {
      params,
      success: CreditNoteResource,
      error: notFound
    }),
    { scope: "invoices:read", role: "member", answers: "resource", summary: "Get a credit note" }
  ),
  command(
    HttpApiEndpoint.post("create", "/invoices/:id/credit_notes", {
      params: idParam("inv", "the invoice"),
      payload: CreditNoteCreate,
      success: CreditNoteResource.pipe(HttpApiSchema.status("Created")),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      role: "admin",
      answers: "resource",
      location: "/v1/credit_notes",
      dryRun: true,
      summary: "Credit an invoice",
      description:
        "Corrects a sent, overdue or paid invoice, wholly or in part, with the next number of " +
        "the workspace's credit notes. It lowers what is owed first; what is beyond becomes " +
        "credit of the client. Never more than the invoice, in no tax group and not in total. " +
        "The note is mailed to the recipient of the invoice."
    }
  ),
  query(
    HttpApiEndpoint.get("pdf", "/credit_notes/:id/pdf", {
      params,
      success: fileBody("application/pdf"),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:read",
      role: "member",
      answers: "file",
      summary: "Download a credit note as PDF",
      description: "The file that is mailed, which never changes, in the invoice's language."
    }
  ),
  query(
    HttpApiEndpoint.get("xml", "/credit_notes/:id/xml", {
      params,
      query: xmlQuery,
      success: fileBody("application/xml"),
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:read",
      role: "member",
      answers: "file",
      summary: "Download a credit note as e-invoice",
      description:
        "Type 381 with the number and date of the invoice, from the data of the invoice's send. " +
        "`cii` is the file within a Factur-X PDF, byte by byte. 422 where that data lacks what " +
        "the format needs, naming each field."
    }
  ),
  command(
    HttpApiEndpoint.post("resend", "/credit_notes/:id/resend", {
      params,
      payload: CreditNoteResend,
      success: CreditNoteResource,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      role: "admin",
      answers: "resource",
      body: "optional",
      dryRun: true,
      summary: "Send a credit note again",
      description:
        "E-mails the same document again, to `email` or the recipient of the invoice. `delivery` " +
        "is that of the latest mail."
    }
  )
) {}
