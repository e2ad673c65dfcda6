/** Webhook endpoints and their deliveries, in the form of Standard Webhooks. */
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { type ScopeRule, writeScopes } from "../../domain/access/Scope.ts"
import { eventScopes } from "../../domain/events/Event.ts"
import {
  WebhookDeliveryResource,
  WebhookEndpointCreate,
  WebhookEndpointResource,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret
} from "../../domain/events/WebhookResource.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { listOf, pageQuery } from "../endpoint/Pagination.ts"
import {
  ForbiddenResponse,
  ResourceNotFoundResponse,
  UnprocessableResponse
} from "../errors/ErrorEnvelope.ts"
import { idParam, pathId } from "../openapi/Describe.ts"

/** Apps that act for a user must not decide where the data of a workspace go. */
const manage: ScopeRule = { kind: "all of a key", scopes: writeScopes }

const readScopesNote = `The key also needs the \`:read\` scope of every kind that the endpoint then receives (of all kinds where \`events\` is absent or null): ${eventScopes.map((scope) => `\`${scope}\``).join(", ")}.`

const params = idParam("whep", "the webhook endpoint")
const notFound = ResourceNotFoundResponse
const base = "/webhook_endpoints"

export class WebhooksApi extends group(
  "webhook_endpoints",
  "Sends events to addresses of your own, as they happen.",
  query(
    HttpApiEndpoint.get("list", base, {
      query: pageQuery,
      success: listOf(WebhookEndpointResource, "WebhookEndpointList")
    }),
    {
      scope: manage,
      role: "admin",
      summary: "List webhook endpoints",
      description: "Newest first."
    }
  ),
  command(
    HttpApiEndpoint.post("create", base, {
      payload: WebhookEndpointCreate,
      success: WebhookEndpointWithSecret.pipe(HttpApiSchema.status("Created")),
      error: [ForbiddenResponse, UnprocessableResponse]
    }),
    {
      scope: manage,
      role: "admin",
      answers: "resource",
      location: "/v1/webhook_endpoints",
      summary: "Create a webhook endpoint",
      description: `Messages are signed with the secret of the answer, which is shown this once.\n\n${readScopesNote}`
    }
  ),
  query(
    HttpApiEndpoint.get("get", `${base}/:id`, {
      params,
      success: WebhookEndpointResource,
      error: notFound
    }),
    {
      scope: manage,
      role: "admin",
      answers: "resource",
      summary: "Get a webhook endpoint"
    }
  ),
  command(
    HttpApiEndpoint.patch("update", `${base}/:id`, {
      params,
      payload: WebhookEndpointUpdate,
      success: WebhookEndpointResource,
      error: [ForbiddenResponse, notFound, UnprocessableResponse]
    }),
    {
      scope: manage,
      role: "admin",
      answers: "resource",
      summary: "Update a webhook endpoint",
      description: `Absent fields stay.\n\n${readScopesNote}`
    }
  ),
  command(
    HttpApiEndpoint.delete("delete", `${base}/:id`, {
      params,
      success: HttpApiSchema.NoContent,
      error: [notFound, UnprocessableResponse]
    }),
    {
      scope: manage,
      role: "admin",
      summary: "Delete a webhook endpoint",
      description: "Deliveries that are still pending are cancelled."
    }
  ),
  command(
    HttpApiEndpoint.post("rotate", `${base}/:id/rotate`, {
      params,
      success: WebhookEndpointWithSecret,
      error: notFound
    }),
    {
      scope: manage,
      role: "admin",
      answers: "resource",
      summary: "Rotate the secret",
      description:
        "For 24 hours messages carry two signatures, of the new secret and of the old one."
    }
  ),
  command(
    HttpApiEndpoint.post("test", `${base}/:id/test`, {
      params,
      success: WebhookDeliveryResource,
      error: notFound
    }),
    {
      scope: manage,
      role: "admin",
      answers: "resource",
      summary: "Send a test event",
      description: "Of the type `webhook.test`, with the sequence 0."
    }
  ),
  query(
    HttpApiEndpoint.get("deliveries", `${base}/:id/deliveries`, {
      params,
      query: pageQuery,
      success: listOf(WebhookDeliveryResource, "WebhookDeliveryList"),
      error: notFound
    }),
    {
      scope: manage,
      role: "admin",
      summary: "List deliveries",
      description: "Newest first, with every try; kept for 30 days."
    }
  ),
  command(
    HttpApiEndpoint.post("replay", `${base}/:id/deliveries/:delivery_id/replay`, {
      params: {
        ...params,
        delivery_id: pathId("del", "The id of the delivery")
      },
      success: WebhookDeliveryResource,
      error: notFound
    }),
    {
      scope: manage,
      role: "admin",
      answers: "resource",
      summary: "Replay a delivery",
      description:
        "Sends it now and starts its retries again, whatever its status, pending included. A " +
        "try that is in progress is not repeated, but counts as the first."
    }
  )
) {}
