/**
 * The actor and the request of the running fiber, as fiber-local references. The edge sets them and
 * the journal reads them; no use case passes them on.
 */
import { Context, Effect } from "effect"
import { type Actor, systemActor } from "../domain/access/Actor.ts"
import type { RequestId } from "../domain/Ids.ts"

export const CurrentActor = Context.Reference<Actor>("retainer/app/CurrentActor", {
  defaultValue: () => systemActor
})

/**
 * The request of a change. Its address is computed on demand, because most requests change nothing.
 */
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
