/** The check of an access token, on every request that brings one. */
import { DateTime, Effect, type Redacted } from "effect"
import { CredentialUnknown } from "../../domain/Principal.ts"
import { hasSecretForm } from "../../domain/people/Credential.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { useCase } from "../UseCase.ts"

const unknown = new CredentialUnknown({ reason: "invalid" })

export const authenticateToken = Effect.gen(function* () {
  const repository = yield* OAuthRepository
  const signer = yield* Signer
  return useCase("OAuthTokens.authenticate")(function* (secret: Redacted.Redacted) {
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
