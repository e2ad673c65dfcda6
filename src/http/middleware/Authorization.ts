/**
 * 403 where the credential lacks the scope that the endpoint itself declares, then 429 where the workspace has no
 * token left. A refusal costs no token, so one credential's refusals cannot starve the others. Every 403, also one
 * that a use case decides on, counts against a bucket of the credential, which refuses (429) only further refusals:
 * what the credential may do, it may go on doing.
 */
import { Effect, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ruleOf } from "../../api/EndpointRule.ts"
import { Forbidden, insufficientScope, type RateLimited } from "../../api/ErrorEnvelope.ts"
import { AuthenticatedPrincipal, Authorization, type Caller } from "../../api/Middleware.ts"
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
  Effect.map(RateLimits, (limits) => {
    const countRefusal = ({ credentialId }: Caller) =>
      Effect.mapError(limits.takeTry("refusal", credentialId), rateLimited)

    const refuse = Effect.fnUntraced(function* (
      caller: Caller,
      { scopes }: ScopeRule,
      missing: string
    ) {
      const { workspace } = caller
      // Every authenticated response carries RateLimit headers, this one too.
      yield* showAllowance(yield* limits.look(workspace.id, workspace.plan))
      yield* countRefusal(caller)
      return yield* insufficientScope(
        `This operation needs ${missing}, which the credential does not have`,
        scopes
      )
    })

    const admit = (
      caller: Caller,
      access: ScopeRule
    ): Effect.Effect<void, Forbidden | RateLimited, HttpServerRequest.HttpServerRequest> => {
      const missing = missingOf(access, caller)
      if (missing !== undefined) return refuse(caller, access, missing)
      const { id, plan } = caller.workspace
      return Effect.matchEffect(limits.take(id, plan), {
        onFailure: (exceeded) =>
          Effect.andThen(showAllowance(exceeded.allowance), Effect.fail(rateLimited(exceeded))),
        onSuccess: showAllowance
      })
    }

    return (httpEffect, { endpoint }) => {
      // Asked once for each endpoint, when the API is built: what declares no scope is not served.
      const { access } = ruleOf(endpoint)
      if (access.kind === "none") {
        throw new Error(
          `${endpoint.identifier} needs no credential (${access.because}), yet one is asked for`
        )
      }
      return Effect.flatMap(AuthenticatedPrincipal, (caller) => {
        const handled = Effect.tapError(httpEffect, (error: unknown) =>
          error instanceof Forbidden ? countRefusal(caller) : Effect.void
        )
        return Effect.andThen(admit(caller, access), handled)
      })
    }
  })
)
