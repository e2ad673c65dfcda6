/**
 * Token endpoint (RFC 6749 §3.2), revocation, and the check of access tokens. A code or refresh
 * token that is used twice ends its whole family, but only after the app has authenticated.
 */
import { Context, Effect, Layer, type Redacted, type Schema } from "effect"
import type { CredentialUnknown } from "../../domain/access/Principal.ts"
import type { App, OAuthRefused, Parameters } from "../../domain/oauth/OAuth.ts"
import {
  AuthorizationCodeForm,
  decodeForm,
  type GrantType,
  grantTypeOf,
  RefreshTokenForm,
  RevocationForm
} from "../../domain/oauth/TokenRequest.ts"
import type { Authenticated, Peeked } from "../people/CredentialCache.ts"
import { useCase } from "../UseCase.ts"
import { authenticateToken } from "./AccessTokens.ts"
import { authorizationCode } from "./grants/AuthorizationCode.ts"
import { refreshToken } from "./grants/RefreshToken.ts"
import { type BasicCredentials, OAuthClients } from "./OAuthClients.ts"
import { revokeToken } from "./RevokeToken.ts"
import type { TokenAnswer } from "./TokenFamily.ts"

type Answer = Effect.Effect<TokenAnswer, OAuthRefused>

export class OAuthTokens extends Context.Service<
  OAuthTokens,
  {
    readonly exchange: (given: Parameters, basic: BasicCredentials | null) => Answer
    readonly revoke: (
      given: Parameters,
      basic: BasicCredentials | null
    ) => Effect.Effect<void, OAuthRefused>
    readonly authenticate: (
      secret: Redacted.Redacted
    ) => Effect.Effect<Authenticated, CredentialUnknown>
    /** As `Credentials.peek`. */
    readonly peek: (secret: Redacted.Redacted, now: number) => Peeked | undefined
  }
>()("retainer/app/OAuthTokens") {
  static readonly layer = Layer.effect(
    OAuthTokens,
    Effect.gen(function* () {
      const { authenticateApp } = yield* OAuthClients
      const revoke = yield* revokeToken

      /** Decodes the form of a grant type and exchanges it for tokens. */
      const grant =
        <Form>(schema: Schema.Codec<Form, unknown>, exchange: (app: App, form: Form) => Answer) =>
        (app: App, given: Parameters): Answer =>
          Effect.flatMap(Effect.fromResult(decodeForm(schema)(given)), (form) =>
            exchange(app, form)
          )

      const grants: { readonly [Type in GrantType]: (app: App, given: Parameters) => Answer } = {
        authorization_code: grant(AuthorizationCodeForm, yield* authorizationCode),
        refresh_token: grant(RefreshTokenForm, yield* refreshToken)
      }

      return OAuthTokens.of({
        ...(yield* authenticateToken),

        exchange: useCase("OAuthTokens.exchange")(function* (given, basic) {
          const app = yield* authenticateApp(given, basic)
          const type = yield* Effect.fromResult(grantTypeOf(given))
          return yield* grants[type](app, given)
        }),

        revoke: useCase("OAuthTokens.revoke")(function* (given, basic) {
          const app = yield* authenticateApp(given, basic)
          const { token } = yield* Effect.fromResult(decodeForm(RevocationForm)(given))
          yield* revoke(app, token)
        })
      })
    })
  )
}
