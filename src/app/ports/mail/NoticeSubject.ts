/**
 * What a notice is about: ids and the circumstances alone. Its words come from what is true when the mail
 * is tried.
 */
import { Schema } from "effect"
import { ApiKeyId, WebhookEndpointId } from "../../../domain/Ids.ts"

const type = <Type extends string>(name: Type) => Schema.Literal(name)

export const NoticeSubject = Schema.Union([
  /** The service disabled it: too many events waited, or none was accepted for too long. */
  Schema.Struct({
    type: type("webhook_endpoint_disabled"),
    endpointId: WebhookEndpointId.schema
  }),
  Schema.Struct({ type: type("password_changed") }),
  Schema.Struct({ type: type("api_key_created"), apiKeyId: ApiKeyId.schema }),
  /** A sign-in from a device that the account did not know. */
  Schema.Struct({ type: type("new_device") })
])
export type NoticeSubject = typeof NoticeSubject.Type
