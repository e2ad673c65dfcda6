/**
 * 500 for whatever was not foreseen: the cause goes to the log, never into the answer. 429 where the
 * database was too busy to begin: nothing was changed, so the request may simply come again.
 */
import { Cause, Effect, Layer, Option } from "effect"
import { HttpServerError, HttpServerResponse } from "effect/http"
import { InternalError, RateLimited } from "../../api/ErrorEnvelope.ts"
import { Defects } from "../../api/Middleware.ts"
import { onBusy } from "../../app/Lane.ts"
import { RequestFacts } from "../RequestFacts.ts"

export const internalErrorMessage = "An unexpected error occurred; X-Request-Id names it in our log"

/** The outermost of the API's middlewares is the first that knows the route. */
const labelled = <A, E, R>(path: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.serviceOption(RequestFacts), (facts) => {
    if (Option.isSome(facts)) facts.value.route = path
    return effect
  })

export const layerDefects = Layer.succeed(
  Defects,
  Defects.of((httpEffect, { endpoint }) =>
    labelled(endpoint.path, httpEffect).pipe(
      onBusy(({ message, retryAfterSeconds }) =>
        Effect.fail(new RateLimited({ message, retryAfter: retryAfterSeconds }))
      ),
      Effect.catchDefect((defect) => {
        // Framework defects that know their own answer (a body over the limit, an aborted request)
        // are turned into the envelope further out.
        if (
          HttpServerResponse.isHttpServerResponse(defect) ||
          HttpServerError.isHttpServerError(defect)
        ) {
          return Effect.die(defect)
        }
        return Effect.andThen(
          Effect.logError("A request met a defect", Cause.die(defect)),
          new InternalError({ message: internalErrorMessage })
        )
      })
    )
  )
)
