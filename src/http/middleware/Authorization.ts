/** 403 where the credential lacks the scope that the endpoint itself declares. */
import { Context, Effect, Layer, Option } from "effect"
import { insufficientScope } from "../../api/ErrorEnvelope.ts"
import { Authorization, CurrentPrincipal, RequiredScope } from "../../api/Middleware.ts"
import { RateLimits } from "../../app/ports/RateLimits.ts"
import { ApiKeyId } from "../../domain/Ids.ts"
import { missingFor } from "../../domain/Scope.ts"
import { showAllowance } from "./RateLimit.ts"

export const AuthorizationLive = Layer.effect(
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
      if (missing !== undefined) {
        // Costs no token, and tells what is left as every authenticated answer does.
        yield* showAllowance(yield* limits.look(workspace.id, workspace.plan))
        return yield* insufficientScope(
          `This operation needs ${missing}, which the credential does not have`,
          required.value.scopes
        )
      }
      return yield* httpEffect
    })
  )
)
