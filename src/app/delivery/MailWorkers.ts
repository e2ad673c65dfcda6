/** Runs the delivery of mails for as long as the layer lives. */
import { Effect, Layer, Schedule } from "effect"
import { MailDispatch } from "./MailDispatch.ts"

/**
 * While the database is unavailable every take fails immediately: without the pause a worker would
 * spin.
 */
const afterDefect = Schedule.spaced("1 second")

/** That many at a time. */
export const layerMailWorkers = (workers: number): Layer.Layer<never, never, MailDispatch> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { deliverNext } = yield* MailDispatch
      const worker = deliverNext.pipe(
        Effect.catchTag("MailNotDelivered", ({ reason }) =>
          Effect.logWarning("A mail was not delivered and will be tried again", { reason })
        ),
        Effect.forever,
        Effect.sandbox,
        Effect.tapError((cause) => Effect.logError("The mail worker met a defect", cause)),
        Effect.retry(afterDefect)
      )
      for (let i = 0; i < workers; i++) yield* Effect.forkScoped(worker)
    })
  )
