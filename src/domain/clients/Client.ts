/** A client of the agency (docs/spec.md §2.3): a contact that projects and invoices belong to. */
import { Data, type DateTime } from "effect"
import { wholeAddress } from "../address/Address.ts"
import { type ClientId, shownId, type WorkspaceId } from "../Ids.ts"
import { wholeRegistration } from "../parties/Party.ts"
import type { Defaults } from "../Resource.ts"
import type { ClientInput, ClientPatch, ClientStored, ClientView } from "./ClientResource.ts"

export type Client = ClientStored

const defaults: Defaults<ClientInput, ClientStored> = {
  company: null,
  phone: null,
  address: null,
  notes: null,
  language: null,
  vatId: null,
  registration: null,
  buyerReference: null,
  electronicAddress: null,
  eInvoice: "auto"
}

export const make = (
  id: ClientId,
  workspaceId: WorkspaceId,
  input: ClientInput,
  now: DateTime.Utc
): Client => {
  const { address, registration, ...fields } = { ...defaults, ...input }
  return {
    id,
    workspaceId,
    ...fields,
    address: address && wholeAddress(address),
    registration: registration && wholeRegistration(registration),
    portalAccess: false,
    portalLastSeen: null,
    createdAt: now,
    updatedAt: now
  }
}

/** The client with the patch applied; the very same value where the patch holds nothing. */
export const revise = (client: Client, patch: ClientPatch, now: DateTime.Utc): Client => {
  if (Object.keys(patch).length === 0) return client
  const { address, registration, ...fields } = patch
  return {
    ...client,
    ...fields,
    ...(address === undefined ? {} : { address: address && wholeAddress(address) }),
    ...(registration === undefined
      ? {}
      : { registration: registration && wholeRegistration(registration) }),
    updatedAt: now
  }
}

/** The view of the client with these sums. */
export const viewOf = (
  { workspaceId: _, ...fields }: Client,
  {
    totalBilledMinor,
    outstandingBalanceMinor,
    activeProjects
  }: Omit<ClientView, keyof ClientStored>
): ClientView => ({ ...fields, totalBilledMinor, outstandingBalanceMinor, activeProjects })

/** A new client has no invoices and no projects. */
export const newSums = { totalBilledMinor: 0, outstandingBalanceMinor: 0, activeProjects: 0 }

/** Whether two addresses reach the same person; the portal ignores case. */
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

/** The text that a search of clients reads. */
export const searchedText = ({ name, email, company }: Client): string =>
  `${name} ${email} ${company ?? ""}`
