/**
 * Admission control of password computations. Strangers never take the last permit. They wait in a
 * queue that is bounded in length and in time; beyond it the answer is `Busy`. Known devices have a
 * queue of their own with the same bounds.
 */
import { Effect, type Scope, Semaphore } from "effect"
import { Busy, CurrentLane } from "../../app/AdmissionControl.ts"
import { CurrentPasswordLane, type PasswordLane } from "../../app/people/Passwords.ts"

/** The longest queue of a lane. */
export const queueLength = 60
/** Less than the 3 s within which a sign-in is answered (docs/spec.md §8). */
export const patience = "2 seconds"

/** Lends one of `concurrency` permits to the fiber's lane until the scope closes. */
export const makeHashQueue = (concurrency: number): Effect.Effect<void, never, Scope.Scope> => {
  const permits = Semaphore.makeUnsafe(concurrency)
  const ofStrangers = Semaphore.makeUnsafe(Math.max(1, concurrency - 1))
  const waiting: Record<PasswordLane, number> = { known: 0, stranger: 0 }

  const acquire = (lane: PasswordLane) =>
    lane === "known"
      ? permits.takeScoped(1)
      : Effect.andThen(ofStrangers.takeScoped(1), permits.takeScoped(1))

  return Effect.withFiber((fiber) => {
    const lane = fiber.getRef(CurrentPasswordLane)
    // Workers and commands are few, so they wait without a bound.
    if (fiber.getRef(CurrentLane).kind === "background") return acquire(lane)
    const busy = Effect.die(new Busy({ reason: "passwords" }))
    if (waiting[lane] >= queueLength) return busy
    waiting[lane] += 1
    return Effect.timeoutOrElse(acquire(lane), { duration: patience, orElse: () => busy }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          waiting[lane] -= 1
        })
      )
    )
  })
}
