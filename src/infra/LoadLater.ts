/**
 * A package that not every process needs, and none before it serves: it is loaded at the first use,
 * and otherwise a moment after the start, so that the first user does not wait for it.
 */
import { Effect, type Scope } from "effect"

/** Long enough after the start that requests are answered by then. */
const quietTime = "5 seconds"

/** Answers the way to what `load` makes, which runs once. */
export const loadLater = <A>(
  load: () => Promise<A>
): Effect.Effect<() => Promise<A>, never, Scope.Scope> => {
  let loading: Promise<A> | undefined
  const loaded = () => {
    loading ??= load()
    return loading
  }
  return Effect.promise(loaded).pipe(Effect.delay(quietTime), Effect.forkScoped, Effect.as(loaded))
}
