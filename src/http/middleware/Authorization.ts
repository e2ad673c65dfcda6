/** 403 where the credential lacks the scope that the endpoint itself declares. */
import { Context, Effect, Layer, Option } from "effect"
import { Forbidden } from "../../api/ErrorEnvelope.ts"
import { Authorization, CurrentPrincipal, RequiredScope } from "../../api/Middleware.ts"

export const AuthorizationLive = Layer.succeed(
  Authorization,
  Authorization.of(
    Effect.fnUntraced(function* (httpEffect, { endpoint }) {
      const { scopes } = yield* CurrentPrincipal
      const required = Context.getOption(endpoint.annotations, RequiredScope)
      if (Option.isNone(required)) {
        return yield* Effect.die(new Error(`${endpoint.identifier} declares no scope`))
      }
      const scope = required.value
      if (!scopes.has(scope)) {
        return yield* new Forbidden({
          message: `This operation needs the scope ${scope}, which the API key does not have`,
          challenge: `Bearer realm="retainer", error="insufficient_scope", scope="${scope}"`
        })
      }
      return yield* httpEffect
    })
  )
)
