/**
 * The record of a mail, in the API's form and as it is stored. It has the result of the mail, and
 * never its text or a link.
 */
import { Data, Schema } from "effect"
import type { Principal } from "../access/Principal.ts"
import { type LeastRole, readScopes, type Scope } from "../access/Scope.ts"
import { documented, wholeFrom } from "../Documented.ts"
import {
  ClientId,
  CreditNoteId,
  InvoiceId,
  idPattern,
  MailId,
  shownId,
  UserId,
  WorkspaceId
} from "../Ids.ts"
import { reaches } from "../people/Permissions.ts"
import { Instant, shape } from "../Resource.ts"

export const MailKind = Schema.Literals([
  "invoice",
  "credit_note",
  "reminder",
  "receipt",
  "payment_notice",
  "invitation",
  "link_request",
  "user_link",
  "notice"
])
export type MailKind = typeof MailKind.Type

export const MailStatus = Schema.Literals(["queued", "sent", "failed"])
export type MailStatus = typeof MailStatus.Type

const objectPattern = idPattern("(?:inv|cn|client|user)")

/** The id of a mail's object. */
export const MailObjectId = Schema.String.check(
  Schema.isPattern(new RegExp(objectPattern), {
    message: "must be the id of an invoice, a credit note, a client or a user",
    ...documented({ pattern: objectPattern })
  })
)

const mailObjectTypes = ["invoice", "credit_note", "client", "user"] as const
export type MailObjectType = (typeof mailObjectTypes)[number]

const MailObject = Schema.Struct({
  type: Schema.Literals(mailObjectTypes),
  id: MailObjectId
})
type MailObject = typeof MailObject.Type

const shared = {
  id: MailId.schema,
  kind: MailKind,
  status: MailStatus,
  attempts: Schema.Int.annotate(wholeFrom(0)),
  lastError: Schema.NullOr(Schema.String).annotate({
    description: "The mail server's answer, or the reason why the mail was not sent"
  }),
  createdAt: Instant,
  sentAt: Schema.NullOr(Instant)
}

export const MailResource = shape(
  {
    ...shared,
    to: Schema.String.annotate({ format: "email" }),
    object: MailObject
  },
  "Mail"
)
export type MailView = typeof MailResource.Type

export const MailStored = shape({
  ...shared,
  workspaceId: WorkspaceId.schema,
  recipient: Schema.String,
  /** Exactly one of the four is the mail's object. */
  invoiceId: Schema.NullOr(InvoiceId.schema),
  creditNoteId: Schema.NullOr(CreditNoteId.schema),
  clientId: Schema.NullOr(ClientId.schema),
  userId: Schema.NullOr(UserId.schema),
  /** Whether it counts towards the bounds on mails. */
  counted: Schema.Boolean,
  /** The outbox job as JSON, from which the mail can be resent. */
  job: Schema.String
})
export type MailStored = typeof MailStored.Type

/** With the number of the invoice or credit note, or the current name of the client or user. */
export const MailListed = shape({ ...MailStored.fields, objectName: Schema.String })
export type MailListed = typeof MailListed.Type

const objectOf = (mail: MailStored): MailObject => {
  const { id, invoiceId, creditNoteId, clientId, userId } = mail
  if (invoiceId !== null) return { type: "invoice", id: invoiceId }
  if (creditNoteId !== null) return { type: "credit_note", id: creditNoteId }
  if (clientId !== null) return { type: "client", id: clientId }
  if (userId !== null) return { type: "user", id: userId }
  throw new Error(`the mail ${id} has no object`)
}

export const mailView = (mail: MailStored): MailView => {
  const { id, kind, recipient, status, attempts, lastError, createdAt, sentAt } = mail
  const object = objectOf(mail)
  return { id, kind, to: recipient, object, status, attempts, lastError, createdAt, sentAt }
}

interface MailAccess {
  /** The required scopes. */
  readonly scopes: ReadonlyArray<Scope>
  /** The least role of a token's user. */
  readonly role: LeastRole
}

const ofInvoices: MailAccess = { scopes: ["invoices:read"], role: "member" }

/** The access to mails about each type of object: its scopes are those of the data. */
const accessOf: Readonly<Record<MailObjectType, MailAccess>> = {
  invoice: ofInvoices,
  credit_note: ofInvoices,
  client: { scopes: ["clients:read"], role: "member" },
  user: { scopes: readScopes, role: "admin" }
}

export const visibleObjects = ({
  scopes,
  role
}: Pick<Principal, "scopes" | "role">): ReadonlyArray<MailObjectType> =>
  mailObjectTypes.filter((type) => {
    const needed = accessOf[type]
    return reaches(role, needed.role) && needed.scopes.every((scope) => scopes.has(scope))
  })

/**
 * Whether the filters name mails to users, which members do not see. Notices are to users, unless
 * the filter names an invoice.
 */
export const isAboutUsers = (kind: MailKind | undefined, object: string | undefined): boolean =>
  object === undefined ? kind === "user_link" || kind === "notice" : object.startsWith("user_")

/** Each of these scopes shows some mails. */
export const mailScopes: ReadonlyArray<Scope> = ["invoices:read", "clients:read"]

export class MailNotFound extends Data.TaggedError("MailNotFound")<{ readonly id: string }> {
  override get message() {
    return `No mail of the last 90 days has the id ${shownId(this.id)}`
  }
}

const refusals = {
  requested: "the client requested it and can request another",
  queued: "a mail of the same kind is queued for it",
  ended: "the invitation ended; send a new one",
  removed: "the user was removed",
  otherAddress: "it went to another address than the user has now",
  void: "the invoice is void"
} as const
/** Why a mail cannot be sent again. */
export type MailRefusal = keyof typeof refusals

export class MailNotRepeatable extends Data.TaggedError("MailNotRepeatable")<{
  readonly reason: MailRefusal
}> {
  override get message() {
    return `This mail cannot be sent again: ${refusals[this.reason]}`
  }
}
