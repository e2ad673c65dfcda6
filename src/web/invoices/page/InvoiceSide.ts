/** Beside the document: activity, the client, the files as mailed and as it stands. */
import { DateTime, Option, Schema } from "effect"
import { actorName } from "../../../domain/access/Actor.ts"
import type { LoggedLine } from "../../../domain/events/LoggedEvent.ts"
import { isOpen } from "../../../domain/invoices/Invoice.ts"
import type { MailListed } from "../../../domain/mail/MailResource.ts"
import { may } from "../../../domain/people/Permissions.ts"
import { addDays } from "../../../domain/time/CalendarDate.ts"
import {
  type Child,
  dd,
  details,
  div,
  dl,
  dt,
  h2,
  li,
  ol,
  p,
  section,
  span,
  summary,
  ul
} from "../../../html/Elements.ts"
import { formatBytes } from "../../PageFormats.ts"
import { link } from "../../Parts.ts"
import { creditNotesOf } from "./CreditNoteParts.ts"
import { documentWarningItems } from "./DocumentWarnings.ts"
import { permissionOf } from "./InvoiceActions.ts"
import { pathOf } from "./InvoiceHead.ts"
import { type ShownInvoice, standingPayments } from "./InvoiceReading.ts"

const Paid = Schema.fromJsonString(Schema.Struct({ amount_paid: Schema.Number }))
const decodePaid = Schema.decodeOption(Paid)

/** The change of the amount paid that the line records. */
const paidBy = ({ before, after }: LoggedLine): number => {
  const [from, to] = [decodePaid(before), decodePaid(after)]
  return Option.isSome(from) && Option.isSome(to)
    ? to.value.amount_paid - from.value.amount_paid
    : 0
}

type Kind = "" | "good" | "bad" | "open"

interface Entry {
  readonly text: string
  readonly kind: Kind
  /** The kind of mail that the step sent. */
  readonly mail?: MailListed["kind"]
  /** Whether the text leaves out who did it. */
  readonly byWhom?: true
}

const withReason = (text: string, reason: string | null | undefined): string =>
  reason == null ? text : `${text}: ${reason}`

/** Made in the same transaction. */
const isAtOnce = (at: DateTime.Utc, line: LoggedLine): boolean =>
  Math.abs(DateTime.toEpochMillis(at) - DateTime.toEpochMillis(line.at)) < 5000

const reversalAt = ({ payments }: ShownInvoice, line: LoggedLine) =>
  payments.find(({ reverses, createdAt }) => reverses !== null && isAtOnce(createdAt, line))

/** The steps of an invoice that people look for; null for every other line of the log. */
const entryOf = (shown: ShownInvoice, line: LoggedLine): Entry | null => {
  const { reader, document, invoice } = shown
  const { words, formats } = reader
  const { activity } = words
  const name = actorName(line.actor)
  const amount = formats.money(Math.abs(paidBy(line)), invoice.currency)
  switch (line.action) {
    case "invoice.created":
      return { text: activity.created(name), kind: "" }
    case "invoice.sent":
      return {
        text: activity.sent(document.recipient.email),
        kind: "",
        mail: "invoice",
        byWhom: true
      }
    case "invoice.send_requested":
      return { text: activity.asked(name), kind: "open" }
    case "invoice.resent":
      return { text: activity.resent(name), kind: "", mail: "invoice" }
    case "invoice.reminded":
      return { text: activity.reminded(name), kind: "", mail: "reminder" }
    case "invoice.payment_recorded":
      return { text: activity.paid(amount), kind: "good", byWhom: true }
    case "invoice.payment_reversed":
      return {
        text: withReason(activity.reversed(amount), reversalAt(shown, line)?.reason),
        kind: "bad",
        byWhom: true
      }
    case "invoice.credited":
      return { text: activity.credited(name), kind: "" }
    case "invoice.voided":
      return { text: withReason(activity.voided(name), document.voidReason), kind: "" }
    case "invoice.opened":
      return { text: activity.opened, kind: "open" }
    default:
      return null
  }
}

/** The mail that a step enqueued: of its kind, in the same transaction. */
const mailOf = (mails: ShownInvoice["mails"], line: LoggedLine, kind: MailListed["kind"]) =>
  mails.find((mail) => mail.kind === kind && isAtOnce(mail.createdAt, line))

/** The next day on which the workspace's settings send a reminder. */
const nextReminder = ({ invoice, signedIn, reader }: ShownInvoice): Child => {
  if (!isOpen(invoice)) return null
  const [next] = signedIn.workspace.reminderDays
    .map((days) => addDays(invoice.dueDate, days))
    .filter((day) => day > reader.today)
    .toSorted()
  if (next === undefined) return null
  return li(span({ class: "dot open" }), p(reader.words.activity.next(reader.formats.date(next))))
}

