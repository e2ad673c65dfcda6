/** Revocation (RFC 7009): an app ends its own tokens; an unknown token is a success. */
import { Effect, Redacted } from "effect"
import { type App, type Grant, refused } from "../../domain/oauth/OAuth.ts"
import { hasSecretForm } from "../../domain/people/Credential.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { tokenFamily } from "./TokenFamily.ts"

const requireOwn = (app: App, grant: Grant) =>
  grant.appId === app.id
    ? Effect.void
    : Effect.fail(refused("invalid_grant", "the token was issued to another client"))

/** An access token ends alone, a refresh token with all tokens of its grant. */
export const revokeToken = Effect.gen(function* () {
  const repository = yield* OAuthRepository
  const signer = yield* Signer
  const family = yield* tokenFamily
  const { transact } = yield* UnitOfWork

  return Effect.fnUntraced(function* (app: App, text: string) {
    const secret = Redacted.make(text)
    const access = hasSecretForm("rat", secret)
      ? yield* repository.findAccessToken(signer.hash(secret))
      : null
    if (access !== null) {
      yield* requireOwn(app, access.grant)
      return yield* repository.removeAccessToken(app.workspaceId, access.token.hash)
    }
    const refresh = yield* family.findRefresh(app, secret)
    if (refresh === null) return
    yield* requireOwn(app, refresh.grant)
    yield* family.revoke(refresh.grant)
  }, transact)
})
