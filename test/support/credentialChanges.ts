/** Changes after which a cached credential may be wrong, and changes that leave it right. */
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import { OAuthRepository } from "../../src/app/ports/oauth/OAuthRepository.ts"
import { ApiKeyRepository } from "../../src/app/ports/people/ApiKeyRepository.ts"
import { UserRepository } from "../../src/app/ports/people/UserRepository.ts"
import type { UnitOfWork } from "../../src/app/ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { Workspace } from "../../src/domain/workspaces/Workspace.ts"
import { newAccessToken, newGrant, newKey } from "./credentialRecords.ts"
import { newUser, newWorkspace, now } from "./records.ts"
import { each } from "./transactions.ts"

/** A workspace with a user, an app that the user allowed, its token, and a key; and another one. */
export const credentialSetting = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const other = yield* newWorkspace
  const user = yield* newUser(workspace.id)
  const { app, grant } = yield* newGrant(user)
  const key = yield* newKey(workspace.id)
  const token = yield* newAccessToken(grant)
  return { workspace, other, user, app, grant, key, token }
})
type Setting = Effect.Success<typeof credentialSetting>

type Ports =
  | ApiKeyRepository
  | OAuthRepository
  | SecureRandom.SecureRandom
  | UnitOfWork
  | UserRepository
  | WorkspaceRepository

type Changes = Readonly<Record<string, (setting: Setting) => Effect.Effect<unknown, never, Ports>>>

/** Changes in the workspace of the setting. */
export const changing: Changes = {
  "a revoked key": ({ workspace, key }) =>
    Effect.flatMap(each(ApiKeyRepository), (keys) => keys.revoke(workspace.id, key.id, now)),
  "another plan": ({ workspace }) =>
    Effect.flatMap(each(WorkspaceRepository), (workspaces) =>
      workspaces.save(new Workspace({ ...workspace, plan: "starter" }))
    ),
  "another logo": ({ workspace }) =>
    Effect.flatMap(each(WorkspaceRepository), (workspaces) =>
      workspaces.saveLogo(workspace.id, { type: "image/png", bytes: Uint8Array.of(1) })
    ),
  "another role": ({ user }) =>
    Effect.flatMap(each(UserRepository), (users) =>
      users.saveRole(user.workspaceId, user.id, "owner")
    ),
  "a removed user": ({ user }) =>
    Effect.flatMap(each(UserRepository), (users) => users.remove(user.workspaceId, user.id, now)),
  "an ended grant": ({ grant }) =>
    Effect.flatMap(each(OAuthRepository), (oauth) => oauth.saveGrant({ ...grant, revokedAt: now })),
  "the ended grants of a user": ({ user }) =>
    Effect.flatMap(each(OAuthRepository), (oauth) =>
      oauth.revokeGrantsOfUser(user.workspaceId, user.id, now)
    ),
  "a removed app": ({ app }) =>
    Effect.flatMap(each(OAuthRepository), (oauth) => oauth.removeApp(app.workspaceId, app.id)),
  "a removed token": ({ token }) =>
    Effect.flatMap(each(OAuthRepository), (oauth) =>
      oauth.removeAccessToken(token.workspaceId, token.hash)
    )
}

/** Changes after which every credential of the setting still acts as before. */
export const unchanging: Changes = {
  "the use of a key": ({ workspace, key }) =>
    Effect.flatMap(each(ApiKeyRepository), (keys) => keys.recordUse(workspace.id, key.id, now)),
  "a new key": ({ workspace }) => newKey(workspace.id),
  "a new access token": ({ grant }) => newAccessToken(grant),
  "the next refresh token of a grant": ({ grant }) =>
    Effect.flatMap(each(OAuthRepository), (oauth) =>
      oauth.saveGrant({ ...grant, generation: 1, rotatedAt: now })
    ),
  "another address of an app": ({ app }) =>
    Effect.flatMap(each(OAuthRepository), (oauth) =>
      oauth.saveApp({ ...app, redirectUris: ["https://c.example/cb"] })
    ),
  "a lock on the workspace": ({ workspace }) =>
    Effect.flatMap(each(WorkspaceRepository), ({ lock }) => lock(workspace.id)),
  "a lock on a grant": ({ workspace, grant }) =>
    Effect.flatMap(each(OAuthRepository), (oauth) => oauth.grantForUpdate(workspace.id, grant.id)),
  "a lock on the owners": ({ workspace }) =>
    Effect.flatMap(each(UserRepository), (users) => users.ownersForUpdate(workspace.id))
}
