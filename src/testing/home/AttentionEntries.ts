/** Entries that need attention, in memory: every row is read. */
import { DateTime, Predicate } from "effect"
import {
  maxOfKind,
  type Party,
  type StoredAttention,
  waitingDays
} from "../../domain/home/Attention.ts"
import { UserId, type WorkspaceId } from "../../domain/Ids.ts"
import { type Invoice, isOpen, issuedOf } from "../../domain/invoices/Invoice.ts"
import { type MailKind, type MailStored, mailView } from "../../domain/mail/MailResource.ts"
import { creditViewOf } from "../payments/CreditRepositoryMemory.ts"
import type { MemoryState, StoredEntry } from "../store/MemoryStore.ts"

interface Given {
  readonly state: MemoryState
  readonly workspaceId: WorkspaceId
  readonly now: DateTime.Utc
}

type Waiting = ReadonlyArray<StoredAttention>

const clientParty = ({ clients }: MemoryState, id: string | null): Party | null => {
  const client = [...clients.values()].find((one) => one.id === id)
  return client === undefined ? null : { company: client.company, name: client.name }
}

const nobody: Party = { company: null, name: "" }

/** The client as the document names it. */
export const partyOf = (state: MemoryState, invoice: Invoice): Party => {
  const recipient = issuedOf(invoice)?.recipient
  return recipient === undefined
    ? (clientParty(state, invoice.clientId) ?? nobody)
    : { company: recipient.company, name: recipient.name }
}

/** A member of a member of a resource in the log, as `object.client.name`. */
export const memberText = (resource: unknown, ...path: ReadonlyArray<string>): string | null => {
  let value = resource
  for (const name of path) value = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof value === "string" ? value : null
}

const own = <Row extends { readonly workspaceId: WorkspaceId }>(
  rows: Iterable<Row>,
  { workspaceId }: Given
): ReadonlyArray<Row> => [...rows].filter((row) => row.workspaceId === workspaceId)

const newest = <Row extends { readonly id: string }>(rows: ReadonlyArray<Row>) =>
  rows.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, maxOfKind)

const lastMail = (given: Given, kind: MailKind, objectId: string): MailStored | undefined =>
  newest(
    own(given.state.mails.values(), given).filter(
      (mail) => mail.kind === kind && mailView(mail).object.id === objectId
    )
  )[0]

const failedDocuments = (given: Given): Waiting => {
  const { state } = given
  const invoices = own(state.invoices.values(), given).filter(
    (invoice) => isOpen(invoice) && invoice.delivery.status === "failed"
  )
  const notes = own(state.creditNotes.values(), given).filter(
    ({ deliveryStatus }) => deliveryStatus === "failed"
  )
  return [
    ...newest(invoices).map(
      (invoice): StoredAttention => ({
        kind: "mail_failed",
        at:
          lastMail(given, "invoice", invoice.id)?.createdAt ??
          issuedOf(invoice)?.sentAt ??
          invoice.createdAt,
        mail: "invoice",
        object: { type: "invoice", id: invoice.id, name: invoice.number },
        party: partyOf(state, invoice),
        error: issuedOf(invoice)?.delivery.lastError ?? null
      })
    ),
    ...newest(notes).map(
      (note): StoredAttention => ({
        kind: "mail_failed",
        at: lastMail(given, "credit_note", note.id)?.createdAt ?? note.createdAt,
        mail: "credit_note",
        object: { type: "credit_note", id: note.id, name: note.number },
        party: clientParty(state, note.clientId) ?? nobody,
        error: note.deliveryError
      })
    )
  ]
}

const listedKinds: ReadonlyArray<MailKind> = ["reminder", "receipt", "invitation", "user_link"]

const failedMails = (given: Given): Waiting => {
  const { state, now } = given
  const after = DateTime.subtract(now, { days: 30 })
  const isListed = (mail: MailStored): boolean => {
    const invoice = mail.invoiceId === null ? undefined : state.invoices.get(mail.invoiceId)
    const user = mail.userId === null ? undefined : state.users.get(mail.userId)
    const isReminded =
      invoice !== undefined && isOpen(invoice) && invoice.delivery.status !== "failed"
    return (
      mail.status === "failed" &&
      listedKinds.includes(mail.kind) &&
      DateTime.isGreaterThan(mail.createdAt, after) &&
      (mail.kind !== "reminder" || isReminded) &&
      (user === undefined || user.removedAt === null) &&
      lastMail(given, mail.kind, mailView(mail).object.id)?.id === mail.id
    )
  }
  const partyAndName = (mail: MailStored): { readonly party: Party; readonly name: string } => {
    const invoice = mail.invoiceId === null ? undefined : state.invoices.get(mail.invoiceId)
    if (invoice !== undefined) return { party: partyOf(state, invoice), name: invoice.number }
    const user = mail.userId === null ? undefined : state.users.get(mail.userId)?.user
    const party =
      user === undefined ? clientParty(state, mail.clientId) : { company: null, name: user.name }
    return { party: party ?? nobody, name: party?.name ?? "" }
  }
  return newest(own(state.mails.values(), given).filter(isListed)).map((mail) => {
    const { party, name } = partyAndName(mail)
    return {
      kind: "mail_failed",
      at: mail.createdAt,
      mail: mail.kind,
      object: { ...mailView(mail).object, name },
      party,
      error: mail.lastError
    }
  })
}

/** Entries of the type, newest first, each with the invoice of its number. */
const entriesOf = (given: Given, type: string) =>
  own(given.state.log, given)
    .filter((entry) => entry.type === type)
    .toReversed()
    .flatMap((entry): ReadonlyArray<{ entry: StoredEntry; invoice: Invoice }> => {
      const number = memberText(entry.data.object, "number")
      const invoice = own(given.state.invoices.values(), given).find((one) => one.number === number)
      return invoice === undefined ? [] : [{ entry, invoice }]
    })

