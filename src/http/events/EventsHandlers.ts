/** Answers the pull of events. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentPrincipal } from "../../api/endpoint/Middleware.ts"
import { defaultLimit } from "../../api/endpoint/Pagination.ts"
import { Events } from "../../app/events/Events.ts"
import { type Scope, writeScopes } from "../../domain/access/Scope.ts"
import { logAnswer } from "../body/Answers.ts"

const isWrite = (scope: Scope): boolean => writeScopes.includes(scope)

export const layerEventsHandlers = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const events = yield* Events
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { after = 0, limit = defaultLimit } }) {
        const { workspace, scopes, role } = yield* CurrentPrincipal
        // Only keys manage webhooks, so an app that acts for a user sees no events about them.
        const own = role === null ? scopes : new Set([...scopes].filter((one) => !isWrite(one)))
        const { texts, nextAfter } = yield* events.read(workspace, own, after, limit)
        return logAnswer(texts, { limit, next_after: nextAfter })
      })
    })
  })
)
