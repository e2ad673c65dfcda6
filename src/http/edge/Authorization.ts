/**
 * 403 if the credential lacks the scope, or its user the role, that the endpoint declares. Then 429
 * if the workspace has no token left. A refusal costs no token, so one credential's refusals cannot
 * starve the others. Every 403, of a use case too, counts against a bucket of the credential. That
 * bucket turns only further refusals into 429; allowed requests pass.
 */
import { Effect } from "effect"
import type { Caller } from "../../api/endpoint/Middleware.ts"
import {
  type Forbidden,
  insufficientScope,
  type RateLimited
} from "../../api/errors/ErrorEnvelope.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import type { Principal } from "../../domain/access/Principal.ts"
import { type Access, missingFor } from "../../domain/access/Scope.ts"
import { ApiKeyId } from "../../domain/Ids.ts"
import { reaches } from "../../domain/people/User.ts"
import { rateLimited } from "./RateLimit.ts"
import type { RequestContext } from "./RequestContext.ts"

/** A description of the missing scope or role; undefined if none is missing. */
export const missingOf = (
  access: Access,
  { scopes, credentialId, role }: Pick<Principal, "scopes" | "credentialId" | "role">
): string | undefined =>
  missingFor(access, scopes, ApiKeyId.parse(credentialId)._tag === "Some") ??
  (reaches(role, access.role) ? undefined : "a user who is owner or admin of the workspace")

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

  /** Takes a token of the rate limit and records the remaining number. */
  const takeToken = ({ workspace: { id, plan } }: Caller, facts: RequestContext["Service"]) =>
    limits.take(id, plan).pipe(
      Effect.mapEager((allowance) => {
        facts.allowance = allowance
      }),
      Effect.mapErrorEager((exceeded) => {
        facts.allowance = exceeded.allowance
        return rateLimited(exceeded)
      })
    )

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
