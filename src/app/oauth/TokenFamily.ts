/**
 * Token family: the tokens of one grant, which end together. Refresh tokens are derived from the
 * secret key, the grant and their generation: only hashes are stored, and a repeated refresh gets
 * the same successor.
 */
import { DateTime, Duration, Effect, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { labelsSoFar } from "../../domain/access/CellLabel.ts"
import type { Scope } from "../../domain/access/Scope.ts"
import {
  type App,
  accessLifetime,
  type Grant,
  refreshLifetime,
  refused
} from "../../domain/oauth/OAuth.ts"
import { hasSecretForm, makeSecret, secretOf } from "../../domain/people/Credential.ts"
import { Cell } from "../Cell.ts"
import { Journal } from "../Journal.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"

/** The answer does not reveal which of these applies. */
export const badGrant = refused(
  "invalid_grant",
  "the code or token is unknown, used, expired or revoked"
)

export interface TokenAnswer {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
  readonly expiresIn: number
  readonly scopes: ReadonlyArray<Scope>
}

/** Identifies a refresh token in the family; input of its derivation. */
const refreshPlace = (grant: Grant, generation: number) => `${grant.id}:${generation}`

const makeRefreshTokens = Effect.gen(function* () {
  const repository = yield* OAuthRepository
  const signer = yield* Signer
  const { label } = yield* Cell

  const made = (grant: Grant, generation: number) =>
    secretOf("rrt", signer.derive("refresh-token", refreshPlace(grant, generation)), label)

  /** The issued token, also if the key was rotated since, or the cell got its label. */
  const issued = Effect.fnUntraced(function* (grant: Grant, generation: number) {
    const place = refreshPlace(grant, generation)
    for (const derived of signer.derivations("refresh-token", place)) {
      for (const cell of labelsSoFar(label)) {
        const secret = secretOf("rrt", derived, cell)
        if ((yield* repository.findRefreshToken(signer.hash(secret))) !== null) return secret
      }
    }
    return made(grant, generation)
  })

  return { made, issued }
})

export const tokenFamily = Effect.gen(function* () {
  const repository = yield* OAuthRepository
  const signer = yield* Signer
  const random = yield* SecureRandom.SecureRandom
  const journal = yield* Journal
  const { label } = yield* Cell
  const refreshTokens = yield* makeRefreshTokens

  const newRefreshToken = Effect.fnUntraced(function* (
    grant: Grant,
    generation: number,
    createdAt: DateTime.Utc
  ) {
    const token = refreshTokens.made(grant, generation)
    yield* repository.insertRefreshToken({
      hash: signer.hash(token),
      workspaceId: grant.workspaceId,
      grantId: grant.id,
      generation,
      createdAt,
      expiresAt: DateTime.addDuration(createdAt, refreshLifetime)
    })
    yield* repository.saveGrant({ ...grant, generation, rotatedAt: createdAt })
    return token
  })

  return {
    /** A new access token, and the refresh token of the generation, issued before or not. */
    issue: Effect.fnUntraced(function* (
      grant: Grant,
      generation: number,
      scopes: ReadonlyArray<Scope>
    ) {
      const createdAt = yield* DateTime.now
      const accessToken = yield* makeSecret("rat", random, label)
      yield* repository.insertAccessToken({
        hash: signer.hash(accessToken),
        workspaceId: grant.workspaceId,
        grantId: grant.id,
        scopes,
        createdAt,
        expiresAt: DateTime.addDuration(createdAt, accessLifetime)
      })
      const refreshToken =
        generation > grant.generation
          ? yield* newRefreshToken(grant, generation, createdAt)
          : yield* refreshTokens.issued(grant, generation)
      const expiresIn = Duration.toSeconds(accessLifetime)
      return { accessToken, refreshToken, expiresIn, scopes } satisfies TokenAnswer
    }),

    /** Ends all codes and tokens of the grant. */
    revoke: Effect.fnUntraced(function* (grant: Grant) {
      if (grant.revokedAt === null) {
        const revoked = { ...grant, revokedAt: yield* DateTime.now }
        yield* repository.saveGrant(revoked)
        yield* journal.note(grant.workspaceId, "oauth_grant.revoked", grant, revoked)
      }
    }),

    /** The refresh token with its locked grant; null if the app's workspace has none. */
    findRefresh: Effect.fnUntraced(function* (app: App, secret: Redacted.Redacted) {
      if (!hasSecretForm("rrt", secret)) return null
      const token = yield* repository.findRefreshToken(signer.hash(secret))
      if (token === null || token.workspaceId !== app.workspaceId) return null
      const grant = yield* repository.grantForUpdate(token.workspaceId, token.grantId)
      return grant === null ? null : { token, grant }
    })
  }
})
