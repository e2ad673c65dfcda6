/** Handler of the audit log. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { defaultLimit } from "../../api/endpoint/Pagination.ts"
import { Audit } from "../../app/events/Audit.ts"
import { lineText } from "../../domain/events/LoggedEvent.ts"
import { requireAllUsed } from "../../domain/text/Search.ts"
import { logAnswer } from "../edge/Representation.ts"
import { requireOrder } from "../lists/Paging.ts"

export const layerAuditHandlers = HttpApiBuilder.group(
  Api,
  "audit",
  Effect.fnUntraced(function* (handlers) {
    const audit = yield* Audit
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { after = 0, limit = defaultLimit, ...query } }) {
        const workspace = yield* CurrentWorkspace
        const { actorId, objectId, from, to, ...others } = query
        requireAllUsed(others)
        yield* requireOrder({ from, to })
        const page = { order: "oldest", beyond: after, limit } as const
        const lines = yield* audit.read(workspace, query, page)
        const nextAfter = lines.at(-1)?.sequence ?? after
        return logAnswer(lines.map(lineText), { limit, next_after: nextAfter })
      })
    })
  })
)
