/** The endpoint of the event log (docs/spec.md §6). */
import { Schema, SchemaTransformation } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { wholeFrom } from "../../domain/Documented.ts"
import { eventScopes } from "../../domain/events/Event.ts"
import { ReadEvent } from "../../domain/events/EventSchemas.ts"
import { shape } from "../../domain/Resource.ts"
import { group, query } from "../endpoint/Endpoint.ts"
import { PageSize, pageItems, pageQuery } from "../endpoint/Pagination.ts"

const sequences = wholeFrom(0, 999_999_999_999_999)

export const After = Schema.String.check(
  Schema.isPattern(/^(?:0|[1-9]\d{0,14})$/, {
    message: "must be a sequence: an integer from 0",
    ...sequences
  })
).pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString))

export const NextAfter = Schema.Int.annotate({
  description: "What to pass as `after` next time",
  ...sequences
})

const EventList = shape(
  {
    data: pageItems(ReadEvent),
    meta: shape({
      limit: PageSize,
      nextAfter: NextAfter
    })
  },
  "EventList"
)

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
      success: EventList
    }),
    {
      scope: { kind: "any", scopes: eventScopes },
      role: "member",
      summary: "Pull events",
      description:
        "Oldest first. A credential sees the kinds that its `:read` scopes cover, so it may " +
        "see gaps in the sequence."
    }
  )
) {}
