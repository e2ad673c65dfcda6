/**
 * Entries that need attention: each says what, why, and offers one action. The most urgent eight
 * are shown, and all of them by `?attention=all`.
 */
import type {
  Attention,
  AttentionKind,
  MailFailed,
  MilestoneToBill
} from "../../domain/home/Attention.ts"
import { inUrgency, maxOfKind, mostUrgent } from "../../domain/home/Attention.ts"
import { type Action, may } from "../../domain/people/Permissions.ts"
import { numberFormat } from "../../domain/text/LocaleFormats.ts"
import { dayIn, daysBetween } from "../../domain/time/CalendarDate.ts"
import { a, type Child, div, h2, header, li, p, section, span, ul } from "../../html/Elements.ts"
import { fill } from "../../html/Template.ts"
import { clientsPath } from "../clients/list/ClientListQuery.ts"
import { listPath } from "../invoices/InvoiceListQuery.ts"
import { clientName } from "../PageFormats.ts"
import { link } from "../Parts.ts"
import { type HomeReader, shortName } from "./HomeReader.ts"

const shownEntries = 8
const allPath = "/home?attention=all"

interface Entry {
  readonly what: Child
  readonly why: Child
  readonly href: string
  readonly action: string
  /** What its action needs; others get a link that shows it. */
  readonly needs?: Action
  /** Where those go who may not do it, if elsewhere. */
  readonly look?: string
  readonly isBad?: boolean
}

const invoiceLink = ({ id, number }: { readonly id: string; readonly number: string }): Child =>
  a({ class: "row-link", href: `${listPath}/${id}` }, number)

/** Parts of a line with points between them. */
const joined = (...parts: ReadonlyArray<Child>): Child =>
  parts
    .filter((part) => part !== null && part !== "")
    .flatMap((part, at) => (at === 0 ? [part] : [" · ", part]))

const mailEntry = (reader: HomeReader, entry: MailFailed): Entry => {
  const { words, times } = reader
  const { actions, mailFailed } = words.attention
  const { object, mail } = entry
  const isInvoice = object.type === "invoice"
  const isDocument = isInvoice && mail === "invoice"
  return {
    what: fill(mailFailed[mail], {
      object: isInvoice ? invoiceLink({ id: object.id, number: object.name }) : object.name,
      party: shortName(entry.party)
    }),
    why: joined(entry.error, times.minute(entry.at)),
    href: isDocument
      ? `${listPath}/${object.id}?do=again`
      : `/settings/mails?object=${object.id}&status=failed`,
    action: isDocument ? actions.correctAndSend : actions.seeMail,
    ...(isDocument ? { needs: "send", look: `${listPath}/${object.id}` } : {}),
    isBad: true
  }
}

