/**
 * Authentication: 401 for a missing or unknown credential, before anything else of the request is
 * read.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { ClientAddress } from "../../api/endpoint/ClientAddress.ts"
import { Unauthorized } from "../../api/errors/ErrorEnvelope.ts"
import { Credentials } from "../../app/access/Credentials.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import type { CredentialUnknown, Principal } from "../../domain/access/Principal.ts"
import { rateLimited } from "./RateLimit.ts"
import type { RequestContext } from "./RequestContext.ts"

// RFC 6750 §3: a request without a credential gets no error code.
const challengeOf = ({ reason }: CredentialUnknown): string =>
  reason === "missing"
    ? 'Bearer realm="retainer"'
    : 'Bearer realm="retainer", error="invalid_token"'

const bearer = HttpApiBuilder.securityDecode(HttpApiSecurity.bearer)

/** Authenticates the request and records its principal. */
export const makeAuthenticate = Effect.gen(function* () {
  const credentials = yield* Credentials
  const limits = yield* RateLimits
  const addressOf = yield* ClientAddress

  /** A failure counts against its address; beyond the limit the answer is 429 instead of 401. */
  const refuse = (request: HttpServerRequest.HttpServerRequest) =>
    Effect.fnUntraced(function* (error: CredentialUnknown) {
      yield* limits.recordFailure(addressOf(request)).pipe(Effect.mapError(rateLimited))
      return yield* new Unauthorized({ message: error.message, challenge: challengeOf(error) })
    })

  return (request: HttpServerRequest.HttpServerRequest, facts: RequestContext["Service"]) =>
    bearer.pipe(
      Effect.flatMap(credentials.authenticate),
      Effect.map(({ principal, versions }): Principal => {
        facts.principal = principal
        facts.versions = versions
        return principal
      }),
      Effect.catchTag("CredentialUnknown", refuse(request))
    )
})