const activityOf = (shown: ShownInvoice): Child => {
  const { words, times } = shown.reader
  const { role } = shown.signedIn.user
  const isReversible = may(role, "reverse") && standingPayments(shown).length > 0
  const latest = shown.activity.find(({ action }) => action === "invoice.payment_recorded")
  const entries = shown.activity.flatMap((line) => {
    const entry = entryOf(shown, line)
    if (entry === null) return []
    const mail = entry.mail === undefined ? undefined : mailOf(shown.mails, line, entry.mail)
    const isFailed = mail?.status === "failed"
    const who = entry.byWhom === true ? ` · ${words.activity.by(actorName(line.actor))}` : ""
    return [
      li(
        span({ class: `dot ${isFailed ? "bad" : entry.kind}` }),
        p(entry.text),
        p(
          { class: "small quiet" },
          times.minute(line.at),
          who,
          mail === undefined ? null : ` · ${words.activity.mails[mail.status]}`,
          mail?.lastError == null ? null : `: ${mail.lastError}`,
          isReversible && line === latest
            ? [" · ", link(pathOf(shown, "reverse"), words.buttons.reverse)]
            : null
        )
      )
    ]
  })
  return section(h2(words.activity.title), ol({ class: "timeline" }, nextReminder(shown), entries))
}

const fact = (label: string, value: Child): Child => [dt(label), dd(value)]

const clientOf = ({ client, document, reader, invoice, signedIn }: ShownInvoice): Child => {
  const { words, formats, times } = reader
  const { currency } = signedIn.workspace
  return section(
    h2(words.client.title),
    dl(
      { class: "facts" },
      invoice.currency === currency
        ? fact(words.client.owes, formats.money(client.outstandingBalanceMinor, currency))
        : null,
      fact(words.client.email, document.recipient.email),
      fact(
        words.client.portal,
        client.portalLastSeen === null ? words.client.never : times.minute(client.portalLastSeen)
      )
    )
  )
}

/** What the document cannot print, or lacks by law. */
const warningsOf = (shown: ShownInvoice): Child => {
  const { invoice, reader } = shown
  const { documentWarnings } = invoice
  if (documentWarnings.length === 0) return null
  return details(
    { class: "small" },
    summary(reader.words.document.warnings, ` (${documentWarnings.length})`),
    ul({ class: "ticks" }, documentWarningItems(shown))
  )
}

/** The address of the payment page, to pass on, and the way to replace it. */
const linkOf = (shown: ShownInvoice): Child => {
  const { invoice, reader, signedIn } = shown
  const { words } = reader
  const url = invoice.processorPaymentUrl
  if (url === null) return null
  return [
    p({ class: "lab" }, words.copyLink),
    p({ class: "small" }, link(url, url)),
    may(signedIn.user.role, permissionOf.link)
      ? p({ class: "small" }, link(pathOf(shown, "link"), words.actions.link))
      : null
  ]
}

const documentOf = (shown: ShownInvoice): Child => {
  const { invoice, reader } = shown
  const { words, locale } = reader
  const sent = invoice.document
  return section(
    h2(words.document.title),
    dl(
      { class: "facts" },
      fact(
        words.document.asSent,
        sent === null
          ? words.document.notSent
          : [
              link(`${pathOf(shown)}/pdf?as=sent`, `${invoice.number}.pdf`),
              `, ${formatBytes(sent.bytes, locale)}`
            ]
      ),
      fact(words.document.current, link(`${pathOf(shown)}/pdf`, "PDF")),
      invoice.status === "paid"
        ? fact(words.receipt, link(`${pathOf(shown)}/receipt`, "PDF"))
        : null
    ),
    linkOf(shown),
    warningsOf(shown)
  )
}

const filesOf = (shown: ShownInvoice): Child => {
  const { files, reader } = shown
  const { words, locale } = reader
  const path = `${pathOf(shown)}/files`
  return section(
    h2(words.files.title),
    files.length === 0 ? p({ class: "small quiet" }, words.files.none) : null,
    ul(
      { class: "files" },
      files.map(({ id, name, size }) =>
        li(link(`${path}/${id}`, name), ` ${formatBytes(size, locale)}`)
      )
    ),
    p({ class: "small" }, link(path, words.files.add))
  )
}

export const sideOf = (shown: ShownInvoice): Child =>
  div(
    { class: "aside" },
    activityOf(shown),
    creditNotesOf(shown),
    clientOf(shown),
    documentOf(shown),
    filesOf(shown)
  )
