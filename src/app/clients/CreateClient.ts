/** Adds a client, who is not invited by it. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { make, newSums, viewOf } from "../../domain/clients/Client.ts"
import type { ClientInput } from "../../domain/clients/ClientResource.ts"
import { ClientId } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"

export const createClient = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork
  const random = yield* SecureRandom.SecureRandom

  return useCase("Clients.create")(function* (workspace: Workspace, input: ClientInput) {
    const id = yield* ClientId.next(random)
    yield* annotate({ "client.id": id })
    const client = make(id, workspace.id, input, yield* DateTime.now)
    yield* clients.insert(client)
    const created = viewOf(client, newSums)
    yield* journal.record(workspace.id, "client.created", null, created)
    return created
  }, transact)
})
