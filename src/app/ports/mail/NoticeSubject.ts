/**
 * The subject of a notice: ids and circumstances only. Its words come from the state at the time of
 * the try.
 */
import { Schema } from "effect"
import { ApiKeyId, FileId, WebhookEndpointId } from "../../../domain/Ids.ts"

const type = <Type extends string>(name: Type) => Schema.Literal(name)

export const NoticeSubject = Schema.Union([
  /** The service disabled it: too many events waited, or none was accepted for too long. */
  Schema.Struct({
    type: type("webhook_endpoint_disabled"),
    endpointId: WebhookEndpointId.schema
  }),
  Schema.Struct({ type: type("password_changed") }),
  /** A link that confirms another address was mailed to that address. */
  Schema.Struct({ type: type("email_requested") }),
  /** To the address before the change. */
  Schema.Struct({ type: type("email_changed") }),
  Schema.Struct({ type: type("api_key_created"), apiKeyId: ApiKeyId.schema }),
  Schema.Struct({ type: type("second_factor_on") }),
  Schema.Struct({ type: type("second_factor_off") }),
  /** The archive that an owner requested is ready. */
  Schema.Struct({ type: type("export_ready"), fileId: FileId.schema }),
  /** A sign-in from a device that the account did not know. */
  Schema.Struct({ type: type("new_device") })
])
export type NoticeSubject = typeof NoticeSubject.Type