const ofTheLog = (given: Given): Waiting => {
  const { state, now } = given
  const after = DateTime.subtract(now, { days: 90 })
  const about = (invoice: Invoice) => ({
    invoice: { id: invoice.id, number: invoice.number },
    party: partyOf(state, invoice)
  })
  const requested = entriesOf(given, "invoice.send_requested").filter(
    ({ invoice }) => invoice.status === "draft"
  )
  const refunded = entriesOf(given, "invoice.processor_refunded").filter(
    ({ entry, invoice }, at, all) =>
      DateTime.isGreaterThan(entry.createdAt, after) &&
      all.findIndex((other) => other.invoice.id === invoice.id) === at &&
      !own(state.creditNotes.values(), given).some(
        (note) =>
          note.invoiceId === invoice.id && DateTime.isGreaterThan(note.createdAt, entry.createdAt)
      )
  )
  return [
    ...requested.map(
      ({ entry, invoice }): StoredAttention => ({
        kind: "send_requested",
        at: entry.createdAt,
        ...about(invoice),
        by: entry.actor.name
      })
    ),
    ...refunded.map(
      ({ entry, invoice }): StoredAttention => ({
        kind: "processor_refunded",
        at: entry.createdAt,
        ...about(invoice)
      })
    )
  ]
}

const webhooks = (given: Given): Waiting =>
  newest(own(given.state.webhookEndpoints.values(), given)).flatMap((endpoint) => {
    const isDisabled = own(given.state.log, given).some(
      ({ type, data, createdAt }) =>
        type === "webhook_endpoint.disabled" &&
        memberText(data.object, "id") === endpoint.id &&
        DateTime.isGreaterThanOrEqualTo(createdAt, endpoint.updatedAt)
    )
    if (endpoint.enabled ? endpoint.failingSince === null : !isDisabled) return []
    return [
      {
        kind: "webhook_failing",
        at: endpoint.failingSince ?? endpoint.updatedAt,
        endpointId: endpoint.id,
        url: endpoint.url,
        isEnabled: endpoint.enabled
      }
    ]
  })

/** Completed milestones with an amount that no invoice bills. */
export const milestonesToBill = (state: MemoryState, workspaceId: WorkspaceId) =>
  [...state.milestones.values()].filter((milestone) => {
    const billedBy =
      milestone.invoiceId === null ? undefined : state.invoices.get(milestone.invoiceId)
    return (
      milestone.workspaceId === workspaceId &&
      milestone.status === "completed" &&
      (milestone.amountMinor ?? 0) > 0 &&
      (billedBy === undefined || billedBy.status === "void")
    )
  })

const moneyAndWork = (given: Given): Waiting => {
  const { state, workspaceId, now } = given
  const before = DateTime.subtract(now, { days: waitingDays })
  const milestones = newest(milestonesToBill(state, workspaceId)).flatMap((milestone): Waiting => {
    const project = state.projects.get(milestone.projectId)
    return project === undefined
      ? []
      : [
          {
            kind: "milestone_to_bill",
            at: milestone.completedAt ?? milestone.createdAt,
            milestone: { id: milestone.id, name: milestone.name },
            project: { id: project.id, name: project.name },
            party: clientParty(state, project.clientId),
            amountMinor: milestone.amountMinor ?? 0
          }
        ]
  })
  const credits = newest(
    own(state.credits, given)
      .map((credit) => creditViewOf(state, credit))
      .filter(({ remainingMinor }) => remainingMinor > 0)
  ).map(
    ({ id, client, invoice, receivedAt, remainingMinor, currency }): StoredAttention => ({
      kind: "credit_left",
      at: receivedAt,
      creditId: id,
      clientId: client.id,
      invoice,
      party: clientParty(state, client.id) ?? nobody,
      remainingMinor,
      currency
    })
  )
  const drafts = newest(
    own(state.invoices.values(), given).filter(
      ({ status, createdAt }) => status === "draft" && DateTime.isLessThan(createdAt, before)
    )
  ).map(
    (draft): StoredAttention => ({
      kind: "old_draft",
      at: draft.createdAt,
      invoice: { id: draft.id, number: draft.number },
      party: partyOf(state, draft),
      totalMinor: draft.totalMinor,
      currency: draft.currency
    })
  )
  return [...milestones, ...credits, ...drafts]
}

/** The time in an id (RFC 9562, 5.7). */
const timeOf = (id: UserId): DateTime.Utc =>
  DateTime.makeUnsafe(Number.parseInt(UserId.toUuid(id).replaceAll("-", "").slice(0, 12), 16))

const people = (given: Given): Waiting => {
  const { state, now, workspaceId } = given
  const before = DateTime.subtract(now, { days: waitingDays })
  const invited = [...state.users.values()]
    .filter(({ user, passwordHash, removedAt }) => {
      const hasNewerLink = [...state.userLinks.values()].some(
        ({ userId, createdAt }) =>
          userId === user.id && DateTime.isGreaterThanOrEqualTo(createdAt, before)
      )
      return (
        user.workspaceId === workspaceId &&
        passwordHash === null &&
        removedAt === null &&
        DateTime.isLessThan(timeOf(user.id), before) &&
        !hasNewerLink
      )
    })
    .map(({ user }) => user)
  return newest(invited).map(({ id, name, email }) => ({
    kind: "not_joined",
    at: timeOf(id),
    user: { id, name, email }
  }))
}

export const attentionIn = (given: Given): Waiting => [
  ...failedDocuments(given),
  ...failedMails(given),
  ...ofTheLog(given),
  ...webhooks(given),
  ...moneyAndWork(given),
  ...people(given)
]
