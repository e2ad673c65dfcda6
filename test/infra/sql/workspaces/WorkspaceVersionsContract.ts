/** Versions of workspaces, in every storage: they move with each committed change and with nothing else. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ClientRepository } from "../../../../src/app/ports/clients/ClientRepository.ts"
import { ProjectRepository } from "../../../../src/app/ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceVersions } from "../../../../src/app/ports/workspaces/WorkspaceVersions.ts"
import { newClient, newProject, newWorkspace } from "../../../support/records.ts"
import type { StorageContract } from "../contracts.ts"

export const workspaceVersionsContract: StorageContract = (it) => {
  it.effect("a version moves with a change, once it is committed", () =>
    Effect.gen(function* () {
      const versions = yield* WorkspaceVersions
      const { transact } = yield* UnitOfWork
      const { id } = yield* newWorkspace
      const first = yield* versions.current(id)
      assert.isNotNull(first)
      assert.strictEqual(yield* versions.current(id), first)
      assert.strictEqual(versions.earlier(id), first)

      const client = yield* newClient(id)
      const second = yield* versions.current(id)
      assert.notStrictEqual(second, first)

      const undone = transact(Effect.andThen(newClient(id), Effect.fail("no" as const)))
      assert.strictEqual(yield* Effect.flip(undone), "no")
      assert.strictEqual(yield* versions.current(id), second)

      const project = yield* transact(newProject(id, client.id))
      const third = yield* versions.current(id)
      assert.notStrictEqual(third, second)
      assert.notStrictEqual(third, first)

      yield* (yield* ProjectRepository).save({ ...project, name: "Other" })
      const fourth = yield* versions.current(id)
      assert.notStrictEqual(fourth, third)

      yield* (yield* ClientRepository).find(id, client.id)
      assert.strictEqual(yield* versions.current(id), fourth)
    })
  )

  it.effect("many that ask at once all get the version, each of its own workspace", () =>
    Effect.gen(function* () {
      const versions = yield* WorkspaceVersions
      const [one, two] = [yield* newWorkspace, yield* newWorkspace]
      yield* newClient(one.id)
      yield* newClient(one.id)
      const alone = [yield* versions.current(one.id), yield* versions.current(two.id)]
      const together = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one.id : two.id)),
        versions.current,
        { concurrency: "unbounded" }
      )
      together.forEach((version, at) => {
        assert.strictEqual(version, alone[at % 2])
      })
    })
  )
}
