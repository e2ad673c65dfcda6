/** Authenticates a bearer credential of either kind: an API key or an access token. */
import { Context, Effect, Layer, Redacted } from "effect"
import { CredentialUnknown } from "../../domain/access/Principal.ts"
import { movedSecretRefusal } from "../MovedWorkspaces.ts"
import { OAuthTokens } from "../oauth/OAuthTokens.ts"
import { ApiKeys } from "../people/ApiKeys.ts"
import type { Authenticated, Peeked } from "../people/CredentialCache.ts"

export class Credentials extends Context.Service<
  Credentials,
  {
    readonly authenticate: (
      secret: Redacted.Redacted
    ) => Effect.Effect<Authenticated, CredentialUnknown>
    /**
     * The cached credential at `now` (milliseconds), for a caller who compares its version with the
     * workspace's `credentials` version, read after the request came; or undefined.
     */
    readonly peek: (secret: Redacted.Redacted, now: number) => Peeked | undefined
  }
>()("retainer/app/Credentials") {
  static readonly layer = Layer.effect(
    Credentials,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const tokens = yield* OAuthTokens
      const refuseMoved = yield* movedSecretRefusal

      return Credentials.of({
        authenticate: (secret) => {
          const text = Redacted.value(secret)
          if (text === "") return Effect.fail(new CredentialUnknown({ reason: "missing" }))
          const prefix = text.startsWith("rat_") ? "rat" : "rk"
          const { authenticate } = prefix === "rat" ? tokens : keys
          return Effect.catchTag(authenticate(secret), "CredentialUnknown", (unknown) =>
            Effect.andThen(refuseMoved(prefix, secret), Effect.fail(unknown))
          )
        },
        peek: (secret, now) =>
          Redacted.value(secret).startsWith("rat_")
            ? tokens.peek(secret, now)
            : keys.peek(secret, now)
      })
    })
  )
}
