/**
 * Refresh token grant (RFC 6749 §6). The grant is locked before the decision; a refresh token that
 * was replaced and returns ends all tokens of the grant.
 */
import { DateTime, Effect, Redacted, Result } from "effect"
import type { App } from "../../../domain/oauth/OAuth.ts"
import { narrowedScopes, refreshVerdict } from "../../../domain/oauth/Refresh.ts"
import type { RefreshTokenForm } from "../../../domain/oauth/TokenRequest.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { badGrant, tokenFamily } from "../TokenFamily.ts"

export const refreshToken = Effect.gen(function* () {
  const family = yield* tokenFamily
  const { transact } = yield* UnitOfWork

  /** The refusal is a value, because the revocation must be committed before the answer. */
  const exchange = Effect.fnUntraced(function* (
    app: App,
    { refresh_token: text, scope }: RefreshTokenForm
  ) {
    const found = yield* family.findRefresh(app, Redacted.make(text))
    if (found === null || found.grant.appId !== app.id) return Result.fail(badGrant)
    const { grant, token } = found
    const verdict = refreshVerdict(grant, token, yield* DateTime.now)
    if (verdict === "reused") yield* family.revoke(grant)
    if (verdict !== "good") return Result.fail(badGrant)
    const scopes = narrowedScopes(grant, scope)
    return Result.isFailure(scopes)
      ? Result.fail(scopes.failure)
      : Result.succeed(yield* family.issue(grant, token.generation + 1, scopes.success))
  }, transact)

  return (app: App, form: RefreshTokenForm) =>
    Effect.flatMap(exchange(app, form), Effect.fromResult)
})
