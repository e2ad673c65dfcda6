/** Records the user's consent: a grant, and the code that the app exchanges for tokens. */
import { DateTime, Effect, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { GrantId } from "../../domain/Ids.ts"
import { codeLifetime, type Grant } from "../../domain/oauth/OAuth.ts"
import { makeSecret } from "../../domain/people/Credential.ts"
import type { User } from "../../domain/people/User.ts"
import { Cell } from "../Cell.ts"
import { Journal } from "../Journal.ts"
import { type Code, OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import {
  appUnknown,
  authorizationAnswers,
  type PreparedAuthorization
} from "./PrepareAuthorization.ts"

/** Returns the redirect of the user: the app's address with a code. */
export const allowAuthorization = Effect.gen(function* () {
  const repository = yield* OAuthRepository
  const signer = yield* Signer
  const journal = yield* Journal
  const random = yield* SecureRandom.SecureRandom
  const { label } = yield* Cell
  const { answer } = yield* authorizationAnswers
  const { transact } = yield* UnitOfWork

  const insert = Effect.fnUntraced(function* (grant: Grant, code: Code) {
    const isThere = yield* repository.insertGrant(grant)
    if (!isThere) return yield* appUnknown
    yield* repository.insertCode(code)
    yield* journal.note(grant.workspaceId, "oauth_grant.created", null, grant)
  }, transact)

  return useCase("OAuthAuthorizations.allow")(function* (
    { app, request }: PreparedAuthorization,
    user: User
  ) {
    const createdAt = yield* DateTime.now
    const grantId = yield* GrantId.next(random)
    const code = yield* makeSecret("rac", random, label)
    const { workspaceId } = app
    yield* insert(
      {
        id: grantId,
        workspaceId,
        appId: app.id,
        userId: user.id,
        scopes: request.scopes,
        generation: 0,
        rotatedAt: null,
        createdAt,
        revokedAt: null
      },
      {
        hash: signer.hash(code),
        workspaceId,
        grantId,
        redirectUri: request.redirectUri,
        challenge: request.challenge,
        createdAt,
        expiresAt: DateTime.addDuration(createdAt, codeLifetime),
        usedAt: null
      }
    )
    return answer(request.redirectUri, request.state, { code: Redacted.value(code) })
  })
})
