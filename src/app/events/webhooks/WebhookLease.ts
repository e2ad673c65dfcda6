/**
 * The lease under which one worker has a webhook endpoint: short, because the endpoint of a killed
 * worker waits for its end, and renewed beside the work, however long a try takes.
 */
import { DateTime, Effect, Fiber, Ref, Schedule, Semaphore } from "effect"
import type { EndpointLease, WebhookRepository } from "../../ports/events/WebhookRepository.ts"
import type { UnitOfWork } from "../../ports/UnitOfWork.ts"

const duration = "12 seconds"
/** Two renewals may fail before the lease ends. */
const renewals = Schedule.spaced("3 seconds")

/** Until when an endpoint is claimed that is claimed now. */
export const leaseEnd: Effect.Effect<DateTime.Utc> = Effect.map(DateTime.now, (now) =>
  DateTime.addDuration(now, duration)
)

/** Works while the lease is renewed, and gives the endpoint back where it is still held. */
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
      const isKept = yield* Effect.flatten(transact(repository.renewLease(current, until)))
      yield* Ref.set(held, isKept ? { ...current, until } : null)
    }).pipe(Effect.uninterruptible)
  )
  const renewing = yield* Effect.forkChild(
    renew.pipe(
      // A database that is away for a moment keeps others from claiming too.
      Effect.catchCause((cause) => Effect.logWarning("A webhook lease was not renewed", cause)),
      Effect.schedule(renewals)
    )
  )
  /** A process that stood still may find its lease ended: then it is renewed, or another's. */
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
