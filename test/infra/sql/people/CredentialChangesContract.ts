/** Which changes make what was read of a credential worth nothing, in every storage. */
import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { OAuthRepository } from "../../../../src/app/ports/oauth/OAuthRepository.ts"
import { ApiKeyRepository } from "../../../../src/app/ports/people/ApiKeyRepository.ts"
import { CredentialChanges } from "../../../../src/app/ports/people/CredentialChanges.ts"
import { UserRepository } from "../../../../src/app/ports/people/UserRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import {
  type CredentialPorts,
  changing,
  credentialSetting
} from "../../../support/credentialChanges.ts"
import { newAccessToken, newKey } from "../../../support/credentialRecords.ts"
import { newUser, now } from "../../../support/records.ts"
import type { StorageContract } from "../contracts.ts"

export const credentialChangesContract: StorageContract = (it) => {
  for (const [what, change] of Object.entries(changing)) {
    it.effect(`${what} is told once it is done, in a transaction or not, of its workspace`, () =>
      Effect.gen(function* () {
        const changes = yield* CredentialChanges
        const { transact } = yield* UnitOfWork
        for (const around of [
          (alone: Effect.Effect<unknown, never, CredentialPorts>) => alone,
          transact
        ]) {
          const own = yield* credentialSetting
          const since = changes.count()
          yield* around(change(own))
          assert.isFalse(changes.isCurrent(own.workspace.id, since))
          assert.isTrue(changes.isCurrent(own.other.id, since))
          assert.isTrue(changes.isCurrent(own.workspace.id, changes.count()))
        }
      })
    )
  }

  it.effect("what is read while a transaction changes it is out of date when that is done", () =>
    Effect.gen(function* () {
      const changes = yield* CredentialChanges
      const { transact } = yield* UnitOfWork
      const { workspace, key } = yield* credentialSetting
      const revoke = Effect.flatMap(ApiKeyRepository, (keys) =>
        keys.revoke(workspace.id, key.id, now)
      )
      const since = yield* transact(Effect.map(revoke, () => changes.count()))
      assert.isFalse(changes.isCurrent(workspace.id, since))
      const undone = yield* Effect.exit(transact(Effect.andThen(revoke, Effect.fail("no"))))
      assert.isTrue(Exit.isFailure(undone))
    })
  )

  it.effect("what makes no answer wrong is not told", () =>
    Effect.gen(function* () {
      const changes = yield* CredentialChanges
      const { workspace, key, grant, user } = yield* credentialSetting
      const since = changes.count()
      yield* (yield* ApiKeyRepository).recordUse(workspace.id, key.id, now)
      yield* newKey(workspace.id)
      yield* newAccessToken(grant)
      yield* newUser(workspace.id)
      yield* (yield* WorkspaceRepository).lock(workspace.id)
      yield* (yield* OAuthRepository).grantForUpdate(workspace.id, grant.id)
      yield* (yield* UserRepository).ownersForUpdate(user.workspaceId)
      assert.isTrue(changes.isCurrent(workspace.id, since))
    })
  )
}
