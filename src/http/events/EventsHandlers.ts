/** Answers the pull of events. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentPrincipal } from "../../api/Middleware.ts"
import { defaultLimit } from "../../api/Pagination.ts"
import { Events } from "../../app/events/Events.ts"
import { logAnswer } from "../Answers.ts"

export const layerEventsHandlers = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const events = yield* Events
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { after = 0, limit = defaultLimit } }) {
        const { workspace, scopes } = yield* CurrentPrincipal
        const { texts, nextAfter } = yield* events.read(workspace, scopes, after, limit)
        return logAnswer(texts, { limit, next_after: nextAfter })
      })
    })
  })
)
