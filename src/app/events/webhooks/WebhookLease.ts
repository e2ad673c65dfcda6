/**
 * Lease of a worker on a webhook endpoint. It is short, because the endpoint of a killed worker
 * waits for its end, and is renewed in the background, so that a try can take longer.
 */
import { DateTime, Effect, Fiber, Ref, Schedule, Semaphore } from "effect"
import type { EndpointLease, WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import type { UnitOfWork } from "../../ports/UnitOfWork.ts"

const duration = "12 seconds"
/** Two renewals may fail before the lease ends. */
const renewals = Schedule.spaced("3 seconds")

export const leaseEnd: Effect.Effect<DateTime.Utc> = Effect.map(DateTime.now, (now) =>
  DateTime.addDuration(now, duration)
)

/** Runs the work with a renewed lease, and releases it afterwards if it is still held. */
export const underLease = Effect.fnUntraced(function* (
  { transact }: UnitOfWork["Service"],
  repository: WebhookRepository["Service"],
  lease: EndpointLease,
  work: (isHeld: Effect.Effect<boolean>) => Effect.Effect<void>
) {
  const held = yield* Ref.make<EndpointLease | null>(lease)
  const oneAtATime = yield* Semaphore.make(1)
  const renew = oneAtATime.withPermit(
    Effect.gen(function* () {
      const current = yield* Ref.get(held)
      if (current === null) return
      const until = yield* leaseEnd
      const isRenewed = yield* Effect.flatten(transact(repository.renewLease(current, until)))
      yield* Ref.set(held, isRenewed ? { ...current, until } : null)
    }).pipe(Effect.uninterruptible)
  )
  const renewing = yield* Effect.forkChild(
    renew.pipe(
      // While the database is unreachable, no other worker can claim the endpoint either.
      Effect.catchCause((cause) => Effect.logWarning("A webhook lease was not renewed", cause)),
      Effect.schedule(renewals)
    )
  )
  /**
   * The lease of a suspended process may have ended. Then it is renewed, or another worker has it.
   */
  const isHeld = Effect.gen(function* () {
    const current = yield* Ref.get(held)
    if (current === null) return false
    if (DateTime.isLessThan(yield* DateTime.now, current.until)) return true
    yield* renew
    return (yield* Ref.get(held)) !== null
  })
  const release = Effect.gen(function* () {
    yield* Fiber.interrupt(renewing)
    const current = yield* Ref.get(held)
    if (current !== null) yield* transact(repository.releaseLease(current))
  })
  yield* Effect.ensuring(work(isHeld), release)
})
