/** The audit log (docs/spec.md §13), to be pulled. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { CalendarDate } from "../../domain/CalendarDate.ts"
import { AuditResource } from "../../domain/events/AuditResource.ts"
import { queryShape, shape } from "../../domain/Resource.ts"
import { readScopes } from "../../domain/Scope.ts"
import { group, query } from "../Endpoint.ts"
import { pageQuery } from "../Pagination.ts"
import { After } from "./EventsApi.ts"

const AuditList = shape(
  {
    data: Schema.Array(AuditResource),
    meta: shape({
      limit: Schema.Int,
      nextAfter: Schema.Int.annotate({ description: "What to pass as `after` next time" })
    })
  },
  "AuditList"
)

/** An id of any kind. */
export const AnyId = Schema.String.check(
  Schema.isPattern(/^[a-z]{2,10}_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/, {
    message: "must be an id like inv_01h2xcejqtf2nbrexx3vqjhp41"
  })
)

export const auditQuery = queryShape({
  after: Schema.optionalKey(After).annotateKey({
    description: "The sequence after which to begin; default 0"
  }),
  limit: pageQuery.limit,
  actorId: Schema.optionalKey(AnyId).annotateKey({
    description: "A key, an app, a client or a user; of a user also what apps did for them"
  }),
  objectId: Schema.optionalKey(AnyId).annotateKey({ description: "What was changed" }),
  from: Schema.optionalKey(CalendarDate).annotateKey({
    description: "First day, in the workspace's time zone, inclusive"
  }),
  to: Schema.optionalKey(CalendarDate).annotateKey({ description: "Last day, inclusive" })
})

export class AuditApi extends group(
  "audit",
  "Who changed what, and when.",
  query(HttpApiEndpoint.get("list", "/audit", { query: auditQuery, success: AuditList }), {
    scope: { kind: "all", scopes: readScopes },
    summary: "Pull the audit log",
    description:
      "Oldest first: every change in the workspace, with who made it, from which address and for which request. Lines show what the API shows of a resource, and no secret."
  })
) {}
