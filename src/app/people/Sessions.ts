/** Sessions of the workspace's pages: a secret in a cookie and its hash in the database. */
import { DateTime, Duration, Effect, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { hasSecretForm, makeSecret } from "../../domain/people/Credential.ts"
import type { User } from "../../domain/people/User.ts"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { Signer } from "../ports/Signer.ts"

export const sessionLifetime = Duration.days(14)

export const userSessions = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const signer = yield* Signer
  const random = yield* SecureRandom.SecureRandom

  const find = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
    if (!hasSecretForm("rse", secret)) return null
    const found = yield* sessions.find(signer.hash(secret))
    const now = yield* DateTime.now
    return found === null || DateTime.isLessThanOrEqualTo(found.session.expiresAt, now)
      ? null
      : found
  })

  return {
    find,

    begin: Effect.fnUntraced(function* (user: User) {
      const secret = yield* makeSecret("rse", random)
      const createdAt = yield* DateTime.now
      yield* sessions.insert({
        hash: signer.hash(secret),
        workspaceId: user.workspaceId,
        userId: user.id,
        createdAt,
        expiresAt: DateTime.addDuration(createdAt, sessionLifetime)
      })
      return secret
    }),

    end: Effect.fnUntraced(function* (secret: Redacted.Redacted) {
      const found = yield* find(secret)
      if (found !== null) yield* sessions.remove(found.workspace.id, found.session.hash)
    }),

    endAllOf: (user: User) => sessions.removeOfUser(user.workspaceId, user.id)
  }
})
