/**
 * The authorization endpoint (RFC 6749 §4.1): from an app's request to a code that its user allowed.
 * Nothing is ever sent to an address before it is known to be the app's own.
 */
import { Context, Data, DateTime, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { AppId, GrantId, parseOrFail } from "../../domain/Ids.ts"
import {
  type App,
  type AuthorizationRequest,
  answerUri,
  codeLifetime,
  type OAuthRefused,
  type Parameters,
  parseAuthorization,
  refused
} from "../../domain/oauth/OAuth.ts"
import { makeSecret } from "../../domain/people/Credential.ts"
import type { User } from "../../domain/people/User.ts"
import { type ConnectedApp, OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"

/** The app or its address is not known: told to the person, never to the address (§4.1.2.1). */
export class AuthorizationUnusable extends Data.TaggedError("AuthorizationUnusable")<{
  readonly reason: string
}> {}

const appUnknown = new AuthorizationUnusable({
  reason: "No app with this client_id is registered here."
})

/** The request is wrong in a way that the app is told, at its own address. */
export class AuthorizationRefused extends Data.TaggedError("AuthorizationRefused")<{
  readonly location: string
}> {}

export interface Authorization {
  readonly app: App
  readonly request: AuthorizationRequest
}

export class OAuthAuthorizations extends Context.Service<
  OAuthAuthorizations,
  {
    readonly prepare: (
      given: Parameters
    ) => Effect.Effect<Authorization, AuthorizationUnusable | AuthorizationRefused>
    /** Where the user goes who allowed it: the app's address with a code. */
    readonly allow: (
      authorization: Authorization,
      user: User
    ) => Effect.Effect<string, AuthorizationUnusable>
    /** Where the user goes who did not. */
    readonly deny: (authorization: Authorization) => string
    readonly connected: (user: User) => Effect.Effect<ReadonlyArray<ConnectedApp>>
    /** Ends what the user allowed; nothing happens where it is not theirs. */
    readonly disconnect: (user: User, grantId: string) => Effect.Effect<void>
  }
>()("retainer/app/OAuthAuthorizations") {
  static readonly layer = Layer.effect(
    OAuthAuthorizations,
    Effect.gen(function* () {
      const repository = yield* OAuthRepository
      const signer = yield* Signer
      const { transact } = yield* UnitOfWork
      const { authUrl } = yield* PublicUrls
      const random = yield* SecureRandom.SecureRandom

      const answer = (
        redirectUri: string,
        state: string | null,
        fields: Readonly<Record<string, string>>
      ) => answerUri(redirectUri, { ...fields, state, iss: authUrl })

      const refusal = (redirectUri: string, state: string | null, error: OAuthRefused) =>
        answer(redirectUri, state, { error: error.code, error_description: error.description })

      const appOf = Effect.fnUntraced(function* (given: Parameters) {
        const unusable = (reason: string) => new AuthorizationUnusable({ reason })
        const clientId = given.get("client_id")
        if (clientId === undefined || given.isRepeated("client_id")) {
          return yield* unusable("The request does not say which app it comes from.")
        }
        const id = yield* parseOrFail(AppId, clientId, () => appUnknown)
        const app = (yield* repository.findApp(id)) ?? (yield* appUnknown)
        const redirectUri = given.get("redirect_uri")
        if (
          redirectUri === undefined ||
          given.isRepeated("redirect_uri") ||
          !app.redirectUris.includes(redirectUri)
        ) {
          return yield* unusable(
            "The address that the app wants to lead you to (redirect_uri) is not one that it registered."
          )
        }
        return { app, redirectUri }
      })

      return OAuthAuthorizations.of({
        prepare: Effect.fn("OAuthAuthorizations.prepare")(function* (given) {
          const { app, redirectUri } = yield* appOf(given)
          const state = given.isRepeated("state") ? null : (given.get("state") ?? null)
          const request = yield* Effect.mapError(
            Effect.fromResult(parseAuthorization(redirectUri, given)),
            (error) => new AuthorizationRefused({ location: refusal(redirectUri, state, error) })
          )
          return { app, request }
        }),

        allow: Effect.fn("OAuthAuthorizations.allow")(function* ({ app, request }, user) {
          const createdAt = yield* DateTime.now
          const grantId = yield* GrantId.next(random)
          const code = yield* makeSecret("rac", random)
          const { workspaceId } = app
          const insertCode = repository.insertCode({
            hash: signer.hash(code),
            workspaceId,
            grantId,
            redirectUri: request.redirectUri,
            challenge: request.challenge,
            createdAt,
            expiresAt: DateTime.addDuration(createdAt, codeLifetime),
            usedAt: null
          })
          const insertGrant = repository.insertGrant({
            id: grantId,
            workspaceId,
            appId: app.id,
            userId: user.id,
            scopes: request.scopes,
            generation: 0,
            rotatedAt: null,
            createdAt,
            revokedAt: null
          })
          yield* transact(
            Effect.flatMap(insertGrant, (isThere) =>
              isThere ? insertCode : Effect.fail(appUnknown)
            )
          )
          return answer(request.redirectUri, request.state, { code: Redacted.value(code) })
        }),

        deny: ({ request }) =>
          refusal(
            request.redirectUri,
            request.state,
            refused("access_denied", "the user did not allow it")
          ),

        connected: ({ workspaceId, id }) => repository.connectedApps(workspaceId, id),

        disconnect: Effect.fn("OAuthAuthorizations.disconnect")(function* (user, idText) {
          const id = GrantId.parse(idText)
          if (id._tag === "None") return
          yield* transact(
            Effect.gen(function* () {
              const grant = yield* repository.grantForUpdate(user.workspaceId, id.value)
              if (grant === null || grant.userId !== user.id || grant.revokedAt !== null) return
              yield* repository.saveGrant({ ...grant, revokedAt: yield* DateTime.now })
            })
          )
        })
      })
    })
  )
}
