/** Shapes of webhook endpoints and deliveries: resources, inputs and stored rows. */
import { Schema } from "effect"
import { documented, wholeFrom } from "../Documented.ts"
import { DeliveryId, EventId, WebhookEndpointId, WorkspaceId } from "../Ids.ts"
import { type Defaults, Instant, type StoredFieldsOnly, shape } from "../Resource.ts"
import { optionalLine } from "../text/Text.ts"
import { EventChoice } from "./Event.ts"

const endpoint = {
  id: WebhookEndpointId.schema,
  url: Schema.String.annotate({ format: "uri" }),
  events: Schema.NullOr(Schema.Array(EventChoice)).annotate({
    description: "Kinds, or families as `invoice.*`; null is every kind"
  }),
  description: Schema.NullOr(Schema.String),
  enabled: Schema.Boolean,
  createdAt: Instant,
  updatedAt: Instant
}

export const WebhookEndpointResource = shape(endpoint, "WebhookEndpoint")
export type WebhookEndpointView = typeof WebhookEndpointResource.Type

export const WebhookEndpointWithSecret = shape(
  {
    ...endpoint,
    secret: Schema.String.annotate({ secret: true, description: "`whsec_…`, shown this once" })
  },
  "WebhookEndpointWithSecret"
)

export const WebhookEndpointStored = shape({
  ...endpoint,
  workspaceId: WorkspaceId.schema,
  /** Encrypted. */
  secret: Schema.String,
  /** Encrypted; it also signs until it expires. */
  previousSecret: Schema.NullOr(Schema.String),
  previousExpiresAt: Schema.NullOr(Instant),
  /** The first failed try since it last accepted an event. */
  failingSince: Schema.NullOr(Instant),
  /** The last failed try, to within ten minutes. */
  failedAt: Schema.NullOr(Instant)
})
export type WebhookEndpoint = typeof WebhookEndpointStored.Type

const url = Schema.String.check(
  Schema.isMaxLength(2000, {
    message: "must be at most 2000 characters",
    ...documented({ maxLength: 2000, format: "uri", pattern: "^[Hh][Tt][Tt][Pp][Ss]?:" })
  })
).annotate({ description: "https and a public address, unless the operator allows private ones" })

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

export const WebhookEndpointCreate = shape({ url, ...optional }, "WebhookEndpointCreate")
export type WebhookInput = StoredFieldsOnly<typeof WebhookEndpointCreate.Type, WebhookEndpoint>

/** Absent fields stay. */
export const WebhookEndpointUpdate = shape(
  { url: Schema.optionalKey(url), ...optional },
  "WebhookEndpointUpdate"
)
export type WebhookPatch = StoredFieldsOnly<typeof WebhookEndpointUpdate.Type, WebhookEndpoint>

export const endpointDefaults: Defaults<WebhookInput, WebhookEndpoint> = {
  events: null,
  description: null,
  enabled: true
}

export const Attempt = shape({
  at: Instant,
  /** Null without an answer. */
  statusCode: Schema.NullOr(Schema.Int.annotate(wholeFrom(100, 999))),
  error: Schema.NullOr(Schema.String),
  durationMs: Schema.Finite.annotate(documented({ type: "number", minimum: 0 }))
})
export type Attempt = typeof Attempt.Type

/** The stored attempts; older ones are dropped. */
export const maxStoredAttempts = 30

const delivery = {
  id: DeliveryId.schema,
  eventId: EventId.schema.annotate({ description: "The `webhook-id` of every try" }),
  eventType: Schema.String,
  status: Schema.Literals(["pending", "delivered", "dead"]),
  /** Null unless pending. */
  nextTryAt: Schema.NullOr(Instant),
  // A check here would duplicate the component of the OpenAPI document.
  attempts: Schema.Array(Attempt).annotate({
    description: `Oldest first, at most the last ${maxStoredAttempts}`
  }),
  createdAt: Instant
}

export const WebhookDeliveryResource = shape(delivery, "WebhookDelivery")
export type WebhookDeliveryView = typeof WebhookDeliveryResource.Type

export const WebhookDeliveryStored = shape({
  ...delivery,
  workspaceId: WorkspaceId.schema,
  endpointId: WebhookEndpointId.schema,
  /** Tries since it was made or replayed. */
  tries: Schema.Int,
  firstTryAt: Schema.NullOr(Instant)
})
export type WebhookDelivery = typeof WebhookDeliveryStored.Type