const milestoneEntry = (reader: HomeReader, entry: MilestoneToBill): Entry => {
  const { words, formats, signedIn } = reader
  const { project, party, milestone, amountMinor } = entry
  return {
    what: fill(words.attention.milestone, { milestone: milestone.name }),
    why: joined(
      project.name,
      party === null ? null : clientName(party),
      formats.money(amountMinor, signedIn.workspace.currency)
    ),
    href: `/invoices/new?milestone=${milestone.id}`,
    action: words.attention.actions.bill,
    needs: "draft"
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

type Of<Kind extends AttentionKind> = Extract<Attention, { readonly kind: Kind }>

/** The entry of each kind. */
const entries: {
  readonly [Kind in AttentionKind]: (reader: HomeReader, entry: Of<Kind>) => Entry
} = {
  mail_failed: mailEntry,
  milestone_to_bill: milestoneEntry,

  processor_refunded: ({ words, times, invoiceWords }, { invoice, party, at }) => ({
    what: fill(words.attention.refunded, { invoice: invoiceLink(invoice) }),
    why: joined(words.attention.refundedWhy, clientName(party), times.minute(at)),
    href: `${listPath}/${invoice.id}?do=credit`,
    action: invoiceWords.actions.credit,
    isBad: true
  }),

  webhook_failing: ({ words: { attention }, times }, { isEnabled, url, at, endpointId }) => ({
    what: fill(isEnabled ? attention.webhookFailing : attention.webhookDisabled, {
      host: hostOf(url)
    }),
    why: [attention.since(""), times.minute(at)],
    href: `/settings/webhooks/${endpointId}`,
    action: attention.actions.seeDeliveries,
    isBad: !isEnabled
  }),

  send_requested: ({ words, times, invoiceWords }, { invoice, party, by, at }) => ({
    what: fill(words.attention.requested, { who: by, invoice: invoiceLink(invoice) }),
    why: joined(clientName(party), times.minute(at)),
    href: `${listPath}/${invoice.id}?do=send`,
    action: invoiceWords.actions.send,
    needs: "send",
    look: `${listPath}/${invoice.id}`
  }),

  credit_left: ({ words: { attention }, formats, dayOf }, entry) => ({
    what: fill(attention.credit, {
      amount: formats.money(entry.remainingMinor, entry.currency),
      party: shortName(entry.party)
    }),
    why: joined(
      attention.creditWhy(entry.invoice.number, dayOf(entry.at)),
      clientName(entry.party)
    ),
    href: `${clientsPath}/${entry.clientId}?show=credit`,
    action: attention.actions.settle,
    needs: "refund"
  }),

  old_draft: ({ words: { attention }, formats, view, signedIn }, entry) => {
    const days = daysBetween(dayIn(signedIn.workspace.zone, entry.at), view.today)
    return {
      what: fill(attention.oldDraft(days), { invoice: invoiceLink(entry.invoice) }),
      why: joined(clientName(entry.party), formats.money(entry.totalMinor, entry.currency)),
      href: `${listPath}/${entry.invoice.id}`,
      action: attention.actions.openDraft
    }
  },

  not_joined: ({ words: { attention }, dayOf }, { user, at }) => ({
    what: fill(attention.notJoined, { who: user.name }),
    why: joined(user.email, attention.invited(dayOf(at))),
    href: "/settings/users",
    action: attention.actions.seeUsers
  }),

  reminders_off: ({ words: { attention }, frame }, { overdue }) => ({
    what: attention.remindersOff,
    why: frame.overdue(overdue),
    href: "/settings/invoicing",
    action: attention.actions.chooseDays
  }),

  test_processor: ({ words: { attention } }) => ({
    what: attention.testProcessor,
    why: attention.testProcessorWhy,
    href: "/settings/workspace",
    action: attention.actions.seeSettings,
    isBad: true
  })
}

const entryOf = <Kind extends AttentionKind>(
  reader: HomeReader,
  entry: Of<Kind> & { readonly kind: Kind }
): Entry => entries[entry.kind](reader, entry)

const rowOf = (reader: HomeReader, one: Attention): Child => {
  const entry = entryOf(reader, one)
  const isAllowed = entry.needs === undefined || may(reader.signedIn.user.role, entry.needs)
  return li(
    span({ class: entry.isBad === true ? "dot bad" : "dot warn" }),
    div({ class: "what" }, p(entry.what), p({ class: "small quiet" }, entry.why)),
    isAllowed
      ? link(entry.href, entry.action, "button second tiny")
      : link(entry.look ?? entry.href, reader.words.attention.actions.show, "button second tiny")
  )
}

export const attentionSection = (reader: HomeReader, isAll: boolean): Child => {
  const { words, view, locale } = reader
  const all = view.attention
  if (all.length === 0) return null
  const shown = isAll ? inUrgency(all) : mostUrgent(all, shownEntries)
  const kinds = new Map<string, number>()
  for (const { kind } of all) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  // There may be more of a kind than storage looks for.
  const isCut = [...kinds.values()].some((count) => count >= maxOfKind)
  const count = `${numberFormat(locale).format(all.length)}${isCut ? "+" : ""}`
  const isMore = all.length > shownEntries
  return section(
    { class: "attention" },
    header(
      { class: "head-row" },
      div({ class: "title" }, h2(words.attention.title), span({ class: "badge" }, count)),
      isMore
        ? isAll
          ? link("/home", words.attention.fewer, "small quiet")
          : link(allPath, words.attention.all(count), "small quiet")
        : null
    ),
    ul(
      { class: "todo" },
      shown.map((one) => rowOf(reader, one))
    )
  )
}
