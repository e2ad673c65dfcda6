/** API keys: made once and shown once, stored as hashes, checked on every request. */
import { Context, Data, DateTime, Duration, Effect, Layer, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { hasSecretForm, makeSecret, visiblePart } from "../domain/Credential.ts"
import { ApiKeyId, type WorkspaceId } from "../domain/Ids.ts"
import type { Scope } from "../domain/Scope.ts"
import type { Workspace } from "../domain/Workspace.ts"
import { ApiKeyRepository } from "./ports/ApiKeyRepository.ts"
import { Signer } from "./ports/Signer.ts"

/** Who a request acts for, and what it may do. */
export interface Principal {
  readonly credentialId: ApiKeyId
  readonly workspace: Workspace
  readonly scopes: ReadonlySet<Scope>
}

export class CredentialUnknown extends Data.TaggedError("CredentialUnknown")<{
  readonly reason: "missing" | "invalid"
}> {
  override get message() {
    return this.reason === "missing"
      ? "An API key is needed: send it as Authorization: Bearer <key>"
      : "The API key is not valid: it is unknown, revoked or expired"
  }
}

/** last_used_at is for people: once a minute is enough and saves a write per request. */
const useRecordedEvery = Duration.minutes(1)

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Makes a key; the secret is in the answer and nowhere else. */
    readonly create: (
      workspaceId: WorkspaceId,
      name: string,
      scopes: ReadonlyArray<Scope>,
      expiresAt?: DateTime.Utc
    ) => Effect.Effect<{ readonly id: ApiKeyId; readonly secret: Redacted.Redacted }>
    readonly authenticate: (
      secret: Redacted.Redacted
    ) => Effect.Effect<Principal, CredentialUnknown>
  }
>()("retainer/app/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const keys = yield* ApiKeyRepository
      const signer = yield* Signer
      const random = yield* SecureRandom.SecureRandom
      const unknown = new CredentialUnknown({ reason: "invalid" })

      return ApiKeys.of({
        create: Effect.fn("ApiKeys.create")(function* (workspaceId, name, scopes, expiresAt) {
          const id = yield* ApiKeyId.next(random)
          const secret = yield* makeSecret("rk", random)
          yield* keys.insert({
            id,
            workspaceId,
            name,
            visiblePart: visiblePart(secret),
            hash: signer.hash(secret),
            scopes,
            createdAt: yield* DateTime.now,
            lastUsedAt: null,
            expiresAt: expiresAt ?? null,
            revokedAt: null
          })
          return { id, secret }
        }),

        authenticate: Effect.fn("ApiKeys.authenticate")(function* (secret) {
          if (!hasSecretForm("rk", secret)) return yield* unknown
          const hash = signer.hash(secret)
          const found = yield* keys.findByHash(hash)
          if (found === null || !signer.sameHash(found.key.hash, hash)) return yield* unknown
          const { key, workspace } = found
          const now = yield* DateTime.now
          const expired = key.expiresAt !== null && DateTime.isLessThanOrEqualTo(key.expiresAt, now)
          if (key.revokedAt !== null || expired) return yield* unknown
          const isDue =
            key.lastUsedAt === null ||
            Duration.isGreaterThanOrEqualTo(
              DateTime.distance(key.lastUsedAt, now),
              useRecordedEvery
            )
          if (isDue) yield* keys.recordUse(key.workspaceId, key.id, now)
          return { credentialId: key.id, workspace, scopes: new Set(key.scopes) }
        })
      })
    })
  )
}
