/**
 * 403 where the credential lacks the scope that the endpoint itself declares, before the rate limit: it
 * costs no token of the workspace, so one credential's refusals cannot starve the others. Every 403, also
 * one that a use case decides on, counts against a bucket of the credential, which refuses (429) only
 * further refusals: what the credential may do, it may go on doing.
 */
import { Effect, Layer } from "effect"
import { ruleOf } from "../../api/EndpointRule.ts"
import { Forbidden, insufficientScope } from "../../api/ErrorEnvelope.ts"
import { AuthenticatedPrincipal, Authorization } from "../../api/Middleware.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import { ApiKeyId } from "../../domain/Ids.ts"
import type { Principal } from "../../domain/Principal.ts"
import { missingFor, type ScopeRule } from "../../domain/Scope.ts"
import { rateLimited, showAllowance } from "./RateLimit.ts"

/** In words, what the credential lacks; undefined where it lacks nothing. */
export const missingOf = (
  access: ScopeRule,
  { scopes, credentialId }: Pick<Principal, "scopes" | "credentialId">
): string | undefined => missingFor(access, scopes, ApiKeyId.parse(credentialId)._tag === "Some")

export const layerAuthorization = Layer.effect(
  Authorization,
  Effect.map(RateLimits, (limits) => (httpEffect, { endpoint }) => {
    // Asked once for each endpoint, when the API is built: what declares no scope is not served.
    const { access } = ruleOf(endpoint)
    if (access.kind === "none") {
      throw new Error(
        `${endpoint.identifier} needs no credential (${access.because}), yet one is asked for`
      )
    }
    return Effect.gen(function* () {
      const { scopes, workspace, credentialId } = yield* AuthenticatedPrincipal
      const missing = missingOf(access, { scopes, credentialId })
      const count = Effect.mapError(limits.takeTry("refusal", credentialId), rateLimited)
      if (missing !== undefined) {
        // Tells what is left as every authenticated answer does.
        yield* showAllowance(yield* limits.look(workspace.id, workspace.plan))
        yield* count
        return yield* insufficientScope(
          `This operation needs ${missing}, which the credential does not have`,
          access.scopes
        )
      }
      return yield* Effect.tapError(httpEffect, (error: unknown) =>
        error instanceof Forbidden ? count : Effect.void
      )
    })
  })
)
