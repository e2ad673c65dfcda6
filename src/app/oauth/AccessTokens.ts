/** The check of an access token, on every request that brings one. */
import { Effect, type Redacted } from "effect"
import { appActor } from "../../domain/Actor.ts"
import { CredentialUnknown } from "../../domain/Principal.ts"
import { hasSecretForm } from "../../domain/people/Credential.ts"
import { keepCredentials } from "../people/KeptCredentials.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { useCase } from "../UseCase.ts"

const unknown = new CredentialUnknown({ reason: "invalid" })

export const authenticateToken = Effect.gen(function* () {
  const repository = yield* OAuthRepository
  const signer = yield* Signer
  const known = yield* keepCredentials(
    Effect.fnUntraced(function* (hash) {
      const found = yield* repository.findAccessToken(hash)
      if (found === null || !signer.sameHash(found.token.hash, hash)) return null
      const { token, grant, workspace, appName, userName } = found
      if (grant.revokedAt !== null) return null
      const actor = appActor(
        { id: grant.appId, name: appName },
        { id: grant.userId, name: userName }
      )
      const principal = { credentialId: grant.id, actor, workspace, scopes: new Set(token.scopes) }
      return { principal, expiresAt: token.expiresAt }
    })
  )
  return {
    authenticate: useCase("OAuthTokens.authenticate")(function* (secret: Redacted.Redacted) {
      if (!hasSecretForm("rat", secret)) return yield* unknown
      return (yield* known.find(signer.hash(secret)))?.principal ?? (yield* unknown)
    }),
    peek: (secret: Redacted.Redacted, now: number) =>
      known.peek(signer.hash(secret), now)?.principal
  }
})
