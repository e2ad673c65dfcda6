/** Answers the endpoints of milestones: one use case, one view each. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { toWireError } from "../../api/errors/ErrorCatalog.ts"
import { Milestones } from "../../app/projects/Milestones.ts"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import { MilestoneResource } from "../../domain/projects/MilestoneResource.ts"
import { createdAnswer } from "../edge/Representation.ts"

export const layerMilestonesHandlers = HttpApiBuilder.group(
  Api,
  "milestones",
  Effect.fnUntraced(function* (handlers) {
    const milestones = yield* Milestones
    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return createdAnswer(
          MilestoneResource,
          yield* milestones.create(workspace, params.id, payload)
        )
      }, Effect.mapError(toWireError)),
      get: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return yield* milestones.get(workspace, params.id)
      }, Effect.mapError(toWireError)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const workspace = yield* CurrentWorkspace
        return yield* milestones.update(workspace, params.id, payload)
      }, Effect.mapError(toWireError)),
      delete: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        yield* milestones.remove(workspace, params.id)
      }, Effect.mapError(toWireError)),
      invoice: Effect.fnUntraced(function* ({ params }) {
        const workspace = yield* CurrentWorkspace
        return createdAnswer(InvoiceResource, yield* milestones.bill(workspace, params.id))
      }, Effect.mapError(toWireError))
    })
  })
)
