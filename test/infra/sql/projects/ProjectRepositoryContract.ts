/** Projects, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ClientRepository } from "../../../../src/app/ports/clients/ClientRepository.ts"
import { ProjectRepository } from "../../../../src/app/ports/projects/ProjectRepository.ts"
import { UserId } from "../../../../src/domain/Ids.ts"
import * as Project from "../../../../src/domain/projects/Project.ts"
import {
  firstPage,
  newClient,
  newProject,
  newSent,
  newTask,
  newWorkspace,
  now,
  random,
  today
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const projectRepositoryContract: StorageContract = (it) => {
  it.effect("projects: views, filters, archived ones hidden", () =>
    Effect.gen(function* () {
      const projects = yield* each(ProjectRepository)
      const workspace = yield* newWorkspace
      const other = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const project = yield* newProject(workspace.id, client.id)
      assert.deepStrictEqual(yield* projects.find(workspace.id, project.id), project)
      assert.isNull(yield* projects.find(other.id, project.id))
      assert.deepStrictEqual(yield* projects.findForReference(workspace.id, project.id), project)
      assert.isNull(yield* projects.findForReference(other.id, project.id))
      const locked = yield* projects.getForUpdate(workspace.id, project.id)
      assert.deepStrictEqual(locked.project, project)
      assert.deepStrictEqual(yield* projects.lock(workspace.id, project.id), project)
      for (const missing of [
        yield* Effect.flip(projects.getForUpdate(other.id, project.id)),
        yield* Effect.flip(projects.lock(other.id, project.id))
      ])
        assert.strictEqual(missing._tag, "ProjectNotFound")
      assert.isFalse(yield* projects.hasInvoices(workspace.id, project.id))
      yield* newSent(workspace.id, client.id, { projectId: project.id, discountMinor: 51 })
      assert.isTrue(yield* projects.hasInvoices(workspace.id, project.id))
      yield* newTask(project, { status: "done" })
      yield* newTask(project)
      assert.deepInclude(yield* projects.view(workspace.id, project.id), {
        budgetSpentMinor: 1200,
        taskCount: 2,
        completedTaskCount: 1,
        teamLead: null,
        startDate: today,
        endDate: null,
        client: { id: client.id, name: "Ada" }
      })
      const second = yield* newProject(workspace.id, client.id)
      assert.deepStrictEqual(yield* projects.idsOfClient(workspace.id, client.id), [
        project.id,
        second.id
      ])
      yield* projects.save({ ...second, status: "review", archivedFrom: null })
      const list = (filter: Parameters<typeof projects.list>[1]) =>
        Effect.map(projects.list(workspace.id, filter, firstPage), ({ total }) => total)
      assert.strictEqual(yield* list({}), 2)
      assert.strictEqual(yield* list({ status: "review" }), 1)
      assert.strictEqual(yield* list({ clientId: client.id, status: "planning" }), 1)
      assert.strictEqual(yield* list({ teamLeadId: yield* UserId.next(yield* random) }), 0)
      yield* projects.save(Project.archive(second, now))
      assert.strictEqual(yield* list({}), 1)
      assert.strictEqual((yield* projects.view(workspace.id, second.id)).status, "archived")
    })
  )

  it.effect("archived projects are listed apart", () =>
    Effect.gen(function* () {
      const projects = yield* each(ProjectRepository)
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const open = yield* newProject(workspace.id, client.id)
      const archived = yield* newProject(workspace.id, client.id)
      yield* projects.save(Project.archive(archived, now))
      const idsOf = (filter: Parameters<typeof projects.list>[1]) =>
        Effect.map(projects.list(workspace.id, filter, firstPage), ({ items }) =>
          items.map(({ id }) => id)
        )
      assert.deepStrictEqual(yield* idsOf({}), [open.id])
      assert.deepStrictEqual(yield* idsOf({ archived: true }), [archived.id])
      assert.deepStrictEqual(yield* idsOf({ ids: [archived.id] }), [])
      assert.deepStrictEqual(yield* idsOf({ ids: [open.id, archived.id] }), [open.id])
      yield* projects.save(Project.restore(Project.archive(archived, now), now))
      assert.deepStrictEqual(yield* idsOf({ ids: [archived.id] }), [archived.id])
    })
  )

  it.effect("projects are counted by status, of the whole, a client and a search", () =>
    Effect.gen(function* () {
      const projects = yield* each(ProjectRepository)
      const workspace = yield* newWorkspace
      const [ada, kim] = [yield* newClient(workspace.id), yield* newClient(workspace.id)]
      const other = yield* newWorkspace
      yield* newProject(other.id, (yield* newClient(other.id)).id)
      const first = yield* newProject(workspace.id, ada.id)
      const second = yield* newProject(workspace.id, ada.id)
      const third = yield* newProject(workspace.id, kim.id)
      yield* projects.save({ ...first, name: "Redesign", status: "review", archivedFrom: null })
      yield* projects.save(Project.archive({ ...second, name: "Redesign of old" }, now))
      const counts = (scope: Parameters<typeof projects.counts>[1]) =>
        Effect.map(projects.counts(workspace.id, scope), (found) =>
          Object.fromEntries(Object.entries(found).filter(([, items]) => items > 0))
        )
      const { status } = third
      assert.deepStrictEqual(yield* counts({}), { review: 1, archived: 1, [status]: 1 })
      assert.deepStrictEqual(yield* counts({ clientId: ada.id }), { review: 1, archived: 1 })
      assert.deepStrictEqual(yield* counts({ q: "redes" }), { review: 1, archived: 1 })
      assert.deepStrictEqual(yield* counts({ q: "redes", clientId: kim.id }), {})
      assert.deepStrictEqual(yield* counts({ q: "old" }), { archived: 1 })
    })
  )

  it.effect("details name the client's company, of this workspace alone", () =>
    Effect.gen(function* () {
      const projects = yield* each(ProjectRepository)
      const clients = yield* each(ClientRepository)
      const workspace = yield* newWorkspace
      const other = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      yield* clients.save({ ...client, company: "Engines & Sons" })
      const { id } = yield* newProject(workspace.id, client.id)
      assert.deepStrictEqual(yield* projects.details(workspace.id, [id]), [
        { id, company: "Engines & Sons" }
      ])
      assert.deepStrictEqual(yield* projects.details(workspace.id, []), [])
      assert.deepStrictEqual(yield* projects.details(other.id, [id]), [])
    })
  )
}
