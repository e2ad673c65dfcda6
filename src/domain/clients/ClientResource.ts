/**
 * A client as everyone outside sees it, as it is stored, and what may be sent of it (docs/spec.md
 * §2.3).
 */
import { Schema } from "effect"
import { AddressInput, AddressResource } from "../address/Address.ts"
import { ClientId, ProjectId, WorkspaceId } from "../Ids.ts"
import { Count } from "../Numbers.ts"
import {
  BuyerReference,
  EInvoiceChoice,
  ElectronicAddress,
  ElectronicAddressInput,
  Registration,
  RegistrationInput
} from "../parties/Party.ts"
import { VatId } from "../parties/VatId.ts"
import { Instant, InstantInput, Minor, type StoredFieldsOnly, shape } from "../Resource.ts"
import { Language } from "../text/Language.ts"
import { EmailAddress, line, optionalLine, prose } from "../text/Text.ts"

const own = {
  id: ClientId.schema,
  name: Schema.String,
  email: Schema.String.annotate({ format: "email" }),
  company: Schema.NullOr(Schema.String),
  portalAccess: Schema.Boolean,
  portalLastSeen: Schema.NullOr(Instant)
}
const details = {
  phone: Schema.NullOr(Schema.String),
  address: Schema.NullOr(AddressResource),
  notes: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Language).annotate({
    description: "Of documents, mails and pages; null is that of the workspace"
  }),
  vatId: Schema.NullOr(Schema.String),
  registration: Schema.NullOr(Registration),
  buyerReference: Schema.NullOr(Schema.String),
  electronicAddress: Schema.NullOr(ElectronicAddress),
  eInvoice: EInvoiceChoice.annotate({
    description: "Format of e-invoices; `auto` is the workspace's choice"
  }),
  updatedAt: Instant
}
const listed = {
  ...own,
  totalBilledMinor: Minor,
  outstandingBalanceMinor: Minor,
  activeProjects: Count,
  createdAt: Instant
}

export const ClientResource = shape({ ...listed, ...details }, "Client")
export type ClientView = typeof ClientResource.Type

export const ClientListed = shape(listed, "ClientListItem")
export type ClientListItem = typeof ClientListed.Type

export const ClientStored = shape({
  ...own,
  ...details,
  workspaceId: WorkspaceId.schema,
  createdAt: Instant
})
export type ClientStored = typeof ClientStored.Type

const optional = {
  company: Schema.optionalKey(Schema.NullOr(optionalLine(255))),
  phone: Schema.optionalKey(Schema.NullOr(optionalLine(255))),
  address: Schema.optionalKey(Schema.NullOr(AddressInput)),
  notes: Schema.optionalKey(Schema.NullOr(prose(10_000))),
  language: Schema.optionalKey(Schema.NullOr(Language)),
  vatId: Schema.optionalKey(Schema.NullOr(VatId)),
  registration: Schema.optionalKey(Schema.NullOr(RegistrationInput)),
  buyerReference: Schema.optionalKey(Schema.NullOr(BuyerReference)).annotateKey({
    description: "Printed on invoices; the Leitweg-ID of public buyers in Germany"
  }),
  electronicAddress: Schema.optionalKey(Schema.NullOr(ElectronicAddressInput)),
  eInvoice: Schema.optionalKey(EInvoiceChoice)
}

export const ClientCreate = shape(
  { name: line(255), email: EmailAddress, ...optional },
  "ClientCreate"
)
export type ClientInput = StoredFieldsOnly<typeof ClientCreate.Type, ClientStored>

/** Absent is unchanged, null clears. */
export const ClientUpdate = shape(
  {
    name: Schema.optionalKey(line(255)),
    email: Schema.optionalKey(EmailAddress),
    portalAccess: Schema.optionalKey(Schema.Boolean),
    ...optional
  },
  "ClientUpdate"
)
export type ClientPatch = StoredFieldsOnly<typeof ClientUpdate.Type, ClientStored>

/** By default to all projects of the client, for 7 days (at most 90). */
export const ClientInvite = shape(
  {
    projectIds: Schema.optionalKey(
      Schema.Array(ProjectId.schema).check(
        Schema.isMaxLength(100, { message: "must have at most 100 ids" })
      )
    ),
    message: Schema.optionalKey(Schema.NullOr(prose(5000))),
    expiresAt: Schema.optionalKey(InstantInput)
  },
  "ClientInvite"
)
export type InviteInput = typeof ClientInvite.Type

export const ClientInvited = shape(
  {
    invited: Schema.Boolean,
    inviteSentAt: Instant,
    portalUrl: Schema.String.annotate({ format: "uri" })
  },
  "ClientInvited"
)
export type InviteResult = typeof ClientInvited.Type
