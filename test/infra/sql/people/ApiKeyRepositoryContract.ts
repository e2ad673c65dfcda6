/** API keys, in every storage. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ApiKeyRepository } from "../../../../src/app/ports/people/ApiKeyRepository.ts"
import { WorkspaceVersions } from "../../../../src/app/ports/workspaces/WorkspaceVersions.ts"
import { userActor } from "../../../../src/domain/access/Actor.ts"
import { ApiKeyId } from "../../../../src/domain/Ids.ts"
import { at, newHash, newWorkspace, now, random } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const apiKeyRepositoryContract: StorageContract = (it) => {
  it.effect("API keys are found by their hash with their workspace", () =>
    Effect.gen(function* () {
      const keys = yield* each(ApiKeyRepository)
      const workspace = yield* newWorkspace
      const hash = `hash-${workspace.id}`
      const key = {
        id: yield* ApiKeyId.next(yield* random),
        workspaceId: workspace.id,
        name: "Key",
        visiblePart: "rk_abcde…",
        hash,
        scopes: ["projects:read", "invoices:write"] as const,
        createdAt: now,
        lastUsedAt: null,
        expiresAt: at("2027-01-01T00:00:00Z"),
        revokedAt: null,
        createdBy: userActor({ id: "user_1", name: "Uma" })
      }
      yield* keys.insert(key)
      const versions = yield* (yield* WorkspaceVersions).current(workspace.id)
      const found = { key, workspace, version: versions?.credentials }
      assert.deepStrictEqual<unknown>(yield* keys.findByHash(hash), found)
      assert.isNull(yield* keys.findByHash("another"))
      yield* keys.recordUse(workspace.id, key.id, now)
      assert.deepStrictEqual((yield* keys.findByHash(hash))?.key.lastUsedAt, now)
    })
  )

  it.effect("keys are listed, and no more once they were revoked", () =>
    Effect.gen(function* () {
      const keys = yield* each(ApiKeyRepository)
      const workspace = yield* newWorkspace
      const key = {
        id: yield* ApiKeyId.next(yield* random),
        workspaceId: workspace.id,
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
      yield* keys.insert(key)
      assert.deepStrictEqual(yield* keys.list(workspace.id), [key])
      yield* keys.revoke((yield* newWorkspace).id, key.id, now)
      assert.lengthOf(yield* keys.list(workspace.id), 1)
      yield* keys.revoke(workspace.id, key.id, now)
      assert.lengthOf(yield* keys.list(workspace.id), 0)
    })
  )
}
