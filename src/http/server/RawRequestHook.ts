/**
 * The place before the router where a request of Node's may be answered at once. What is not answered there
 * goes on as it came.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Context, type Effect, type Scope } from "effect"
import type { Authenticated } from "../../app/people/CredentialCache.ts"

/**
 * True where it takes the request: it then answers, or calls `pass` once and leaves the rest to the router.
 * It has written nothing before, and consumed nothing.
 */
export type FirstAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void
) => boolean

export class FrontDoor extends Context.Service<
  FrontDoor,
  {
    /** Every request is shown to it first, until the scope ends. */
    readonly stand: (first: FirstAnswer) => Effect.Effect<void, never, Scope.Scope>
    /** Whether each answer ends its connection. */
    readonly isDraining: () => boolean
  }
>()("retainer/http/FrontDoor") {}

/** What is known of a request that waited here before it was passed on. */
export interface Arrival {
  /** Milliseconds of the Unix epoch. */
  readonly at: number
  /** Who asks, where that was found out: the router does not ask again. */
  readonly caller: Authenticated | undefined
}

const arrivals = new WeakMap<object, Arrival>()

export const arrivalOf = (request: object): Arrival | undefined => arrivals.get(request)

export const noteArrival = (request: IncomingMessage, arrival: Arrival): void => {
  arrivals.set(request, arrival)
}
