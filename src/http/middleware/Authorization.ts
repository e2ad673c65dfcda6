/**
 * 403 where the credential lacks the scope that the endpoint itself declares, before the rate limit: it
 * costs no token of the workspace, so one credential's refusals cannot starve the others. Every 403, also
 * one that a use case decides on, counts against a bucket of the credential, which refuses (429) only
 * further refusals: what the credential may do, it may go on doing.
 */
import { Context, Effect, Layer, Option } from "effect"
import { Forbidden, insufficientScope } from "../../api/ErrorEnvelope.ts"
import { Authorization, CurrentPrincipal, RequiredScope } from "../../api/Middleware.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import { ApiKeyId } from "../../domain/Ids.ts"
import { missingFor } from "../../domain/Scope.ts"
import { rateLimited, showAllowance } from "./RateLimit.ts"

export const layerAuthorization = Layer.effect(
  Authorization,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (httpEffect, { endpoint }) {
      const { scopes, workspace, credentialId } = yield* CurrentPrincipal
      const required = Context.getOption(endpoint.annotations, RequiredScope)
      if (Option.isNone(required)) {
        return yield* Effect.die(new Error(`${endpoint.identifier} declares no scope`))
      }
      const isApiKey = ApiKeyId.parse(credentialId)._tag === "Some"
      const missing = missingFor(required.value, scopes, isApiKey)
      const count = Effect.mapError(limits.takeTry("refusal", credentialId), rateLimited)
      if (missing !== undefined) {
        // Tells what is left as every authenticated answer does.
        yield* showAllowance(yield* limits.look(workspace.id, workspace.plan))
        yield* count
        return yield* insufficientScope(
          `This operation needs ${missing}, which the credential does not have`,
          required.value.scopes
        )
      }
      return yield* Effect.tapError(httpEffect, (error: unknown) =>
        error instanceof Forbidden ? count : Effect.void
      )
    })
  )
)
