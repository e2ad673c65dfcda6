/**
 * The token endpoint (RFC 6749 §4.1.3, §6), revocation (RFC 7009) and the check of access tokens. The
 * grant is locked before anything is decided about it, so of many exchanges of one code one succeeds;
 * whatever is presented twice ends the whole family, but only after the app has proved itself.
 */
import { Context, DateTime, Duration, Effect, Layer, Redacted, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url, Hex } from "effect/encoding"
import {
  type App,
  accessLifetime,
  type Grant,
  isCodeVerifier,
  type OAuthRefused,
  type Parameters,
  parseScopes,
  refreshGrace,
  refreshLifetime,
  refused
} from "../../domain/oauth/OAuth.ts"
import { CredentialUnknown, type Principal } from "../../domain/Principal.ts"
import { hasSecretForm, makeSecret, secretOf } from "../../domain/people/Credential.ts"
import type { Scope } from "../../domain/Scope.ts"
import { type Code, OAuthRepository, type RefreshToken } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { type BasicCredentials, OAuthClients } from "./OAuthClients.ts"

export interface TokenAnswer {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
  readonly expiresIn: number
  readonly scopes: ReadonlyArray<Scope>
}

type Answer = Effect.Effect<TokenAnswer, OAuthRefused>

const badGrant = refused("invalid_grant", "the code or token is unknown, used, expired or revoked")

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
    ) => Effect.Effect<Principal, CredentialUnknown>
  }
