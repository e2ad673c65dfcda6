/** Files and leftovers, in every storage. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { FileRepository } from "../../../../src/app/ports/files/FileRepository.ts"
import type { FileStored } from "../../../../src/domain/files/FileResource.ts"
import { FileId, type WorkspaceId } from "../../../../src/domain/Ids.ts"
import {
  at,
  firstPage,
  later,
  newClient,
  newDraft,
  newProject,
  newWorkspace,
  now,
  random
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const newFile = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  target: Partial<Pick<FileStored, "projectId" | "clientId" | "invoiceId">>
) {
  const files = yield* each(FileRepository)
  const file: FileStored = {
    workspaceId,
    id: yield* FileId.next(yield* random),
    name: "Entwurf № 1.pdf",
    contentType: "application/pdf",
    size: 5_000_000_000,
    sha256: "ab".repeat(32),
    projectId: null,
    clientId: null,
    invoiceId: null,
    ...target,
    createdAt: now
  }
  yield* files.insertLeftover(file, later)
  assert.isTrue(yield* files.insert(file))
  return file
})

const start = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const project = yield* newProject(workspace.id, client.id)
  const invoice = yield* newDraft(workspace.id, client.id)
  return { id: workspace.id, client, project, invoice, files: yield* each(FileRepository) }
})

export const fileRepositoryContract: StorageContract = (it) => {
  it.effect("the bytes of a workspace are counted with every file that comes and goes", () =>
    Effect.gen(function* () {
      const { id, client, files } = yield* start
      const other = yield* newWorkspace
      const usages = Effect.all([files.usage(id), files.lockUsage(id), files.usage(other.id)])
      assert.deepStrictEqual(yield* usages, [0, 0, 0])
      const file = yield* newFile(id, { clientId: client.id })
      yield* newFile(id, { clientId: client.id })
      assert.deepStrictEqual(yield* usages, [10_000_000_000, 10_000_000_000, 0])
      yield* files.remove(file, later)
      assert.deepStrictEqual(yield* usages, [5_000_000_000, 5_000_000_000, 0])
    })
  )

  it.effect("a file is found with what it hangs on, in its workspace alone", () =>
    Effect.gen(function* () {
      const { id, client, project, invoice, files } = yield* start
      const other = yield* newWorkspace
      const none = { project: null, client: null, invoice: null }
      for (const [target, shown] of [
        [{ projectId: project.id }, { ...none, project: { id: project.id, name: project.name } }],
        [{ clientId: client.id }, { ...none, client: { id: client.id, name: client.name } }],
        [
          { invoiceId: invoice.id },
          { ...none, invoice: { id: invoice.id, number: invoice.number } }
        ]
      ] as const) {
        const file = yield* newFile(id, target)
        const { workspaceId: _w, projectId: _p, clientId: _c, invoiceId: _i, ...rest } = file
        const expected = { ...rest, ...shown }
        assert.deepStrictEqual(yield* files.find(id, file.id), expected)
        assert.deepStrictEqual(yield* files.getForUpdate(id, file.id), expected)
        assert.strictEqual((yield* Effect.flip(files.find(other.id, file.id))).id, file.id)
        assert.deepStrictEqual((yield* files.list(id, target, firstPage)).items, [expected])
        assert.strictEqual((yield* files.list(other.id, target, firstPage)).total, 0)
      }
      const both = { projectId: project.id, clientId: client.id }
      assert.deepStrictEqual((yield* files.list(id, both, firstPage)).items, [])
    })
  )

  it.effect("pages are newest first, and count what is there", () =>
    Effect.gen(function* () {
      const { id, client, project, files } = yield* start
      const newId = Effect.map(newFile(id, { projectId: project.id }), (file) => file.id)
      const oldest = yield* newId
      const middle = yield* newId
      const newest = yield* newId
      yield* newFile(id, { clientId: client.id })
      const filter = { projectId: project.id }
      const first = yield* files.list(id, filter, { limit: 2, after: null })
      assert.deepStrictEqual(
        [first.items.map((file) => file.id), first.total, first.next],
        [[newest, middle], 3, middle]
      )
      const second = yield* files.list(id, filter, { limit: 2, after: first.next })
      assert.deepStrictEqual([second.items.map((file) => file.id), second.next], [[oldest], null])
      assert.strictEqual((yield* files.list(id, {}, firstPage)).total, 4)
      yield* files.remove({ workspaceId: id, id: middle }, now)
      assert.strictEqual((yield* files.list(id, filter, firstPage)).total, 2)
      assert.strictEqual((yield* files.list(id, {}, firstPage)).total, 3)
      const shared = yield* files.ofProjects(id, [project.id], 10)
      assert.deepStrictEqual(
        shared.map((file) => file.id),
        [newest, oldest]
      )
      assert.deepStrictEqual(yield* files.ofProjects(id, [], 10), [])
    })
  )

  it.effect("a leftover becomes a file once, and a file a leftover that is due", () =>
    Effect.gen(function* () {
      const { id, project, files } = yield* start
      const file = yield* newFile(id, { projectId: project.id })
      const key = { workspaceId: id, id: file.id }
      const ofUs = (list: ReadonlyArray<{ readonly workspaceId: WorkspaceId }>) =>
        list.filter(({ workspaceId }) => workspaceId === id)
      assert.isFalse(yield* files.claimLeftover(key, now, now))
      assert.isFalse(yield* files.insert({ ...file, id: yield* FileId.next(yield* random) }))
      const early = at("2001-01-01T00:00:00Z")
      yield* files.remove(key, early)
      const due = DateTime.add(early, { days: 1 })
      assert.deepStrictEqual(ofUs(yield* files.dueLeftovers(due, 1000)), [key])
      assert.isTrue(yield* files.claimLeftover(key, now, now))
      yield* files.deferLeftover(key, DateTime.add(early, { days: 2 }))
      assert.deepStrictEqual(ofUs(yield* files.dueLeftovers(due, 1000)), [])
      yield* files.removeLeftover(key)
      assert.isFalse(yield* files.claimLeftover(key, later, later))
    })
  )

  it.effect("a leftover is claimed by one, and cannot become a file while its bytes go", () =>
    Effect.gen(function* () {
      const { id, client, files } = yield* start
      const file = yield* newFile(id, { clientId: client.id })
      const key = { workspaceId: id, id: file.id }
      const other = { ...key, workspaceId: (yield* newWorkspace).id }
      yield* files.remove(key, now)
      assert.isFalse(yield* files.claimLeftover(other, now, now))
      const before = DateTime.subtract(now, { milliseconds: 1 })
      assert.isTrue(yield* files.claimLeftover(key, now, before))
      assert.isFalse(yield* files.claimLeftover(key, later, before))
      yield* files.deferLeftover(key, later)
      assert.isFalse(yield* files.claimLeftover(key, later, before))
      assert.isFalse(yield* files.insert(file))
      assert.strictEqual((yield* files.list(id, {}, firstPage)).total, 0)
      // The process that claimed it stopped: another one goes on.
      assert.isTrue(yield* files.claimLeftover(key, later, now))
      assert.isFalse(yield* files.claimLeftover(key, later, now))
      assert.isFalse(yield* files.insert(file))
    })
  )
}
