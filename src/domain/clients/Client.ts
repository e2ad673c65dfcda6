/** A client of the agency (docs/spec.md §2.3): a contact that projects and invoices belong to. */
import { Data, type DateTime } from "effect"
import { type Address, type AddressInput, wholeAddress } from "../Address.ts"
import { type ClientId, shownId, type WorkspaceId } from "../Ids.ts"

export interface Client {
  readonly id: ClientId
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly email: string
  readonly company: string | null
  readonly phone: string | null
  readonly address: Address | null
  readonly notes: string | null
  readonly portalAccess: boolean
  readonly portalLastSeen: DateTime.Utc | null
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

/** What a caller may give at creation. */
export interface ClientInput {
  readonly name: string
  readonly email: string
  readonly company?: string | null
  readonly phone?: string | null
  readonly address?: AddressInput | null
  readonly notes?: string | null
}

/** What a caller may change; absent is unchanged, null clears. */
export type ClientPatch = Partial<ClientInput> & { readonly portalAccess?: boolean }

export const make = (
  id: ClientId,
  workspaceId: WorkspaceId,
  input: ClientInput,
  now: DateTime.Utc
): Client => ({
  id,
  workspaceId,
  name: input.name,
  email: input.email,
  company: input.company ?? null,
  phone: input.phone ?? null,
  address: input.address == null ? null : wholeAddress(input.address),
  notes: input.notes ?? null,
  portalAccess: false,
  portalLastSeen: null,
  createdAt: now,
  updatedAt: now
})

/** The client with the patch applied; the very same value where the patch holds nothing. */
export const revise = (client: Client, patch: ClientPatch, now: DateTime.Utc): Client => {
  if (Object.keys(patch).length === 0) return client
  const { address, ...fields } = patch
  const moved =
    address === undefined ? {} : { address: address === null ? null : wholeAddress(address) }
  return { ...client, ...fields, ...moved, updatedAt: now }
}

/** Whether two addresses reach the same person, as far as the portal tells addresses apart. */
export const sameMailbox = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** An invitation makes the portal reachable for the client. */
export const invite = (client: Client, now: DateTime.Utc): Client =>
  client.portalAccess ? client : { ...client, portalAccess: true, updatedAt: now }

export class ClientNotFound extends Data.TaggedError("ClientNotFound")<{ readonly id: string }> {
  override get message() {
    return `No client has the id ${shownId(this.id)}`
  }
}
