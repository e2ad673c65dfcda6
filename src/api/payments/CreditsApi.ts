/** The endpoints of credits: money of a client that paid no invoice. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { CreditRefund, CreditResource } from "../../domain/payments/CreditResource.ts"
import { Minor, shape } from "../../domain/Resource.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { pageItems, pageMeta, pageQuery } from "../endpoint/Pagination.ts"
import { ResourceNotFoundResponse, UnprocessableResponse } from "../errors/ErrorEnvelope.ts"
import { idParam } from "../openapi/Describe.ts"

const params = idParam("credit", "the credit")
const notFound = ResourceNotFoundResponse

const CreditList = shape(
  {
    data: pageItems(CreditResource),
    meta: shape({
      ...pageMeta,
      balance: Schema.Record(Schema.String, Minor).annotate({
        description: "What is left of all of the client's credits, by currency; never added up"
      })
    })
  },
  "CreditList"
)

export class CreditsApi extends group(
  "credits",
  "Money that arrived and found nothing to pay: set off against other invoices, or paid back.",
  query(
    HttpApiEndpoint.get("list", "/clients/:id/credits", {
      params: idParam("client", "the client"),
      query: pageQuery,
      success: CreditList,
      error: notFound
    }),
    {
      scope: "invoices:read",
      role: "member",
      table: true,
      summary: "List the client's credits",
      description: "Newest first, those that are used up too."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/credits/:id", {
      params,
      success: CreditResource,
      error: notFound
    }),
    { scope: "invoices:read", role: "member", answers: "resource", summary: "Get a credit" }
  ),
  command(
    HttpApiEndpoint.post("refund", "/credits/:id/refund", {
      params,
      payload: CreditRefund,
      success: CreditResource,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: "invoices:write",
      role: "admin",
      answers: "resource",
      body: "optional",
      dryRun: true,
      summary: "Record that a credit was paid back",
      description:
        "What is left of it, or a part. Pay it back first, at the processor or by transfer: " +
        "this only records it, and nothing undoes it. To set a credit off, record a payment " +
        "with its `credit_id`."
    }
  )
) {}
