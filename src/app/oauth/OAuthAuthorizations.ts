/**
 * Authorization endpoint (RFC 6749 §4.1): from an app's request to the code that its user allowed.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { GrantId } from "../../domain/Ids.ts"
import { type Parameters, refused } from "../../domain/oauth/OAuth.ts"
import type { User } from "../../domain/people/User.ts"
import { Journal } from "../Journal.ts"
import { type ConnectedApp, OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { allowAuthorization } from "./AllowAuthorization.ts"
import {
  type AuthorizationRefused,
  type AuthorizationUnusable,
  authorizationAnswers,
  type PreparedAuthorization,
  prepareAuthorization
} from "./PrepareAuthorization.ts"

export class OAuthAuthorizations extends Context.Service<
  OAuthAuthorizations,
  {
    readonly prepare: (
      given: Parameters
    ) => Effect.Effect<PreparedAuthorization, AuthorizationUnusable | AuthorizationRefused>
    /** Returns the redirect of the user: the app's address with a code. */
    readonly allow: (
      authorization: PreparedAuthorization,
      user: User
    ) => Effect.Effect<string, AuthorizationUnusable>
    /** The redirect of a user who denied. */
    readonly deny: (authorization: PreparedAuthorization) => string
    readonly connected: (user: User) => Effect.Effect<ReadonlyArray<ConnectedApp>>
    /** Revokes the user's grant; has no effect on another user's. */
    readonly disconnect: (user: User, grantId: string) => Effect.Effect<void>
  }
>()("retainer/app/OAuthAuthorizations") {
  static readonly layer = Layer.effect(
    OAuthAuthorizations,
    Effect.gen(function* () {
      const repository = yield* OAuthRepository
      const journal = yield* Journal
      const { refusal } = yield* authorizationAnswers
      const { transact } = yield* UnitOfWork

      return OAuthAuthorizations.of({
        prepare: yield* prepareAuthorization,
        allow: yield* allowAuthorization,

        deny: ({ request }) =>
          refusal(
            request.redirectUri,
            request.state,
            refused("access_denied", "the user did not allow it")
          ),

        connected: ({ workspaceId, id }) => repository.connectedApps(workspaceId, id),

        disconnect: useCase("OAuthAuthorizations.disconnect")(function* (user, idText) {
          const id = GrantId.parse(idText)
          if (id._tag === "None") return
          const grant = yield* repository.grantForUpdate(user.workspaceId, id.value)
          if (grant === null || grant.userId !== user.id || grant.revokedAt !== null) return
          const revoked = { ...grant, revokedAt: yield* DateTime.now }
          yield* repository.saveGrant(revoked)
          yield* journal.note(user.workspaceId, "oauth_grant.revoked", grant, revoked)
        }, transact)
      })
    })
  )
}
