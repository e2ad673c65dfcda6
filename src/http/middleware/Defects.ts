/** 500 for whatever was not foreseen: the cause goes to the log, never into the answer. */
import { Cause, Effect, Layer } from "effect"
import { HttpServerError, HttpServerResponse } from "effect/http"
import { InternalError } from "../../api/ErrorEnvelope.ts"
import { Defects } from "../../api/Middleware.ts"

export const internalErrorMessage = "An unexpected error occurred; X-Request-Id names it in our log"

export const DefectsLive = Layer.succeed(
  Defects,
  Defects.of((httpEffect) =>
    httpEffect.pipe(
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
