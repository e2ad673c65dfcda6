/**
 * The actor and the request of the running fiber, as fiber-local references. The edge sets them and
 * the journal reads them; no use case passes them on.
 */
import { Context, Effect } from "effect"
import { type Actor, systemActor } from "../domain/access/Actor.ts"
import type { Role } from "../domain/access/Scope.ts"
import type { RequestId } from "../domain/Ids.ts"
import { type Action, may, refusedAction } from "../domain/people/Permissions.ts"
import { RoleTooLow } from "../domain/people/User.ts"

export const CurrentActor = Context.Reference<Actor>("retainer/app/CurrentActor", {
  defaultValue: () => systemActor
})

/**
 * The request of a change. Its address and agent are read on demand, because most requests
 * change nothing.
 */
export interface Origin {
  readonly requestId: RequestId
  readonly address: () => string
  /** The `User-Agent` of the request. */
  readonly agent: () => string | undefined
}

/** Null outside of requests. */
export const CurrentOrigin = Context.Reference<Origin | null>("retainer/app/CurrentOrigin", {
  defaultValue: () => null
})

/** The role of the user who acts; null for keys, the service and the command line. */
export const CurrentRole = Context.Reference<Role | null>("retainer/app/CurrentRole", {
  defaultValue: () => null
})

/** Refuses a use case to users whose role may not do it, before it reads anything. */
export const permitted =
  (action: Action) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | RoleTooLow, R> =>
    Effect.withFiber(
      (fiber): Effect.Effect<A, E | RoleTooLow, R> =>
        may(fiber.getRef(CurrentRole), action)
          ? effect
          : Effect.fail(new RoleTooLow({ action: refusedAction(action) }))
    )

export const actingAs =
  (actor: Actor) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(effect, CurrentActor, actor)
