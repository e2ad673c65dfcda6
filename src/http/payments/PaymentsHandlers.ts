/** Answers the endpoints of payments and reminders. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { Reminders } from "../../app/invoices/reminders/Reminders.ts"
import { Payments } from "../../app/payments/Payments.ts"
import { PaymentId } from "../../domain/Ids.ts"
import { PaymentResource } from "../../domain/payments/PaymentResource.ts"
import { createdAnswer } from "../edge/Representation.ts"
import { Paging } from "../lists/Paging.ts"

export const layerPaymentsHandlers = HttpApiBuilder.group(
  Api,
  "payments",
  Effect.fnUntraced(function* (handlers) {
    const payments = yield* Payments
    const reminders = yield* Reminders
    const paging = yield* Paging
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const workspace = yield* CurrentWorkspace
        const filter = { invoiceId: params.id }
        const list = { list: "payments", workspaceId: workspace.id, filter, ids: PaymentId, query }
        const request = yield* paging.request(list)
        const page = yield* Effect.mapError(
          payments.list(workspace, params.id, request),
          toWireError
        )
        return paging.answer(list, page)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return yield* payments.get(workspace, params.id)
      }, Effect.mapError(toWireError)),
      record: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return createdAnswer(PaymentResource, yield* payments.record(workspace, params.id, payload))
      }, Effect.mapError(toWireError)),
      reverse: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        const { id, payment_id } = params
        const reversal = yield* payments.reverse(workspace, id, payment_id, payload.reason)
        return createdAnswer(PaymentResource, reversal)
      }, Effect.mapError(toWireError)),
      remind: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return yield* reminders.remind(workspace, params.id, payload.message ?? null)
      }, Effect.mapError(toWireError))
    })
  })
)
