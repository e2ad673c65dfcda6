/** API keys: shown once at creation, stored as hashes, checked on every request. */
import { Context, Data, DateTime, Duration, Effect, Layer, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { keyActor, systemActor } from "../../domain/access/Actor.ts"
import { CredentialUnknown } from "../../domain/access/Principal.ts"
import type { Scope } from "../../domain/access/Scope.ts"
import type { BoundReached } from "../../domain/Bounds.ts"
import { ApiKeyId, shownId, type WorkspaceId } from "../../domain/Ids.ts"
import { hasSecretForm, makeSecret, visiblePart } from "../../domain/people/Credential.ts"
import { makeNotes } from "../AdmissionControl.ts"
import { requireRoom } from "../Bounds.ts"
import { Cell } from "../Cell.ts"
import { CurrentActor } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { Notices } from "../mail/Notices.ts"
import { type ApiKey, ApiKeyRepository } from "../ports/people/ApiKeyRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import type { Authenticated, Peeked } from "./CredentialCache.ts"
import { makeCredentialCache } from "./CredentialCache.ts"

class ApiKeyNotFound extends Data.TaggedError("ApiKeyNotFound")<{ readonly id: string }> {
  override get message() {
    return `No API key has the id ${shownId(this.id)}`
  }
}

/** `last_used_at` is for people: a minute is exact enough and saves a write per request. */
const useRecordedEvery = Duration.minutes(1)

const isDue = (usedAt: DateTime.Utc, now: number): boolean =>
  now - DateTime.toEpochMillis(usedAt) >= Duration.toMillis(useRecordedEvery)

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Only this answer has the secret. */
    readonly create: (
      workspaceId: WorkspaceId,
      name: string,
      scopes: ReadonlyArray<Scope>,
      expiresAt?: DateTime.Utc
    ) => Effect.Effect<{ readonly id: ApiKeyId; readonly secret: Redacted.Redacted }, BoundReached>
    /** Newest first, without revoked ones. */
    readonly list: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<ApiKey>>
    readonly get: (workspaceId: WorkspaceId, id: string) => Effect.Effect<ApiKey, ApiKeyNotFound>
    readonly revoke: (workspaceId: WorkspaceId, id: string) => Effect.Effect<void, ApiKeyNotFound>
    readonly authenticate: (
      secret: Redacted.Redacted
    ) => Effect.Effect<Authenticated, CredentialUnknown>
    /** As `Credentials.peek`. */
    readonly peek: (secret: Redacted.Redacted, now: number) => Peeked | undefined
  }
>()("retainer/app/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const keys = yield* ApiKeyRepository
      const workspaces = yield* WorkspaceRepository
      const signer = yield* Signer
      const journal = yield* Journal
      const notices = yield* Notices
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom
      const { label } = yield* Cell
      const note = makeNotes("The use of an API key")
      const unknown = new CredentialUnknown({ reason: "invalid" })

      const cache = yield* makeCredentialCache(
        Effect.fnUntraced(function* (hash) {
          const found = yield* keys.findByHash(hash)
          if (found === null || !signer.sameHash(found.key.hash, hash)) return null
          const { key, workspace, version } = found
          if (key.revokedAt !== null) return null
          const principal = {
            credentialId: key.id,
            actor: keyActor(key),
            workspace,
            scopes: new Set(key.scopes),
            role: null
          }
          const use = { id: key.id, at: key.lastUsedAt }
          return { credential: { principal, expiresAt: key.expiresAt, use }, version }
        })
      )

      const get = Effect.fnUntraced(function* (workspaceId: WorkspaceId, idText: string) {
        const found = (yield* keys.list(workspaceId)).find(({ id }) => id === idText)
        return found ?? (yield* new ApiKeyNotFound({ id: idText }))
      })

      const insert = Effect.fnUntraced(function* (key: ApiKey) {
        const count = Effect.map(keys.list(key.workspaceId), (all) => all.length)
        const before = yield* requireRoom(workspaces, key.workspaceId, "API keys", count)
        yield* keys.insert(key)
        // No notice of the workspace's first key, nor of keys that the service itself creates: no
        // user is surprised by them.
        if (before > 0 && key.createdBy !== systemActor) {
          yield* notices.toManagers(key.workspaceId, { type: "api_key_created", apiKeyId: key.id })
        }
        yield* journal.note(key.workspaceId, "api_key.created", null, key)
      }, transact)

      return ApiKeys.of({
        list: keys.list,
        get,

        revoke: useCase("ApiKeys.revoke")(function* (workspaceId, idText) {
          const key = yield* get(workspaceId, idText)
          const revokedAt = yield* DateTime.now
          yield* keys.revoke(workspaceId, key.id, revokedAt)
          yield* journal.note(workspaceId, "api_key.revoked", key, { ...key, revokedAt })
        }, transact),

        create: useCase("ApiKeys.create")(function* (workspaceId, name, scopes, expiresAt) {
          const id = yield* ApiKeyId.next(random)
          const secret = yield* makeSecret("rk", random, label)
          const key: ApiKey = {
            id,
            workspaceId,
            name,
            visiblePart: visiblePart(secret),
            hash: signer.hash(secret),
            scopes,
            createdAt: yield* DateTime.now,
            lastUsedAt: null,
            expiresAt: expiresAt ?? null,
            revokedAt: null,
            createdBy: yield* CurrentActor
          }
          yield* insert(key)
          return { id, secret }
        }),

        authenticate: useCase("ApiKeys.authenticate")(function* (secret) {
          if (!hasSecretForm("rk", secret)) return yield* unknown
          const found = yield* cache.find(signer.hash(secret))
          if (found === null) return yield* unknown
          const { principal, use } = found.credential
          const now = yield* DateTime.now
          if (use.at === null || isDue(use.at, DateTime.toEpochMillis(now))) {
            use.at = now
            yield* note(use.id, transact(keys.recordUse(principal.workspace.id, use.id, now)))
          }
          return { principal, versions: found.versions }
        }),

        peek: (secret, now) => {
          const entry = cache.peek(signer.hash(secret), now)
          if (entry === undefined) return undefined
          const { principal, use } = entry.credential
          // `authenticate` records its use first.
          if (use.at === null || isDue(use.at, now)) return undefined
          return { principal, version: entry.version }
        }
      })
    })
  )
}
