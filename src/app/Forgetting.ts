/**
 * What is kept and no longer read is let go after one to two minutes, so that memory is not held for nobody: a
 * bound alone keeps what a load left behind until another one comes. Nothing runs while nothing is kept.
 */
import { type Duration, Effect, Scope } from "effect"
import type { BoundedStore } from "./BoundedStore.ts"

const round: Duration.Input = "1 minute"

/** The store that is made, which has to call `onKept` for what it keeps. Nothing is let go after the end of the scope. */
export const forgetUnread = <Store extends Pick<BoundedStore<never>, "dropUnread" | "size">>(
  make: (onKept: () => void) => Store
): Effect.Effect<Store, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Scope.Scope
    const run = Effect.runForkWith(yield* Effect.context<never>())
    let isForgetting = false
    const forget = Effect.gen(function* () {
      do {
        yield* Effect.sleep(round)
        store.dropUnread()
      } while (store.size() > 0)
      isForgetting = false
    })
    const store = make(() => {
      if (isForgetting) return
      isForgetting = true
      run(Effect.forkIn(forget, scope, { startImmediately: true }))
    })
    return store
  })
