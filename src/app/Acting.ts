/**
 * Who acts in the running fiber, and for which request: said once, where it becomes known, and read where
 * a change is recorded. No use case passes it on.
 */
import { Context, Effect } from "effect"
import { type Actor, systemActor } from "../domain/access/Actor.ts"
import type { RequestId } from "../domain/Ids.ts"

export const CurrentActor = Context.Reference<Actor>("retainer/app/CurrentActor", {
  defaultValue: () => systemActor
})

/** Where a request came from. The address is found when it is asked for: most requests change nothing. */
export interface Origin {
  readonly requestId: RequestId
  readonly address: () => string
}

/** Null outside of requests. */
export const CurrentOrigin = Context.Reference<Origin | null>("retainer/app/CurrentOrigin", {
  defaultValue: () => null
})

export const actingAs =
  (actor: Actor) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, CurrentActor, actor)
