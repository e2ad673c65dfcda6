/** 401 where the credential is missing or not ours; nothing is looked at before it. */
import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { Unauthorized } from "../../api/ErrorEnvelope.ts"
import { Authentication, CurrentPrincipal } from "../../api/Middleware.ts"
import { ApiKeys, CredentialUnknown } from "../../app/ApiKeys.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import { ClientAddress } from "../ClientAddress.ts"
import { rateLimited } from "./RateLimit.ts"

// RFC 6750 §3: a request without a credential gets no error code.
const challengeOf = ({ reason }: CredentialUnknown): string =>
  reason === "missing"
    ? 'Bearer realm="retainer"'
    : 'Bearer realm="retainer", error="invalid_token"'

const unauthorized = (error: CredentialUnknown) =>
  new Unauthorized({ message: error.message, challenge: challengeOf(error) })

export const AuthenticationLive = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const limits = yield* RateLimits
    const addressOf = yield* ClientAddress

    const authenticate = (credential: Redacted.Redacted) =>
      Redacted.value(credential) === ""
        ? Effect.fail(new CredentialUnknown({ reason: "missing" }))
        : keys.authenticate(credential)

    /** A failure is counted against its address, which at some point gets 429 in place of 401. */
    const refuse = Effect.fnUntraced(function* (error: CredentialUnknown) {
      const request = yield* HttpServerRequest.HttpServerRequest
      yield* limits.recordFailure(addressOf(request)).pipe(Effect.mapError(rateLimited))
      return yield* unauthorized(error)
    })

    return Authentication.of({
      bearer: (httpEffect, { credential }) =>
        Effect.matchEffect(authenticate(credential), {
          onFailure: refuse,
          onSuccess: (principal) => Effect.provideService(httpEffect, CurrentPrincipal, principal)
        })
    })
  })
)
