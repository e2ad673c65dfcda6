/** The log of what happened (docs/spec.md §6), to be pulled. */
import { Schema, SchemaTransformation } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { EventType, eventScopes } from "../../domain/events/Event.ts"
import { EventId, WorkspaceId } from "../../domain/Ids.ts"
import { group, query } from "../Endpoint.ts"
import { pageQuery } from "../Pagination.ts"
import { Instant } from "../Schemas.ts"

const After = Schema.String.check(
  Schema.isPattern(/^(?:0|[1-9]\d{0,14})$/, { message: "must be a sequence: an integer from 0" })
).pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString))

export const EventResource = Schema.Struct({
  id: EventId.schema,
  type: EventType,
  created_at: Instant,
  workspace_id: WorkspaceId.schema,
  sequence: Schema.Int.annotate({ description: "Gapless per workspace, from 1" }),
  data: Schema.Struct({
    object: Schema.Unknown.annotate({ description: "The resource as the API shows it" }),
    previous: Schema.Unknown.annotate({
      description: "The same before the change; null where there was none"
    })
  })
}).annotate({ identifier: "Event" })

export class EventsApi extends group(
  "events",
  "What happened, in order.",
  query(
    HttpApiEndpoint.get("list", "/events", {
      query: {
        after: Schema.optionalKey(After).annotateKey({
          description: "The sequence after which to begin; default 0"
        }),
        limit: pageQuery.limit
      },
      success: Schema.Struct({
        data: Schema.Array(EventResource),
        meta: Schema.Struct({
          limit: Schema.Int,
          next_after: Schema.Int.annotate({ description: "What to pass as `after` next time" })
        })
      }).annotate({ identifier: "EventList" })
    }),
    {
      scope: { kind: "any", scopes: eventScopes },
      summary: "Pull events",
      description:
        "Oldest first. A credential sees the kinds that its `:read` scopes cover, so it may see gaps in the sequence."
    }
  )
) {}
