/** Clients and projects of the sample data. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Client from "../../domain/clients/Client.ts"
import { ClientId, ProjectId } from "../../domain/Ids.ts"
import * as Project from "../../domain/projects/Project.ts"
import { openStatuses } from "../../domain/projects/ProjectResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import {
  clientNames,
  companies,
  pick,
  projectNames,
  sampleEmail,
  sampleParties
} from "./Samples.ts"

export const addSampleClient = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const journal = yield* Journal
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (workspace: Workspace, index: number) {
    const id = yield* ClientId.next(random)
    const input = {
      name: pick(clientNames, index),
      email: sampleEmail(index),
      company: `${pick(companies, index)}${index < companies.length ? "" : ` ${index + 1}`}`,
      ...pick(sampleParties, index),
      address: {
        ...pick(sampleParties, index).address,
        line1: `${pick(sampleParties, index).address.line1} ${index + 1}`
      }
    }
    const client = Client.make(id, workspace.id, input, yield* DateTime.now)
    yield* clients.insert(client)
    const shown = yield* Effect.orDie(clients.view(workspace.id, id))
    yield* journal.record(workspace.id, "client.created", null, shown)
    return client
  })
})

export const addSampleProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository
  const journal = yield* Journal
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (workspace: Workspace, clientId: ClientId, index: number) {
    const id = yield* ProjectId.next(random)
    const status = pick(openStatuses, index)
    const input = { name: pick(projectNames, index), clientId, status, budgetMinor: 1_500_000 }
    yield* projects.insert(Project.make(id, workspace.id, input, yield* DateTime.now))
    const shown = yield* Effect.orDie(projects.view(workspace.id, id))
    yield* journal.record(workspace.id, "project.created", null, shown)
    return id
  })
})
