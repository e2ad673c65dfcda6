/** 401 where the credential is missing or not ours; nothing is looked at before it. */
import { Context, Effect, Layer, type Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { ClientAddress } from "../../api/ClientAddress.ts"
import { Unauthorized } from "../../api/ErrorEnvelope.ts"
import {
  AuthenticatedPrincipal,
  Authentication,
  CurrentPrincipal,
  CurrentWorkspace,
  Identity
} from "../../api/Middleware.ts"
import { CurrentActor } from "../../app/Acting.ts"
import { CurrentLane, laneOf } from "../../app/Lane.ts"
import { Credentials } from "../../app/people/Credentials.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import type { CredentialUnknown, Principal } from "../../domain/Principal.ts"
import { RequestFacts } from "../RequestFacts.ts"
import { rateLimited } from "./RateLimit.ts"

// RFC 6750 §3: a request without a credential gets no error code.
const challengeOf = ({ reason }: CredentialUnknown): string =>
  reason === "missing"
    ? 'Bearer realm="retainer"'
    : 'Bearer realm="retainer", error="invalid_token"'

const unauthorized = (error: CredentialUnknown) =>
  new Unauthorized({ message: error.message, challenge: challengeOf(error) })

export const layerAuthentication = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const credentials = yield* Credentials
    const limits = yield* RateLimits
    const addressOf = yield* ClientAddress

    /** A failure is counted against its address, which at some point gets 429 in place of 401. */
    const refuse = Effect.fnUntraced(function* (error: CredentialUnknown) {
      const request = yield* HttpServerRequest.HttpServerRequest
      yield* limits.recordFailure(addressOf(request)).pipe(Effect.mapError(rateLimited))
      return yield* unauthorized(error)
    })

    /** Asked once for each request. */
    const principalOf = (credential: Redacted.Redacted) =>
      Effect.withFiber<Principal, CredentialUnknown>(({ context }) => {
        const facts = Context.getOrUndefined(context, RequestFacts)
        return facts?.principal !== undefined
          ? Effect.succeed(facts.principal)
          : Effect.map(credentials.authenticate(credential), ({ principal, versions }) => {
              if (facts !== undefined) Object.assign(facts, { principal, versions })
              return principal
            })
      })

    return Authentication.of({
      bearer: (httpEffect, { credential }) =>
        Effect.matchEffect(principalOf(credential), {
          onFailure: refuse,
          onSuccess: (principal) =>
            // Added, not merged: a merge copies all that the fiber knows.
            Effect.updateContext(httpEffect, (context: Context.Context<never>) =>
              context.pipe(
                Context.add(AuthenticatedPrincipal, principal),
                Context.add(CurrentWorkspace, principal.workspace),
                Context.add(CurrentLane, laneOf(principal.workspace.id)),
                Context.add(CurrentActor, principal.actor)
              )
            )
        })
    })
  })
)

export const layerIdentity = Layer.succeed(
  Identity,
  Identity.of((httpEffect) =>
    Effect.updateContext(httpEffect, (context: Context.Context<AuthenticatedPrincipal>) =>
      Context.add(context, CurrentPrincipal, Context.get(context, AuthenticatedPrincipal))
    )
  )
)