>()("retainer/app/OAuthTokens") {
  static readonly layer = Layer.effect(
    OAuthTokens,
    Effect.gen(function* () {
      const repository = yield* OAuthRepository
      const signer = yield* Signer
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const { single, need, authenticateApp } = yield* OAuthClients

      /** A refresh token is computed from its place in the family: its repeat gives the same text. */
      const refreshPlace = (grant: Grant, generation: number) => `${grant.id}:${generation}`
      const newRefreshToken = (grant: Grant, generation: number) =>
        secretOf("rrt", signer.derive("refresh-token", refreshPlace(grant, generation)))

      /** The one that was given out: the key may have been rotated since. */
      const issuedRefreshToken = Effect.fnUntraced(function* (grant: Grant, generation: number) {
        const place = refreshPlace(grant, generation)
        for (const derived of signer.derivations("refresh-token", place)) {
          const secret = secretOf("rrt", derived)
          if ((yield* repository.findRefreshToken(signer.hash(secret))) !== null) return secret
        }
        return newRefreshToken(grant, generation)
      })

      const issue = Effect.fnUntraced(function* (
        grant: Grant,
        generation: number,
        scopes: ReadonlyArray<Scope>
      ) {
        const createdAt = yield* DateTime.now
        const accessToken = yield* makeSecret("rat", random)
        const { workspaceId, id: grantId } = grant
        yield* repository.insertAccessToken({
          hash: signer.hash(accessToken),
          workspaceId,
          grantId,
          scopes,
          createdAt,
          expiresAt: DateTime.addDuration(createdAt, accessLifetime)
        })
        const isNew = generation > grant.generation
        const refreshToken = isNew
          ? newRefreshToken(grant, generation)
          : yield* issuedRefreshToken(grant, generation)
        if (isNew) {
          yield* repository.insertRefreshToken({
            hash: signer.hash(refreshToken),
            workspaceId,
            grantId,
            generation,
            createdAt,
            expiresAt: DateTime.addDuration(createdAt, refreshLifetime)
          })
          yield* repository.saveGrant({ ...grant, generation, rotatedAt: createdAt })
        }
        return {
          accessToken,
          refreshToken,
          expiresIn: Duration.toSeconds(accessLifetime),
          scopes
        }
      })

      const revokeFamily = Effect.fnUntraced(function* (grant: Grant) {
        if (grant.revokedAt === null) {
          yield* repository.saveGrant({ ...grant, revokedAt: yield* DateTime.now })
        }
      })

      const provesVerifier = ({ challenge }: Code, verifier: string | undefined): boolean => {
        // A verifier for a code that knows no challenge: the challenge was stripped (RFC 9700 §4.8.2).
        if (challenge === null) return verifier === undefined
        if (verifier === undefined || !isCodeVerifier(verifier)) return false
        const digest = Hex.decode(signer.hash(Redacted.make(verifier)))
        return (
          Result.isSuccess(digest) && signer.sameHash(Base64Url.encode(digest.success), challenge)
        )
      }

      /** The refusal is a value here: what it ends has to be committed before it is told. */
      const exchangeCode = Effect.fnUntraced(function* (app: App, given: Parameters) {
        const text = yield* need(given, "code")
        const redirectUri = yield* need(given, "redirect_uri")
        const secret = Redacted.make(text)
        if (!hasSecretForm("rac", secret)) return yield* badGrant
        const hash = signer.hash(secret)
        return yield* transact(
          Effect.gen(function* () {
            const code = yield* repository.findCode(hash)
            if (code === null || code.workspaceId !== app.workspaceId) return Result.fail(badGrant)
            const grant = yield* repository.grantForUpdate(code.workspaceId, code.grantId)
            if (grant === null || grant.appId !== app.id) return Result.fail(badGrant)
            const now = yield* DateTime.now
            // Whatever else is wrong with a replay, and however late it comes (RFC 6749 §4.1.2).
            if (code.usedAt !== null) {
              yield* revokeFamily(grant)
              return Result.fail(badGrant)
            }
            if (
              DateTime.isLessThanOrEqualTo(code.expiresAt, now) ||
              code.redirectUri !== redirectUri ||
              !provesVerifier(code, given.get("code_verifier"))
            ) {
              return Result.fail(badGrant)
            }
            const isFirst = yield* repository.useCode(code.workspaceId, hash, now)
            if (!isFirst) yield* revokeFamily(grant)
            return isFirst && grant.revokedAt === null
              ? Result.succeed(yield* issue(grant, 1, grant.scopes))
              : Result.fail(badGrant)
          })
        )
      })

      const narrowed = (grant: Grant, text: string | undefined) =>
        text === undefined
          ? Result.succeed(grant.scopes)
          : Result.flatMap(parseScopes(text), (scopes) =>
              scopes.every((scope) => grant.scopes.includes(scope))
                ? Result.succeed(scopes)
                : Result.fail(refused("invalid_scope", "more was asked for than was granted"))
            )

      const refreshGrant = Effect.fnUntraced(function* (
        grant: Grant,
        presented: RefreshToken,
        scope: string | undefined
      ) {
        const now = yield* DateTime.now
        const isNewest = presented.generation === grant.generation
        const sinceRotation =
          grant.rotatedAt === null ? 0 : Duration.toMillis(DateTime.distance(grant.rotatedAt, now))
        const isRepeat =
          presented.generation === grant.generation - 1 &&
          sinceRotation <= Duration.toMillis(refreshGrace)
        if (grant.revokedAt !== null || DateTime.isLessThanOrEqualTo(presented.expiresAt, now)) {
          return Result.fail(badGrant)
        }
        if (!isNewest && !isRepeat) {
          yield* revokeFamily(grant)
          return Result.fail(badGrant)
        }
        const scopes = narrowed(grant, scope)
        return Result.isFailure(scopes)
          ? Result.fail(scopes.failure)
          : Result.succeed(yield* issue(grant, presented.generation + 1, scopes.success))
      })

      const findRefresh = Effect.fnUntraced(function* (app: App, secret: Redacted.Redacted) {
        if (!hasSecretForm("rrt", secret)) return null
        const token = yield* repository.findRefreshToken(signer.hash(secret))
        if (token === null || token.workspaceId !== app.workspaceId) return null
        const grant = yield* repository.grantForUpdate(token.workspaceId, token.grantId)
        return grant === null ? null : { token, grant }
      })

      const exchangeRefresh = Effect.fnUntraced(function* (app: App, given: Parameters) {
        const secret = Redacted.make(yield* need(given, "refresh_token"))
        return yield* transact(
          Effect.gen(function* () {
            const found = yield* findRefresh(app, secret)
            return found === null || found.grant.appId !== app.id
              ? Result.fail(badGrant)
              : yield* refreshGrant(found.grant, found.token, given.get("scope"))
          })
        )
      })

      /** An app ends only what is its own. */
      const requireOwn = (app: App, grant: Grant) =>
        grant.appId === app.id
          ? Effect.void
          : Effect.fail(refused("invalid_grant", "the token was issued to another client"))

      return OAuthTokens.of({
        exchange: Effect.fn("OAuthTokens.exchange")(function* (given, basic) {
          yield* single(given)
          const app = yield* authenticateApp(given, basic)
          const grantType = yield* need(given, "grant_type")
          switch (grantType) {
            case "authorization_code":
              return yield* Effect.fromResult(yield* exchangeCode(app, given))
            case "refresh_token":
              return yield* Effect.fromResult(yield* exchangeRefresh(app, given))
            default:
              return yield* refused(
                "unsupported_grant_type",
                "grant_type must be authorization_code or refresh_token"
              )
          }
        }),

        revoke: Effect.fn("OAuthTokens.revoke")(function* (given, basic) {
          yield* single(given)
          const app = yield* authenticateApp(given, basic)
          const secret = Redacted.make(yield* need(given, "token"))
          yield* transact(
            Effect.gen(function* () {
              // The form tells the kind: token_type_hint is not needed (RFC 7009 §2.1).
              const access = hasSecretForm("rat", secret)
                ? yield* repository.findAccessToken(signer.hash(secret))
                : null
              if (access !== null) {
                yield* requireOwn(app, access.grant)
                return yield* repository.removeAccessToken(app.workspaceId, access.token.hash)
              }
              const refresh = yield* findRefresh(app, secret)
              if (refresh === null) return
              yield* requireOwn(app, refresh.grant)
              yield* revokeFamily(refresh.grant)
            })
          )
        }),

        authenticate: Effect.fn("OAuthTokens.authenticate")(function* (secret) {
          const unknown = new CredentialUnknown({ reason: "invalid" })
          if (!hasSecretForm("rat", secret)) return yield* unknown
          const hash = signer.hash(secret)
          const found = yield* repository.findAccessToken(hash)
          if (found === null || !signer.sameHash(found.token.hash, hash)) return yield* unknown
          const { token, grant, workspace } = found
          const now = yield* DateTime.now
          return grant.revokedAt !== null || DateTime.isLessThanOrEqualTo(token.expiresAt, now)
            ? yield* unknown
            : { credentialId: grant.id, workspace, scopes: new Set(token.scopes) }
        })
      })
    })
  )
}
