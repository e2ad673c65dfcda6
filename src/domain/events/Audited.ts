/**
 * Changes that are in the audit log but are no events: access rights and the workspace itself. An
 * entry shows only what its shape declares. No shape has a secret, and a webhook's address is
 * reduced to its host, because its path can be one.
 */
import { Schema } from "effect"
import {
  ApiKeyId,
  AppId,
  DeliveryId,
  EventId,
  GrantId,
  InvoiceId,
  MailId,
  UserId,
  WebhookEndpointId,
  WorkspaceId
} from "../Ids.ts"
import { Instant, shape } from "../Resource.ts"
import { WorkspaceFields } from "../workspaces/Workspace.ts"

const Texts = Schema.Array(Schema.String)
const when = Schema.NullOr(Instant)

const key = shape({
  id: ApiKeyId.schema,
  name: Schema.String,
  scopes: Texts,
  expiresAt: when,
  revokedAt: when
}).toWire

const app = shape({
  id: AppId.schema,
  name: Schema.String,
  redirectUris: Texts,
  hasLogo: Schema.Boolean
}).toWire

const grant = shape({
  id: GrantId.schema,
  appId: AppId.schema,
  userId: UserId.schema,
  scopes: Texts,
  revokedAt: when
}).toWire

const user = shape({
  id: UserId.schema,
  name: Schema.String,
  email: Schema.String,
  role: Schema.String
}).toWire

/** The object is the user who signs in; `count` is the number of failures. */
const signIn = shape({ id: UserId.schema }).toWire
const failedSignIn = shape({
  id: UserId.schema,
  count: Schema.optionalKey(Schema.Int)
}).toWire

/** Whether the workspace requires one of owners and admins. */
const secondFactor = shape({ id: WorkspaceId.schema, required: Schema.Boolean }).toWire

const settings = WorkspaceFields.toWire

const endpoint = shape({
  id: WebhookEndpointId.schema,
  host: Schema.String,
  events: Schema.NullOr(Texts),
  description: Schema.NullOr(Schema.String),
  enabled: Schema.Boolean
}).toWire

const delivery = shape({
  id: DeliveryId.schema,
  endpointId: WebhookEndpointId.schema,
  eventId: EventId.schema,
  eventType: Schema.String
}).toWire

const mail = shape({
  id: MailId.schema,
  kind: Schema.String,
  to: Schema.String,
  object: Schema.Struct({ type: Schema.String, id: Schema.String })
}).toWire

const invoiceNamed = shape({ id: InvoiceId.schema, number: Schema.String }).toWire

/** The export of a workspace; its size once the archive is there. */
const exported = shape({
  id: WorkspaceId.schema,
  bytes: Schema.optionalKey(Schema.Int)
}).toWire

/** By kind. A created or deleted resource is shown whole. */
const wires = {
  "mail.sent_again": mail,
  "invoice.opened": invoiceNamed,
  "invoice.send_requested": invoiceNamed,
  "api_key.created": key,
  "api_key.revoked": key,
  "oauth_app.created": app,
  "oauth_app.updated": app,
  "oauth_app.secret_rotated": app,
  "oauth_app.deleted": app,
  "oauth_grant.created": grant,
  "oauth_grant.revoked": grant,
  "user.created": user,
  "user.updated": user,
  "user.password_chosen": user,
  "user.invited_again": user,
  "user.sessions_ended": user,
  "user.second_factor_on": user,
  "user.second_factor_off": user,
  "user.deleted": user,
  "user.signed_in": signIn,
  "user.sign_in_failed": failedSignIn,
  "user.signed_out": signIn,
  "workspace.second_factor": secondFactor,
  "workspace.created": settings,
  "workspace.updated": settings,
  "workspace.deleted": settings,
  "workspace.restored": settings,
  "export.requested": exported,
  "export.ready": exported,
  "export.downloaded": exported,
  "webhook_endpoint.created": endpoint,
  "webhook_endpoint.updated": endpoint,
  "webhook_endpoint.secret_rotated": endpoint,
  "webhook_endpoint.tested": endpoint,
  "webhook_endpoint.deleted": endpoint,
  "webhook_delivery.replayed": delivery
} as const

export type AuditKind = keyof typeof wires

export type Audited<Kind extends AuditKind> = Parameters<(typeof wires)[Kind]>[0]

export const auditWireOf: {
  readonly [Kind in AuditKind]: (resource: Audited<Kind>) => unknown
} = wires
