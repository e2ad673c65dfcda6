/**
 * A change in PostgreSQL moves the versions of its own rows alone: none of other rows, none of
 * other workspaces.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ProjectRepository } from "../../../../src/app/ports/projects/ProjectRepository.ts"
import { WorkspaceVersions } from "../../../../src/app/ports/workspaces/WorkspaceVersions.ts"
import { WorkspaceId } from "../../../../src/domain/Ids.ts"
import { changing, credentialSetting, unchanging } from "../../../support/credentialChanges.ts"
import { newClient, newProject, newWorkspace, random } from "../../../support/records.ts"
import { rowChanges, rowSetting } from "../../../support/rowChanges.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../../support/storages.ts"

const read = Effect.fnUntraced(function* (id: WorkspaceId) {
  const versions = yield* (yield* WorkspaceVersions).current(id)
  return versions ?? assert.fail("no versions")
})

/** The versions that the change moves in the workspace. */
const movedBy = Effect.fnUntraced(function* <A, E, R>(
  id: WorkspaceId,
  change: Effect.Effect<A, E, R>
) {
  const before = yield* read(id)
  yield* change
  const after = yield* read(id)
  return Object.entries(after)
    .filter(([kind, version]) => version !== Object.entries(before).find(([k]) => k === kind)?.[1])
    .map(([kind]) => kind)
    .sort()
})

const suite = <E>(name: string, database: Parameters<typeof onDatabase<E, never>>[0]) =>
  layer(onDatabase(database), { excludeTestServices: true })(name, (it) => {
    for (const [what, { moves, make }] of Object.entries(rowChanges)) {
      it.effect(`${what} moves ${moves.join(" and ")} and nothing else`, () =>
        Effect.gen(function* () {
          const setting = yield* rowSetting
          const other = (yield* newWorkspace).id
          const elsewhere = yield* read(other)
          assert.deepStrictEqual(yield* movedBy(setting.workspace.id, make(setting)), [...moves])
          assert.deepStrictEqual(yield* read(other), elsewhere)
        })
      )
    }

    for (const [what, change] of Object.entries(changing)) {
      it.effect(`${what} moves credentials and nothing else`, () =>
        Effect.gen(function* () {
          const setting = yield* credentialSetting
          const { id } = setting.other
          const elsewhere = yield* read(id)
          const moved = yield* movedBy(setting.workspace.id, change(setting))
          assert.deepStrictEqual(moved, ["credentials"])
          assert.deepStrictEqual(yield* read(id), elsewhere)
        })
      )
    }

    for (const [what, change] of Object.entries(unchanging)) {
      it.effect(`${what} moves nothing`, () =>
        Effect.gen(function* () {
          const setting = yield* credentialSetting
          assert.deepStrictEqual(yield* movedBy(setting.workspace.id, change(setting)), [])
        })
      )
    }

    it.effect("a defect of one caller reaches neither the process nor the other callers", () =>
      Effect.gen(function* () {
        const { id } = yield* newWorkspace
        const versions = yield* WorkspaceVersions
        const uncaught: Array<unknown> = []
        const onUncaught = (error: unknown) => void uncaught.push(error)
        const others = process.listeners("uncaughtException")
        process.removeAllListeners("uncaughtException").on("uncaughtException", onUncaught)
        yield* Effect.addFinalizer(() =>
          Effect.sync(() => {
            process.off("uncaughtException", onUncaught)
            for (const listener of others) process.on("uncaughtException", listener)
          })
        )
        // The first read is alone; the requests after it share the second.
        versions.request(id, () => {})
        versions.request(id, () => {
          throw new Error("A defect of a caller")
        })
        const found = yield* versions.current(id)
        assert.isNotNull(found)
        assert.deepStrictEqual(yield* read(id), found)
        assert.deepStrictEqual(uncaught, [])
      }).pipe(Effect.scoped)
    )

    it.effect("there are none beside a work that read something else before, or at once", () =>
      Effect.gen(function* () {
        const { beside } = yield* WorkspaceVersions
        const { id } = yield* newWorkspace
        const project = yield* newProject(id, (yield* newClient(id)).id)
        const projects = yield* ProjectRepository
        const view = Effect.asVoid(projects.view(id, project.id))
        const other = Effect.asVoid(projects.hasInvoices(id, project.id))
        const versionsOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
          Effect.map(beside(id, work), ({ versions }) => versions)
        const current = yield* read(id)
        assert.isNull(yield* versionsOf(Effect.void))
        assert.isNull(yield* versionsOf(Effect.andThen(other, view)))
        for (const second of [view, other]) {
          assert.isNull(yield* versionsOf(Effect.all([view, second], { concurrency: 2 })))
          assert.deepStrictEqual(yield* versionsOf(Effect.andThen(view, second)), current)
        }
      })
    )

    it.effect("there are none of a workspace that does not exist", () =>
      Effect.gen(function* () {
        const id = yield* WorkspaceId.next(yield* random)
        assert.isNull(yield* (yield* WorkspaceVersions).current(id))
      })
    )
  })

suite("versions on PGlite", layerPglite)
suite("versions on PostgreSQL", layerPostgres)
