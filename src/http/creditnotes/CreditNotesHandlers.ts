/** Handlers of the endpoints of credit notes. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { CreditNotes } from "../../app/creditnotes/CreditNotes.ts"
import type { CreditNoteFilter } from "../../app/ports/creditnotes/CreditNoteRepository.ts"
import { CreditNoteResource } from "../../domain/creditnotes/CreditNoteResource.ts"
import { CreditNoteId } from "../../domain/Ids.ts"
import { fileAnswer, xmlAnswer } from "../body/FileAnswer.ts"
import { createdAnswer } from "../edge/Representation.ts"
import { filterFor, Paging, requireOrder } from "../lists/Paging.ts"

export const layerCreditNotesHandlers = HttpApiBuilder.group(
  Api,
  "credit_notes",
  Effect.fnUntraced(function* (handlers) {
    const notes = yield* CreditNotes
    const paging = yield* Paging
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const workspace = yield* CurrentWorkspace
        const filter = filterFor<CreditNoteFilter>()(query)
        yield* requireOrder(filter)
        const list = {
          list: "credit_notes",
          workspaceId: workspace.id,
          filter,
          ids: CreditNoteId,
          query
        }
        const request = yield* paging.request(list)
        return paging.answer(list, yield* notes.list(workspace, filter, request))
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return yield* notes.get(workspace, params.id)
      }, Effect.mapError(toWireError)),
      pdf: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return fileAnswer(yield* notes.pdf(workspace, params.id))
      }, Effect.mapError(toWireError)),
      xml: Effect.fnUntraced(function* ({ params, query: { format } }) {
        const workspace = yield* CurrentWorkspace
        return xmlAnswer(yield* notes.xml(workspace, params.id, format))
      }, Effect.mapError(toWireError)),
      resend: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return yield* notes.resend(workspace, params.id, payload)
      }, Effect.mapError(toWireError)),
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return createdAnswer(CreditNoteResource, yield* notes.create(workspace, params.id, payload))
      }, Effect.mapError(toWireError))
    })
  })
)
