/** The handler of the list of mails. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentPrincipal } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { MailRecords } from "../../app/delivery/MailRecords.ts"
import { MailId } from "../../domain/Ids.ts"
import { Paging } from "../lists/Paging.ts"

export const layerMailsHandlers = HttpApiBuilder.group(
  Api,
  "mails",
  Effect.fnUntraced(function* (handlers) {
    const mails = yield* MailRecords
    const paging = yield* Paging
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const principal = yield* CurrentPrincipal
        const { limit, cursor, ...filter } = query
        const list = {
          list: "mails",
          workspaceId: principal.workspace.id,
          filter,
          ids: MailId,
          query
        }
        const request = yield* paging.request(list)
        const found = yield* Effect.mapError(mails.list(principal, filter, request), toWireError)
        return paging.answer(list, found)
      })
    })
  })
)
