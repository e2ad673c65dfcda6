/**
 * Versions of workspaces, in every storage: each moves with every committed change of its rows, and
 * stays as it is while nothing changes. In memory every version moves with every change, so
 * WorkspaceVersions.test.ts proves for SQL alone that no other version moves.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ClientRepository } from "../../../../src/app/ports/clients/ClientRepository.ts"
import { ApiKeyRepository } from "../../../../src/app/ports/people/ApiKeyRepository.ts"
import { ProjectRepository } from "../../../../src/app/ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import {
  type Versions,
  WorkspaceVersions
} from "../../../../src/app/ports/workspaces/WorkspaceVersions.ts"
import type { WorkspaceId } from "../../../../src/domain/Ids.ts"
import { rowKinds } from "../../../../src/domain/RowKind.ts"
import { changing, credentialSetting } from "../../../support/credentialChanges.ts"
import { newClient, newProject, newWorkspace, now } from "../../../support/records.ts"
import { rowChanges, rowSetting } from "../../../support/rowChanges.ts"
import type { StorageContract } from "../contracts.ts"

const read = Effect.fnUntraced(function* (id: WorkspaceId) {
  const versions = yield* (yield* WorkspaceVersions).current(id)
  return versions ?? assert.fail("no versions")
})

const assertMoved = (kind: keyof Versions, before: Versions, after: Versions) =>
  assert.isAbove(after[kind], before[kind], kind)

export const workspaceVersionsContract: StorageContract = (it) => {
  it.effect("there is a version of the credentials and of each kind of row", () =>
    Effect.gen(function* () {
      const versions = yield* read((yield* newWorkspace).id)
      assert.sameMembers(Object.keys(versions), ["credentials", ...rowKinds])
    })
  )

  it.effect("a version moves with a change, once it is committed", () =>
    Effect.gen(function* () {
      const { transact } = yield* UnitOfWork
      const { id } = yield* newWorkspace
      const first = yield* read(id)
      assert.deepStrictEqual(yield* read(id), first)

      const client = yield* newClient(id)
      const second = yield* read(id)
      assertMoved("clients", first, second)

      const undone = transact(Effect.andThen(newClient(id), Effect.fail("no" as const)))
      assert.strictEqual(yield* Effect.flip(undone), "no")
      assert.deepStrictEqual(yield* read(id), second)

      const project = yield* transact(newProject(id, client.id))
      const third = yield* read(id)
      assertMoved("projects", second, third)

      const projects = yield* ProjectRepository
      yield* transact(projects.save({ ...project, name: "Other" }))
      const fourth = yield* read(id)
      assertMoved("projects", third, fourth)

      yield* (yield* ClientRepository).find(id, client.id)
      assert.deepStrictEqual(yield* read(id), fourth)
    })
  )

  for (const [name, { moves, make }] of Object.entries(rowChanges)) {
    it.effect(`${name} moves the version of ${moves.join(" and of ")}`, () =>
      Effect.gen(function* () {
        const { transact } = yield* UnitOfWork
        const setting = yield* rowSetting
        const before = yield* read(setting.workspace.id)
        yield* Effect.exit(transact(Effect.andThen(make(setting), Effect.fail("no"))))
        assert.deepStrictEqual(yield* read(setting.workspace.id), before)
        yield* make(setting)
        const after = yield* read(setting.workspace.id)
        for (const kind of moves) assertMoved(kind, before, after)
      })
    )
  }

  for (const [name, change] of Object.entries(changing)) {
    it.effect(`${name} moves the version of the credentials, beside another change or not`, () =>
      Effect.gen(function* () {
        const { transact } = yield* UnitOfWork
        for (const beside of [false, true]) {
          const setting = yield* credentialSetting
          const { id } = setting.workspace
          const before = yield* read(id)
          yield* transact(Effect.andThen(beside ? newClient(id) : Effect.void, change(setting)))
          const after = yield* read(id)
          assertMoved("credentials", before, after)
          if (beside) assertMoved("clients", before, after)
          assert.deepStrictEqual(yield* read(id), after)
        }
      })
    )
  }

  it.effect(
    "versions that are read while a transaction changes credentials are out of date then",
    () =>
      Effect.gen(function* () {
        const { transact } = yield* UnitOfWork
        const keys = yield* ApiKeyRepository
        const { workspace, key } = yield* credentialSetting
        const before = yield* read(workspace.id)
        const revoke = Effect.andThen(keys.revoke(workspace.id, key.id, now), read(workspace.id))
        const during = yield* transact(revoke)
        assert.deepStrictEqual(during, before)
        const after = yield* read(workspace.id)
        assertMoved("credentials", during, after)
        const undone = transact(Effect.andThen(revoke, Effect.fail("no" as const)))
        assert.strictEqual(yield* Effect.flip(undone), "no")
        assert.deepStrictEqual(yield* read(workspace.id), after)
      })
  )

  it.effect("versions beside a read are as old as that read, whatever changes after it", () =>
    Effect.gen(function* () {
      const { beside } = yield* WorkspaceVersions
      const projects = yield* ProjectRepository
      const { id } = yield* newWorkspace
      const client = yield* newClient(id)
      const project = yield* newProject(id, client.id)
      const before = yield* read(id)
      const work = Effect.gen(function* () {
        const view = yield* projects.view(id, project.id)
        yield* newClient(id)
        return view.id
      })
      assert.deepStrictEqual(yield* beside(id, work), { value: project.id, versions: before })
      assertMoved("clients", before, yield* read(id))
    })
  )

  it.effect("many requests at once are all answered, each for its own workspace", () =>
    Effect.gen(function* () {
      const versions = yield* WorkspaceVersions
      const [one, two] = [yield* newWorkspace, yield* newWorkspace]
      yield* newClient(one.id)
      yield* newClient(one.id)
      const alone = [yield* read(one.id), yield* read(two.id)]
      const together = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one.id : two.id)),
        versions.current,
        { concurrency: "unbounded" }
      )
      together.forEach((found, at) => {
        assert.deepStrictEqual(found, alone[at % 2] ?? null)
      })
      const answers: Array<Versions | null> = []
      yield* Effect.callback<void>((resume) => {
        versions.request(one.id, (found) => {
          answers.push(found)
          resume(Effect.void)
        })
      })
      assert.deepStrictEqual<ReadonlyArray<unknown>>(answers, [alone[0]])
    })
  )
}
