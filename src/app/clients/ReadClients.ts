/** Reads of a client, and the check that it exists for the lists below it. */
import { Effect } from "effect"
import { ClientNotFound } from "../../domain/clients/Client.ts"
import { ClientId, parseOrFail } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { annotate, useCase } from "../UseCase.ts"

/** Fails with what a read of an unknown one fails with. */
export const clientIdOf = (id: string) =>
  parseOrFail(ClientId, id, () => new ClientNotFound({ id }))

export const getClient = Effect.gen(function* () {
  const clients = yield* ClientRepository

  return useCase("Clients.get")(function* (workspace: Workspace, idText: string) {
    const id = yield* clientIdOf(idText)
    yield* annotate({ "client.id": id })
    return yield* clients.view(workspace.id, id)
  })
})

export const requireClient = Effect.gen(function* () {
  const clients = yield* ClientRepository

  return useCase("Clients.require")(function* (workspace: Workspace, idText: string) {
    const id = yield* clientIdOf(idText)
    yield* annotate({ "client.id": id })
    const client = yield* clients.find(workspace.id, id)
    return client === null ? yield* new ClientNotFound({ id }) : id
  })
})
