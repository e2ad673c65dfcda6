/** Access tokens: the check on every request that has one. */
import { Effect, type Redacted } from "effect"
import { appActor } from "../../domain/access/Actor.ts"
import { CredentialUnknown } from "../../domain/access/Principal.ts"
import { hasSecretForm } from "../../domain/people/Credential.ts"
import { makeCredentialCache } from "../people/CredentialCache.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { useCase } from "../UseCase.ts"

const unknown = new CredentialUnknown({ reason: "invalid" })

export const authenticateToken = Effect.gen(function* () {
  const repository = yield* OAuthRepository
  const signer = yield* Signer
  const cache = yield* makeCredentialCache(
    Effect.fnUntraced(function* (hash) {
      const found = yield* repository.findAccessToken(hash)
      if (found === null || !signer.sameHash(found.token.hash, hash)) return null
      const { token, grant, workspace, appName, userName, role, version } = found
      if (grant.revokedAt !== null) return null
      const actor = appActor(
        { id: grant.appId, name: appName },
        { id: grant.userId, name: userName }
      )
      const scopes = new Set(token.scopes)
      const principal = { credentialId: grant.id, actor, workspace, scopes, role }
      return { credential: { principal, expiresAt: token.expiresAt }, version }
    })
  )
  return {
    authenticate: useCase("OAuthTokens.authenticate")(function* (secret: Redacted.Redacted) {
      if (!hasSecretForm("rat", secret)) return yield* unknown
      const found = yield* cache.find(signer.hash(secret))
      if (found === null) return yield* unknown
      return { principal: found.credential.principal, versions: found.versions }
    }),
    peek: (secret: Redacted.Redacted, now: number) => {
      const entry = cache.peek(signer.hash(secret), now)
      return entry && { principal: entry.credential.principal, version: entry.version }
    }
  }
})
