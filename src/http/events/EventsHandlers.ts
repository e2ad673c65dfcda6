/** Handler of the event log. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentPrincipal } from "../../api/endpoint/Middleware.ts"
import { defaultLimit } from "../../api/endpoint/Pagination.ts"
import { Events } from "../../app/events/Events.ts"
import { logAnswer } from "../edge/Representation.ts"

export const layerEventsHandlers = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const events = yield* Events
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { after = 0, limit = defaultLimit } }) {
        const principal = yield* CurrentPrincipal
        const { texts, nextAfter } = yield* events.read(principal, after, limit)
        return logAnswer(texts, { limit, next_after: nextAfter })
      })
    })
  })
)
