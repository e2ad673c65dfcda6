/** Client authentication of the token and revocation endpoints (RFC 6749 §2.3.1). */
import { Context, Effect, Layer, Redacted } from "effect"
import {
  type App,
  appIdIn,
  type OAuthRefused,
  type Parameters,
  refused,
  shownName
} from "../../domain/oauth/OAuth.ts"
import { ClientForm, decodeForm } from "../../domain/oauth/TokenRequest.ts"
import { movedRefusal } from "../MovedWorkspaces.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"

/** The credentials of HTTP Basic, decoded; null where the request has none. */
export interface BasicCredentials {
  readonly id: string
  readonly secret: Redacted.Redacted
}

const readClient = decodeForm(ClientForm)

export class OAuthClients extends Context.Service<
  OAuthClients,
  {
    /** The authenticated app; a repeated parameter is refused (§3.2). */
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
      const refuseMoved = yield* movedRefusal

      return OAuthClients.of({
        authenticateApp: Effect.fnUntraced(function* (given, basic) {
          const repeated = given.repeated[0]
          if (repeated !== undefined) {
            return yield* refused("invalid_request", `${shownName(repeated)} is given twice`)
          }
          const failed = refused("invalid_client", "the client_id or client_secret is not right")
          const { client_id: clientId, client_secret: posted } = yield* Effect.fromResult(
            readClient(given)
          )
          if (basic !== null && posted !== undefined) {
            return yield* refused("invalid_request", "the client authenticates in two ways at once")
          }
          if (basic !== null && clientId !== undefined && clientId !== basic.id) {
            return yield* refused("invalid_request", "client_id is not the one that authenticates")
          }
          const secret = basic?.secret ?? (posted === undefined ? null : Redacted.make(posted))
          const id = appIdIn(basic?.id ?? clientId ?? "")
          if (secret === null || id._tag === "None") return yield* failed
          const app = yield* repository.findApp(id.value)
          if (app === null) yield* refuseMoved({ app: id.value })
          return app !== null && signer.sameHash(app.secretHash, signer.hash(secret))
            ? app
            : yield* failed
        })
      })
    })
  )
}
