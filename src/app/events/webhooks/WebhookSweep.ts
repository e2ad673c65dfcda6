/**
 * Periodic repair of webhooks, for states that no try detects. It disables endpoints with too many
 * pending events, or that accepted nothing for a day, and reschedules deliveries that are due too
 * late because the clock was set back. Any number of processes may run it.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { longestFailure, longestPause, maxPending } from "../../../domain/events/EndpointHealth.ts"
import { type EndpointRef, WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
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
          yield* transact(repository.rescheduleLate(now))
          const found = yield* repository.endpointsToDisable({
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
