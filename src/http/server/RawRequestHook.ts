/**
 * Hook on raw Node requests with the method GET, before the router. It may answer a request at once
 * or pass it on unchanged.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Context, type Effect, type Scope } from "effect"

/**
 * True if it takes the request: it then answers, or calls `pass` once for the router to answer.
 * Before that it writes nothing and consumes nothing.
 */
export type RawRequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void
) => boolean

export class RawRequestHook extends Context.Service<
  RawRequestHook,
  {
    /** The handler gets every GET request first, until the scope ends. */
    readonly install: (handler: RawRequestHandler) => Effect.Effect<void, never, Scope.Scope>
  }
>()("retainer/http/RawRequestHook") {}
