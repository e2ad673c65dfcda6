/** Changes after which what was read of a credential may be wrong. */
import { Effect } from "effect"
import { OAuthRepository } from "../../src/app/ports/oauth/OAuthRepository.ts"
import { ApiKeyRepository } from "../../src/app/ports/people/ApiKeyRepository.ts"
import { UserRepository } from "../../src/app/ports/people/UserRepository.ts"
import { WorkspaceRepository } from "../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { Workspace } from "../../src/domain/workspaces/Workspace.ts"
import { newAccessToken, newGrant, newKey } from "./credentialRecords.ts"
import { newUser, newWorkspace, now } from "./records.ts"

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
export type CredentialPorts =
  | ApiKeyRepository
  | OAuthRepository
  | UserRepository
  | WorkspaceRepository

/** What each does to the workspace of the setting. */
export const changing = {
  "a revoked key": ({ workspace, key }: Setting) =>
    Effect.flatMap(ApiKeyRepository, (keys) => keys.revoke(workspace.id, key.id, now)),
  "another plan": ({ workspace }: Setting) =>
    Effect.flatMap(WorkspaceRepository, (workspaces) =>
      workspaces.save(new Workspace({ ...workspace, plan: "starter" }))
    ),
  "another logo": ({ workspace }: Setting) =>
    Effect.flatMap(WorkspaceRepository, (workspaces) =>
      workspaces.saveLogo(workspace.id, { type: "image/png", bytes: Uint8Array.of(1) })
    ),
  "another role": ({ user }: Setting) =>
    Effect.flatMap(UserRepository, (users) => users.saveRole(user.workspaceId, user.id, "owner")),
  "a removed user": ({ user }: Setting) =>
    Effect.flatMap(UserRepository, (users) => users.remove(user.workspaceId, user.id, now)),
  "an ended grant": ({ grant }: Setting) =>
    Effect.flatMap(OAuthRepository, (oauth) => oauth.saveGrant({ ...grant, revokedAt: now })),
  "the ended grants of a user": ({ user }: Setting) =>
    Effect.flatMap(OAuthRepository, (oauth) =>
      oauth.revokeGrantsOfUser(user.workspaceId, user.id, now)
    ),
  "a removed app": ({ app }: Setting) =>
    Effect.flatMap(OAuthRepository, (oauth) => oauth.removeApp(app.workspaceId, app.id)),
  "a removed token": ({ token }: Setting) =>
    Effect.flatMap(OAuthRepository, (oauth) =>
      oauth.removeAccessToken(token.workspaceId, token.hash)
    )
}
