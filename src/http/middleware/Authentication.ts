/** 401 where the credential is missing or not ours; nothing is looked at before it. */
import { Effect, Layer, Redacted } from "effect"
import { Unauthorized } from "../../api/ErrorEnvelope.ts"
import { Authentication, CurrentPrincipal } from "../../api/Middleware.ts"
import { ApiKeys, CredentialUnknown } from "../../app/ApiKeys.ts"

// RFC 6750 §3: a request without a credential gets no error code.
const challengeOf = ({ reason }: CredentialUnknown): string =>
  reason === "missing"
    ? 'Bearer realm="retainer"'
    : 'Bearer realm="retainer", error="invalid_token"'

export const AuthenticationLive = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const authenticate = (credential: Redacted.Redacted) =>
      Redacted.value(credential) === ""
        ? Effect.fail(new CredentialUnknown({ reason: "missing" }))
        : keys.authenticate(credential)
    return Authentication.of({
      bearer: (httpEffect, { credential }) =>
        authenticate(credential).pipe(
          Effect.mapError(
            (error) => new Unauthorized({ message: error.message, challenge: challengeOf(error) })
          ),
          Effect.flatMap((principal) =>
            Effect.provideService(httpEffect, CurrentPrincipal, principal)
          )
        )
    })
  })
)
