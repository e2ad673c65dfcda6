/** The endpoint of the audit log (docs/spec.md §13). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { readScopes } from "../../domain/access/Scope.ts"
import { AuditResource } from "../../domain/events/AuditResource.ts"
import { AnyId } from "../../domain/Ids.ts"
import { queryShape, shape } from "../../domain/Resource.ts"
import { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { group, query } from "../endpoint/Endpoint.ts"
import { PageSize, pageItems, pageQuery } from "../endpoint/Pagination.ts"
import { After, NextAfter } from "./EventsApi.ts"

const AuditList = shape(
  {
    data: pageItems(AuditResource),
    meta: shape({
      limit: PageSize,
      nextAfter: NextAfter
    })
  },
  "AuditList"
)

const auditQuery = queryShape({
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
    role: "admin",
    summary: "Pull the audit log",
    description:
      "Oldest first: every change in the workspace, with who made it, from which address and " +
      "for which request. Lines show what the API shows of a resource, and no secret."
  })
) {}
