/** The id of a client as a path gives it. */
import { ClientNotFound } from "../../domain/clients/Client.ts"
import { ClientId, parseOrFail } from "../../domain/Ids.ts"

/** Fails with what a read of an unknown one fails with. */
export const clientIdOf = (id: string) =>
  parseOrFail(ClientId, id, () => new ClientNotFound({ id }))
