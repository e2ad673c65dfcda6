/** Keys, grants and tokens, put into whatever storage is there. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { OAuthRepository } from "../../src/app/ports/oauth/OAuthRepository.ts"
import { ApiKeyRepository } from "../../src/app/ports/people/ApiKeyRepository.ts"
import { keyActor } from "../../src/domain/access/Actor.ts"
import { ApiKeyId, AppId, GrantId, type WorkspaceId } from "../../src/domain/Ids.ts"
import type { App, Grant } from "../../src/domain/oauth/OAuth.ts"
import type { User } from "../../src/domain/people/User.ts"
import { at, newHash, now, random } from "./records.ts"
import { each } from "./transactions.ts"

export const newKey = Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
  const key = {
    id: yield* ApiKeyId.next(yield* random),
    workspaceId,
    name: "Key",
    visiblePart: "rk_12345…",
    hash: newHash(),
    scopes: ["projects:read"] as const,
    createdAt: now,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    createdBy: null
  }
  yield* (yield* each(ApiKeyRepository)).insert(key)
  return key
})

export const newAccessToken = Effect.fnUntraced(function* (
  grant: Grant,
  expiresAt = at("2100-01-01T00:00:00Z")
) {
  const token = {
    hash: newHash(),
    workspaceId: grant.workspaceId,
    grantId: grant.id,
    scopes: grant.scopes,
    createdAt: now,
    expiresAt
  }
  yield* (yield* each(OAuthRepository)).insertAccessToken(token)
  return token
})

export const newGrant = Effect.fnUntraced(function* (user: User) {
  const repository = yield* each(OAuthRepository)
  const { workspaceId } = user
  const app: App = {
    id: yield* AppId.next(yield* random),
    workspaceId,
    name: "App",
    redirectUris: ["https://a.example/cb", "https://b.example/cb?x=1"],
    secretHash: "secret hash",
    secretVisiblePart: "rcs_1234…",
    hasLogo: false,
    createdAt: now,
    createdBy: keyActor({ id: "key_1", name: "Key" })
  }
  yield* repository.insertApp(app)
  const grant: Grant = {
    id: yield* GrantId.next(yield* random),
    workspaceId,
    appId: app.id,
    userId: user.id,
    scopes: ["projects:read"],
    generation: 0,
    rotatedAt: null,
    createdAt: now,
    revokedAt: null
  }
  assert.isTrue(yield* repository.insertGrant(grant))
  return { app, grant }
})
