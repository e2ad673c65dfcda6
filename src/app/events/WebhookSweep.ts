/**
 * What no try of a webhook finds out: endpoints that too many events wait for, or that accepted none for a day, are
 * disabled, and deliveries that a clock which was set back planned too late are planned anew. Any number of
 * processes may do this.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { longestFailure, longestPause, maxPending } from "../../domain/events/EndpointHealth.ts"
import { type EndpointRef, WebhookRepository } from "../ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { disableWebhook } from "./DisableWebhook.ts"

export class WebhookSweep extends Context.Service<
  WebhookSweep,
  { readonly sweep: Effect.Effect<void> }
>()("retainer/app/WebhookSweep") {
  static readonly layer = Layer.effect(
    WebhookSweep,
    Effect.gen(function* () {
      const repository = yield* WebhookRepository
      const disable = yield* disableWebhook
      const { transact } = yield* UnitOfWork

      const disableLocked = Effect.fnUntraced(function* ({ workspaceId, id }: EndpointRef) {
        const endpoint = yield* repository.getForUpdate(workspaceId, id)
        if (endpoint?.enabled === true) yield* disable(endpoint, yield* DateTime.now)
      }, transact)

      return WebhookSweep.of({
        sweep: Effect.gen(function* () {
          const now = yield* DateTime.now
          yield* transact(repository.planAgain(now))
          const found = yield* repository.hopeless({
            maxPending,
            failingSince: DateTime.subtractDuration(now, longestFailure),
            failedAfter: DateTime.subtractDuration(now, longestPause)
          })
          for (const ref of found) yield* disableLocked(ref)
        }).pipe(Effect.withSpan("WebhookSweep.sweep"))
      })
    })
  )
}
