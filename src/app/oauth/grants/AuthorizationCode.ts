/**
 * Authorization code grant (RFC 6749 §4.1.3, RFC 7636 §4.6). The grant is locked before the
 * decision, so one of many exchanges of a code succeeds. A code that is used twice revokes all its
 * tokens. The first wrong redemption by its app invalidates the code: a stolen code gives no second
 * guess.
 */
import { DateTime, Effect, Redacted, Result } from "effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Hex from "effect/encoding/Hex"
import { type App, isCodeVerifier } from "../../../domain/oauth/OAuth.ts"
import type { AuthorizationCodeForm } from "../../../domain/oauth/TokenRequest.ts"
import { hasSecretForm } from "../../../domain/people/Credential.ts"
import { type Code, OAuthRepository } from "../../ports/oauth/OAuthRepository.ts"
import { Signer } from "../../ports/Signer.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { badGrant, tokenFamily } from "../TokenFamily.ts"

export const authorizationCode = Effect.gen(function* () {
  const repository = yield* OAuthRepository
  const signer = yield* Signer
  const family = yield* tokenFamily
  const { transact } = yield* UnitOfWork

  const provesVerifier = ({ challenge }: Code, verifier: string | undefined): boolean => {
    // A verifier without a challenge means that the challenge was stripped (RFC 9700 §4.8.2).
    if (challenge === null) return verifier === undefined
    if (verifier === undefined || !isCodeVerifier(verifier)) return false
    const digest = Hex.decode(signer.hash(Redacted.make(verifier)))
    return Result.isSuccess(digest) && signer.sameHash(Base64Url.encode(digest.success), challenge)
  }

  /** The refusal is a value, because the revocation must be committed before the answer. */
  const exchange = Effect.fnUntraced(function* (
    app: App,
    hash: string,
    { redirect_uri: redirectUri, code_verifier: verifier }: AuthorizationCodeForm
  ) {
    const code = yield* repository.findCode(hash)
    if (code === null || code.workspaceId !== app.workspaceId) return Result.fail(badGrant)
    const grant = yield* repository.grantForUpdate(code.workspaceId, code.grantId)
    if (grant === null || grant.appId !== app.id) return Result.fail(badGrant)
    const now = yield* DateTime.now
    // Also if the replay is wrong in other ways, and at any later time (RFC 6749 §4.1.2).
    if (code.usedAt !== null) {
      yield* family.revoke(grant)
      return Result.fail(badGrant)
    }
    const isRight =
      DateTime.isGreaterThan(code.expiresAt, now) &&
      code.redirectUri === redirectUri &&
      provesVerifier(code, verifier)
    const isFirst = yield* repository.useCode(code.workspaceId, hash, now)
    if (!isFirst) yield* family.revoke(grant)
    return isRight && isFirst && grant.revokedAt === null
      ? Result.succeed(yield* family.issue(grant, 1, grant.scopes))
      : Result.fail(badGrant)
  }, transact)

  return Effect.fnUntraced(function* (app: App, form: AuthorizationCodeForm) {
    const secret = Redacted.make(form.code)
    if (!hasSecretForm("rac", secret)) return yield* badGrant
    return yield* Effect.fromResult(yield* exchange(app, signer.hash(secret), form))
  })
})
