/** A line of the audit log, as the API shows it. */
import { Schema } from "effect"
import { Actor } from "../access/Actor.ts"
import { AuditId, RequestId } from "../Ids.ts"
import { Sequence } from "../Numbers.ts"
import { Instant, shape } from "../Resource.ts"
import { hashFields } from "./Event.ts"

const Fields = Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown))

export const AuditResource = shape(
  {
    id: AuditId.schema,
    sequence: Sequence,
    at: Instant,
    actor: Actor,
    address: Schema.NullOr(Schema.String).annotate({
      description: "From which the request came; null where there was none"
    }),
    requestId: Schema.NullOr(RequestId.schema).annotate({
      description: "The `X-Request-Id` of the request's answer"
    }),
    action: Schema.String.annotate({ description: "What happened, as `invoice.sent`" }),
    object: Schema.Struct({ type: Schema.String, id: Schema.String }),
    before: Fields.annotate({
      description: "What changed, as it was; all of what was deleted; null of what was created"
    }),
    after: Fields.annotate({
      description: "What changed, as it is; all of what was created; null of what was deleted"
    }),
    ...hashFields
  },
  "AuditEntry"
)
export type AuditLine = typeof AuditResource.Type
