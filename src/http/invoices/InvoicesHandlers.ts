/** Handlers of the invoice endpoints. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { Invoicing } from "../../app/invoices/Invoicing.ts"
import { InvoiceCalculation } from "../../domain/invoices/Calculation.ts"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import { fileAnswer, xmlAnswer } from "../body/FileAnswer.ts"
import { answerOf, createdAnswer } from "../edge/Representation.ts"
import { makeLists } from "../lists/Lists.ts"

export const layerInvoicesHandlers = HttpApiBuilder.group(
  Api,
  "invoices",
  Effect.fnUntraced(function* (handlers) {
    const invoicing = yield* Invoicing
    const { answerInvoices } = yield* makeLists
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const workspace = yield* CurrentWorkspace
        return yield* answerInvoices(workspace, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        const workspace = yield* CurrentWorkspace
        return createdAnswer(InvoiceResource, yield* invoicing.create(workspace, payload))
      }, Effect.mapError(toWireError)),
      get: Effect.fnUntraced(function* ({ params, query: { at } }) {
        const workspace = yield* CurrentWorkspace
        const invoice =
          at === undefined
            ? yield* invoicing.get(workspace, params.id)
            : yield* invoicing.asOf(workspace, params.id, at)
        return answerOf(InvoiceResource, invoice)
      }, Effect.mapError(toWireError)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return answerOf(InvoiceResource, yield* invoicing.update(workspace, params.id, payload))
      }, Effect.mapError(toWireError)),
      send: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return yield* invoicing.send(workspace, params.id, payload.message ?? null)
      }, Effect.mapError(toWireError)),
      resend: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return answerOf(InvoiceResource, yield* invoicing.resend(workspace, params.id, payload))
      }, Effect.mapError(toWireError)),
      duplicate: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return createdAnswer(InvoiceResource, yield* invoicing.duplicate(workspace, params.id))
      }, Effect.mapError(toWireError)),
      void: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return answerOf(
          InvoiceResource,
          yield* invoicing.void(workspace, params.id, payload.reason ?? null)
        )
      }, Effect.mapError(toWireError)),
      calculation: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return answerOf(InvoiceCalculation, yield* invoicing.calculation(workspace, params.id))
      }, Effect.mapError(toWireError)),
      xml: Effect.fnUntraced(function* ({ params, query: { format } }) {
        const workspace = yield* CurrentWorkspace
        return xmlAnswer(yield* invoicing.xml(workspace, params.id, format))
      }, Effect.mapError(toWireError)),
      pdf: Effect.fnUntraced(function* ({ params, query }) {
        const workspace = yield* CurrentWorkspace
        const draw = query.as === "sent" ? invoicing.sentPdf : invoicing.pdf
        return fileAnswer(yield* draw(workspace, params.id))
      }, Effect.mapError(toWireError))
    })
  })
)
