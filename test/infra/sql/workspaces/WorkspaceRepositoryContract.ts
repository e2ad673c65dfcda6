/** Workspaces and their logos, in every storage. */
import { createHash } from "node:crypto"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { WorkspaceRepository } from "../../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { Workspace } from "../../../../src/domain/workspaces/Workspace.ts"
import { newWorkspace } from "../../../support/records.ts"
import type { StorageContract } from "../contracts.ts"

export const workspaceRepositoryContract: StorageContract = (it) => {
  it.effect("workspaces come back as they went in", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const workspaces = yield* WorkspaceRepository
      assert.deepStrictEqual(yield* workspaces.find(workspace.id), workspace)
      assert.lengthOf(yield* workspaces.ids(1), 1)
      assert.include(yield* workspaces.ids(1000), workspace.id)
      assert.isNull(yield* workspaces.logo(workspace.id))
      const logo = { type: "image/png", bytes: new Uint8Array([0, 255, 7]) } as const
      yield* workspaces.saveLogo(workspace.id, logo)
      yield* workspaces.saveLogo(workspace.id, logo)
      assert.deepStrictEqual(yield* workspaces.logo(workspace.id), logo)
      const logoHash = createHash("sha256").update(logo.bytes).digest("hex")
      assert.strictEqual((yield* workspaces.find(workspace.id))?.logoHash, logoHash)
      assert.deepStrictEqual(yield* workspaces.logoByHash(workspace.id, logoHash), logo)
      assert.isNull(yield* workspaces.logoByHash((yield* newWorkspace).id, logoHash))
      yield* workspaces.saveLogo(workspace.id, null)
      assert.isNull(yield* workspaces.logo(workspace.id))
      yield* workspaces.save(new Workspace({ ...workspace, locale: "de-CH", plan: "scale" }))
      const changed = yield* workspaces.find(workspace.id)
      assert.deepStrictEqual([changed?.locale, changed?.plan], ["de-CH", "scale"])
      yield* workspaces.save(workspace)
    })
  )
}
