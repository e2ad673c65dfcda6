/**
 * Sessions of the workspace's pages: a secret in a cookie and its hash in the database. A session
 * ends 14 days after its sign-in, or after 12 hours without use (OWASP ASVS 4.0.3, 3.3.2).
 */
import { DateTime, Duration, Effect, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { hasSecretForm, makeSecret } from "../../domain/people/Credential.ts"
import { deviceOf } from "../../domain/people/Device.ts"
import type { User } from "../../domain/people/User.ts"
import { makeNotes } from "../AdmissionControl.ts"
import { Cell } from "../Cell.ts"
import { CurrentOrigin } from "../CurrentActor.ts"
import { movedSecretRefusal } from "../MovedWorkspaces.ts"
import { SessionRepository, type UserSession } from "../ports/people/SessionRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"

export const sessionLifetime = Duration.days(14)
const idleLifetime = Duration.hours(12)
/** Bounds the writes: a session may end earlier by this much. */
const useRecordedEvery = Duration.minutes(5)
/** For this long after the password was entered, sensitive changes do not need it again. */
const proofLifetime = Duration.minutes(15)

const isOlder = (at: DateTime.Utc, age: Duration.Duration, now: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(DateTime.addDuration(at, age), now)

export const hasEnded = (
  { expiresAt, usedAt }: Pick<UserSession, "expiresAt" | "usedAt">,
  now: DateTime.Utc
): boolean =>
  DateTime.isLessThanOrEqualTo(expiresAt, now) ||
  (usedAt !== null && isOlder(usedAt, idleLifetime, now))

/** Whether the user entered the password a short time ago. */
export const isProved = ({ provedAt }: UserSession, now: DateTime.Utc): boolean =>
  provedAt !== null && !isOlder(provedAt, proofLifetime, now)

const liveSession = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const signer = yield* Signer
  return Effect.fnUntraced(function* (secret: Redacted.Redacted) {
    if (!hasSecretForm("rse", secret)) return null
    const found = yield* sessions.find(signer.hash(secret))
    return found === null || hasEnded(found.session, yield* DateTime.now) ? null : found
  })
})

export const userSessions = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const signer = yield* Signer
  const random = yield* SecureRandom.SecureRandom
  const { label } = yield* Cell
  const { transact } = yield* UnitOfWork
  const note = makeNotes("The use of a session")
  const find = yield* liveSession
  const refuseMoved = yield* movedSecretRefusal

  return {
    find,

    /** A session that is not here may be where its workspace went. */
    unlessMoved: (secret: Redacted.Redacted) => refuseMoved("rse", secret),

    /** The same as `find`, and records a use of the session. Refuses one that moved away. */
    use: Effect.fnUntraced(function* (secret: Redacted.Redacted) {
      const found = yield* find(secret)
      const now = yield* DateTime.now
      if (found === null) {
        yield* refuseMoved("rse", secret)
        return null
      }
      const { hash, workspaceId, usedAt } = found.session
      if (usedAt === null || isOlder(usedAt, useRecordedEvery, now)) {
        yield* note(hash, transact(sessions.recordUse(workspaceId, hash, now)))
      }
      return found
    }),

    /** Starts a session after the user entered or chose the password. */
    begin: Effect.fnUntraced(function* (user: User) {
      const secret = yield* makeSecret("rse", random, label)
      const createdAt = yield* DateTime.now
      const origin = yield* CurrentOrigin
      yield* sessions.insert({
        ...deviceOf(origin?.agent()),
        address: origin === null ? null : origin.address(),
        hash: signer.hash(secret),
        workspaceId: user.workspaceId,
        userId: user.id,
        createdAt,
        expiresAt: DateTime.addDuration(createdAt, sessionLifetime),
        usedAt: createdAt,
        provedAt: createdAt
      })
      return secret
    }),

    /** Ends the session and returns its user; null if it had ended before. */
    end: Effect.fnUntraced(function* (secret: Redacted.Redacted) {
      const found = yield* find(secret)
      if (found === null) return null
      yield* sessions.remove(found.workspace.id, found.session.hash)
      return found.user
    }),

    /** The user's sessions that have not ended. */
    ofUser: Effect.fnUntraced(function* (user: User) {
      const now = yield* DateTime.now
      const all = yield* sessions.listOfUser(user.workspaceId, user.id)
      return all.filter((session) => !hasEnded(session, now))
    }),

    endAllOf: (user: User) => sessions.removeOfUser(user.workspaceId, user.id)
  }
})
