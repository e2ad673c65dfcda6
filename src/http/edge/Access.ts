/**
 * Access to an endpoint: authentication (401), scope and role (403), then the rate limit (429).
 *
 * A refusal costs no token, so one credential's refusals cannot starve the others. Every 403, of a
 * use case too, counts against a bucket of the credential. That bucket turns only further refusals
 * into 429; allowed requests pass.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { ClientAddress } from "../../api/endpoint/ClientAddress.ts"
import type { Caller } from "../../api/endpoint/Middleware.ts"
import {
  type Forbidden,
  insufficientScope,
  RateLimited,
  Unauthorized
} from "../../api/errors/ErrorEnvelope.ts"
import { Credentials } from "../../app/access/Credentials.ts"
import { type Allowance, type LimitExceeded, RateLimits } from "../../app/ports/RateLimits.ts"
import type { CredentialUnknown, Principal } from "../../domain/access/Principal.ts"
import { type Access, missingFor } from "../../domain/access/Scope.ts"
import { ApiKeyId } from "../../domain/Ids.ts"
import { reaches } from "../../domain/people/Permissions.ts"
import type { RequestContext } from "./RequestContext.ts"

/** The IETF RateLimit headers; none if limits are off. */
export const allowanceHeaders = (allowance: Allowance | null): Record<string, string> => {
  if (allowance === null) return {}
  const { limit, remaining, resetSeconds } = allowance
  return {
    "ratelimit-policy": `"workspace";q=${limit.burst};w=${Math.ceil(limit.windowSeconds)}`,
    ratelimit: `"workspace";r=${remaining};t=${resetSeconds}`
  }
}

export const rateLimited = ({ retryAfterSeconds }: LimitExceeded): RateLimited =>
  new RateLimited({
    message: `Too many requests; try again in ${retryAfterSeconds} s`,
    retryAfter: retryAfterSeconds
  })

// RFC 6750 §3: a request without a credential gets no error code.
export const invalidToken = 'Bearer realm="retainer", error="invalid_token"'

const challengeOf = ({ reason }: CredentialUnknown): string =>
  reason === "missing" ? 'Bearer realm="retainer"' : invalidToken

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

/** A description of the missing scope or role; undefined if none is missing. */
export const missingOf = (
  access: Access,
  { scopes, credentialId, role }: Pick<Principal, "scopes" | "credentialId" | "role">
): string | undefined =>
  missingFor(access, scopes, ApiKeyId.parse(credentialId)._tag === "Some") ??
  (role === null || reaches(role, access.role)
    ? undefined
    : "a user who is owner or admin of the workspace")

export const makeAuthorization = Effect.map(RateLimits, (limits) => {
  const countRefusal = ({ credentialId }: Caller) =>
    Effect.mapError(limits.takeTry("refusal", credentialId), rateLimited)

  const refuse = Effect.fnUntraced(function* (
    caller: Caller,
    { scopes }: Access,
    missing: string,
    facts: RequestContext["Service"]
  ) {
    const { workspace } = caller
    // This response also needs RateLimit headers, as every authenticated response does.
    facts.allowance = yield* limits.look(workspace.id, workspace.plan)
    yield* countRefusal(caller)
    return yield* insufficientScope(
      `This operation needs ${missing}, which the credential does not have`,
      scopes
    )
  })

  /** Takes a token of the rate limit, unless the fast path did, and records the rest. */
  const takeToken = ({ workspace: { id, plan } }: Caller, facts: RequestContext["Service"]) => {
    facts.allowance = facts.taken
    if (facts.taken !== null) return Effect.void
    return limits.take(id, plan).pipe(
      Effect.mapEager((allowance) => {
        facts.allowance = allowance
      }),
      Effect.mapErrorEager((exceeded) => {
        facts.allowance = exceeded.allowance
        return rateLimited(exceeded)
      })
    )
  }

  return {
    countRefusal,
    admit: (
      caller: Caller,
      access: Access,
      facts: RequestContext["Service"]
    ): Effect.Effect<void, Forbidden | RateLimited> => {
      const missing = missingOf(access, caller)
      return missing === undefined
        ? takeToken(caller, facts)
        : refuse(caller, access, missing, facts)
    }
  }
})
