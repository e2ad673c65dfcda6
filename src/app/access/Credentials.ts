/** Authenticates a bearer credential of either kind: an API key or an access token. */
import { Context, Effect, Layer, Redacted } from "effect"
import { CredentialUnknown } from "../../domain/access/Principal.ts"
import { hasSecretForm } from "../../domain/people/Credential.ts"
import { Busy } from "../AdmissionControl.ts"
import { OAuthTokens } from "../oauth/OAuthTokens.ts"
import { ApiKeys } from "../people/ApiKeys.ts"
import type { Authenticated, Peeked } from "../people/CredentialCache.ts"
import { Signer } from "../ports/Signer.ts"
import { WorkspaceMoves } from "../ports/workspaces/WorkspaceMoves.ts"

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
      const signer = yield* Signer
      const moves = yield* WorkspaceMoves

      /** Refuses by name where the workspace moved or is about to. A typo costs no query. */
      const refuseMoved = Effect.fnUntraced(function* (
        prefix: "rat" | "rk",
        secret: Redacted.Redacted
      ) {
        if (!hasSecretForm(prefix, secret)) return
        const move = yield* moves.findByCredential(signer.hash(secret))
        if (move === null) return
        if (!move.isDecided) return yield* Effect.die(new Busy({ reason: "moving" }))
        return yield* new CredentialUnknown({ reason: "moved", cell: move.cell })
      })

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
