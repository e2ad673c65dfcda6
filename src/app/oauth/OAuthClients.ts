/** What every request to the token and revocation endpoints has in common: who it proves to come from. */
import { Context, Effect, Layer, Redacted } from "effect"
import { AppId } from "../../domain/Ids.ts"
import {
  type App,
  type OAuthRefused,
  type Parameters,
  refused,
  shownName
} from "../../domain/oauth/OAuth.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"

/** The credentials of HTTP Basic, decoded; null where the request has none. */
export interface BasicCredentials {
  readonly id: string
  readonly secret: Redacted.Redacted
}

export class OAuthClients extends Context.Service<
  OAuthClients,
  {
    /** Refuses a repeated parameter (RFC 6749 §3.2). */
    readonly single: (given: Parameters) => Effect.Effect<void, OAuthRefused>
    readonly need: (given: Parameters, name: string) => Effect.Effect<string, OAuthRefused>
    /** The app that the request proves to come from (RFC 6749 §2.3.1). */
    readonly authenticateApp: (
      given: Parameters,
      basic: BasicCredentials | null
    ) => Effect.Effect<App, OAuthRefused>
  }
>()("retainer/app/OAuthClients") {
  static readonly layer = Layer.effect(
    OAuthClients,
    Effect.gen(function* () {
      const repository = yield* OAuthRepository
      const signer = yield* Signer

      const single = (given: Parameters): Effect.Effect<void, OAuthRefused> => {
        const repeated = given.repeated[0]
        return repeated === undefined
          ? Effect.void
          : Effect.fail(refused("invalid_request", `${shownName(repeated)} is given twice`))
      }

      const need = (given: Parameters, name: string): Effect.Effect<string, OAuthRefused> => {
        const value = given.get(name)
        return value === undefined
          ? Effect.fail(refused("invalid_request", `${name} is needed`))
          : Effect.succeed(value)
      }

      const authenticateApp = Effect.fnUntraced(function* (
        given: Parameters,
        basic: BasicCredentials | null
      ) {
        const failed = refused("invalid_client", "the client_id or client_secret is not right")
        const posted = given.get("client_secret")
        if (basic !== null && posted !== undefined) {
          return yield* refused("invalid_request", "the client authenticates in two ways at once")
        }
        const clientId = given.get("client_id")
        if (basic !== null && clientId !== undefined && clientId !== basic.id) {
          return yield* refused("invalid_request", "client_id is not the one that authenticates")
        }
        const secret = basic?.secret ?? (posted === undefined ? null : Redacted.make(posted))
        const id = AppId.parse(basic?.id ?? clientId ?? "")
        if (secret === null || id._tag === "None") return yield* failed
        const app = yield* repository.findApp(id.value)
        return app !== null && signer.sameHash(app.secretHash, signer.hash(secret))
          ? app
          : yield* failed
      })

      return OAuthClients.of({ single, need, authenticateApp })
    })
  )
}
