/** Entries that need attention, from the rows of the one statement that finds it. */
import { type DateTime, Schema } from "effect"
import type {
  AttentionKind,
  NamedInvoice,
  Party,
  StoredAttention
} from "../../../domain/home/Attention.ts"
import {
  ClientId,
  CreditId,
  CreditNoteId,
  InvoiceId,
  MilestoneId,
  ProjectId,
  UserId,
  WebhookEndpointId
} from "../../../domain/Ids.ts"
import { MailKind, type MailObjectType } from "../../../domain/mail/MailResource.ts"
import { CurrencyCode } from "../../../domain/money/Currency.ts"
import { instant, integer } from "../Rows.ts"

export interface AttentionRow {
  readonly kind: Extract<AttentionKind, StoredAttention["kind"]>
  readonly at: Date
  readonly id: string
  readonly name: string
  readonly company: string | null
  readonly person: string | null
  readonly otherId: string | null
  readonly otherName: string | null
  readonly amount: bigint | null
  readonly currency: string | null
  readonly detail: string | null
  readonly variant: string | null
}

export const partyIn = ({
  company,
  person
}: Pick<AttentionRow, "company" | "person">): Party | null =>
  person === null ? null : { company, name: person }

const nobody: Party = { company: null, name: "" }

interface OfInvoice {
  readonly at: DateTime.Utc
  readonly invoice: NamedInvoice
  readonly party: Party
}

const ofInvoice = (row: AttentionRow): OfInvoice => ({
  at: instant(row.at),
  invoice: { id: InvoiceId.fromUuid(row.id), number: row.name },
  party: partyIn(row) ?? nobody
})

const idsOf: Readonly<Record<MailObjectType, (uuid: string) => string>> = {
  invoice: InvoiceId.fromUuid,
  credit_note: CreditNoteId.fromUuid,
  client: ClientId.fromUuid,
  user: UserId.fromUuid
}

const isObjectType = (text: string): text is MailObjectType => text in idsOf
const isMailKind = Schema.is(MailKind)

const mailFailed = (row: AttentionRow): StoredAttention => {
  const [mail = "", type = ""] = (row.variant ?? "").split(" ")
  if (!isMailKind(mail) || !isObjectType(type)) throw new Error(`a mail of kind ${row.variant}`)
  return {
    kind: "mail_failed",
    at: instant(row.at),
    mail,
    object: { type, id: idsOf[type](row.id), name: row.name },
    party: partyIn(row) ?? nobody,
    error: row.detail
  }
}

const amountOf = ({ amount, currency }: AttentionRow) => ({
  minor: integer(amount ?? 0n),
  currency: CurrencyCode.make(currency ?? "")
})

export const attentionOf = (row: AttentionRow): StoredAttention => {
  const at = instant(row.at)
  switch (row.kind) {
    case "mail_failed":
      return mailFailed(row)
    case "processor_refunded":
      return { kind: row.kind, ...ofInvoice(row) }
    case "send_requested":
      return { kind: row.kind, ...ofInvoice(row), by: row.detail ?? "" }
    case "webhook_failing":
      return {
        kind: row.kind,
        at,
        endpointId: WebhookEndpointId.fromUuid(row.id),
        url: row.name,
        isEnabled: row.variant === "enabled"
      }
    case "milestone_to_bill":
      return {
        kind: row.kind,
        at,
        milestone: { id: MilestoneId.fromUuid(row.id), name: row.name },
        project: { id: ProjectId.fromUuid(row.otherId ?? ""), name: row.otherName ?? "" },
        party: partyIn(row),
        amountMinor: integer(row.amount ?? 0n)
      }
    case "credit_left": {
      const { minor, currency } = amountOf(row)
      return {
        kind: row.kind,
        at,
        creditId: CreditId.fromUuid(row.id),
        clientId: ClientId.fromUuid(row.detail ?? ""),
        invoice: { id: InvoiceId.fromUuid(row.otherId ?? ""), number: row.otherName ?? "" },
        party: partyIn(row) ?? nobody,
        remainingMinor: minor,
        currency
      }
    }
    case "old_draft": {
      const { minor, currency } = amountOf(row)
      return { kind: row.kind, ...ofInvoice(row), totalMinor: minor, currency }
    }
    case "not_joined":
      return {
        kind: row.kind,
        at,
        user: { id: UserId.fromUuid(row.id), name: row.name, email: row.detail ?? "" }
      }
  }
}
