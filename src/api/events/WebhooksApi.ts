/** Webhook endpoints: where events are told, in the form of the Standard Webhooks specification. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { EventChoice, eventScopes } from "../../domain/events/Event.ts"
import { DeliveryId, EventId, WebhookEndpointId } from "../../domain/Ids.ts"
import { type ScopeRule, writeScopes } from "../../domain/Scope.ts"
import { optionalLine } from "../../domain/Text.ts"
import { idParam } from "../Describe.ts"
import { command, group, query } from "../Endpoint.ts"
import {
  ForbiddenResponse,
  ResourceNotFoundResponse,
  UnprocessableResponse
} from "../ErrorEnvelope.ts"
import { pageQuery, wirePageMeta } from "../Pagination.ts"
import { Instant } from "../Schemas.ts"

const fields = {
  id: WebhookEndpointId.schema,
  url: Schema.String,
  events: Schema.NullOr(Schema.Array(EventChoice)).annotate({
    description: "Kinds, or families as `invoice.*`; null is every kind"
  }),
  description: Schema.NullOr(Schema.String),
  enabled: Schema.Boolean,
  created_at: Instant,
  updated_at: Instant
}

export const WebhookEndpointResource = Schema.Struct(fields).annotate({
  identifier: "WebhookEndpoint"
})

const WebhookEndpointWithSecret = Schema.Struct({
  ...fields,
  secret: Schema.String.annotate({ description: "`whsec_…`, shown this once" })
}).annotate({ identifier: "WebhookEndpointWithSecret" })

const url = Schema.String.check(
  Schema.isMaxLength(2000, { message: "must be at most 2000 characters" })
).annotate({ description: "https, or http; a public address" })

const choices = Schema.Array(EventChoice).check(
  Schema.isMinLength(1, { message: "must name a kind; leave it out for every kind" }),
  Schema.isMaxLength(50, { message: "must be at most 50 kinds" })
)

const optional = {
  events: Schema.optionalKey(Schema.NullOr(choices)).annotateKey({
    description: "Default: every kind"
  }),
  description: Schema.optionalKey(Schema.NullOr(optionalLine(255))),
  enabled: Schema.optionalKey(Schema.Boolean)
}

export const WebhookEndpointCreate = Schema.Struct({ url, ...optional }).annotate({
  identifier: "WebhookEndpointCreate"
})
export const WebhookEndpointUpdate = Schema.Struct({
  url: Schema.optionalKey(url),
  ...optional
}).annotate({ identifier: "WebhookEndpointUpdate" })

const DeliveryResource = Schema.Struct({
  id: DeliveryId.schema,
  event_id: EventId.schema.annotate({ description: "The `webhook-id` of every try" }),
  event_type: Schema.String,
  status: Schema.Literals(["pending", "delivered", "dead"]),
  next_try_at: Schema.NullOr(Instant),
  attempts: Schema.Array(
    Schema.Struct({
      at: Instant,
      status_code: Schema.NullOr(Schema.Int),
      error: Schema.NullOr(Schema.String),
      duration_ms: Schema.Finite
    })
  ).annotate({ description: "Oldest first, at most the last 30" }),
  created_at: Instant
}).annotate({ identifier: "WebhookDelivery" })

/** Managing where a workspace's data go is not for an app that acts for a user. */
const manage: ScopeRule = { kind: "all of a key", scopes: writeScopes }

const readable = `The key also needs the \`:read\` scope of every kind that the endpoint then is told (of all kinds where \`events\` is absent or null): ${eventScopes.map((scope) => `\`${scope}\``).join(", ")}.`

const params = idParam("whep", "the webhook endpoint")
const notFound = ResourceNotFoundResponse
const base = "/webhook_endpoints"

export class WebhooksApi extends group(
  "webhook_endpoints",
  "Events, told as they happen.",
  query(
    HttpApiEndpoint.get("list", base, {
      query: pageQuery,
      success: Schema.Struct({
        data: Schema.Array(WebhookEndpointResource),
        meta: Schema.Struct(wirePageMeta)
      }).annotate({ identifier: "WebhookEndpointList" })
    }),
    {
      scope: manage,
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
      answers: "resource",
      summary: "Create a webhook endpoint",
      description: `Messages are signed with the secret of the answer, which is shown this once.\n\n${readable}`
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
      answers: "resource",
      summary: "Update a webhook endpoint",
      description: `Absent fields stay.\n\n${readable}`
    }
  ),
  command(
    HttpApiEndpoint.delete("delete", `${base}/:id`, {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }),
    {
      scope: manage,
      summary: "Delete a webhook endpoint",
      description: "What was not delivered yet is given up."
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
      answers: "resource",
      summary: "Rotate the secret",
      description:
        "For 24 hours messages carry two signatures, of the new secret and of the old one."
    }
  ),
  command(
    HttpApiEndpoint.post("test", `${base}/:id/test`, {
      params,
      success: DeliveryResource,
      error: notFound
    }),
    {
      scope: manage,
      answers: "resource",
      summary: "Send a test event",
      description: "Of the type `webhook.test`, with the sequence 0."
    }
  ),
  query(
    HttpApiEndpoint.get("deliveries", `${base}/:id/deliveries`, {
      params,
      query: pageQuery,
      success: Schema.Struct({
        data: Schema.Array(DeliveryResource),
        meta: Schema.Struct(wirePageMeta)
      }).annotate({ identifier: "WebhookDeliveryList" }),
      error: notFound
    }),
    {
      scope: manage,
      summary: "List deliveries",
      description: "Newest first, with every try; kept for 30 days."
    }
  ),
  command(
    HttpApiEndpoint.post("replay", `${base}/:id/deliveries/:delivery_id/replay`, {
      params: {
        ...params,
        delivery_id: Schema.String.annotate({
          description: "The id of the delivery",
          examples: ["del_01h2xcejqtf2nbrexx3vqjhp41"]
        })
      },
      success: DeliveryResource,
      error: notFound
    }),
    {
      scope: manage,
      answers: "resource",
      summary: "Replay a delivery",
      description:
        "Tries it now and again from the beginning, whatever became of it: also one that is pending. A try that is under way is not doubled, but counts as the first."
    }
  )
) {}
