/** Recent activity in words: eight lines with names and links. A payment can be reversed here. */
import { actorName } from "../../domain/access/Actor.ts"
import type { ActivityKind, ActivityLine } from "../../domain/home/Activity.ts"
import { may, mayManage } from "../../domain/people/Permissions.ts"
import { a, type Child, h2, header, li, ol, p, section, span } from "../../html/Elements.ts"
import { fill } from "../../html/Template.ts"
import { listPath } from "../invoices/InvoiceListQuery.ts"
import { link } from "../Parts.ts"
import { type HomeReader, shortName } from "./HomeReader.ts"

const dots: Readonly<Partial<Record<ActivityKind, "good" | "bad" | "open">>> = {
  "invoice.payment_recorded": "good",
  "milestone.completed": "good",
  "invoice.delivery_failed": "bad",
  "invoice.overdue": "bad",
  "invoice.payment_reversed": "bad",
  "invoice.processor_refunded": "bad",
  "invoice.send_requested": "open"
}

/** Lines whose sentence leaves out who did it. */
const withoutActor: ReadonlyArray<ActivityKind> = ["invoice.payment_recorded", "invoice.reminded"]

const invoiceLink = ({ invoice }: ActivityLine): Child =>
  invoice === null ? "" : a({ href: `${listPath}/${invoice.id}` }, invoice.number)

const lineOf = (reader: HomeReader, line: ActivityLine, isReversible: boolean): Child => {
  const { words, formats, times } = reader
  const { activity } = words
  const who = actorName(line.actor)
  const isPerson = line.actor.type !== "system" && line.actor.type !== "client"
  return li(
    span({ class: `dot ${dots[line.kind] ?? ""}`.trimEnd() }),
    p(
      fill(activity.lines[line.kind], {
        who,
        invoice: invoiceLink(line),
        object: line.object.name,
        party: line.party === null ? "" : shortName(line.party)
      })
    ),
    p(
      { class: "small quiet" },
      line.money === null
        ? null
        : `${formats.money(line.money.amountMinor, line.money.currency)} · `,
      times.minute(line.at),
      isPerson && withoutActor.includes(line.kind) ? ` · ${activity.by(who)}` : null,
      isReversible && line.invoice !== null
        ? [" · ", link(`${listPath}/${line.invoice.id}?do=reverse`, activity.reverse)]
        : null
    )
  )
}

export const activitySection = (reader: HomeReader): Child => {
  const { words, view, signedIn } = reader
  const { role } = signedIn.user
  const seen = new Set<string>()
  const lines = view.activity.map((line) => {
    const id = line.invoice?.id ?? ""
    const isLatest = line.isReversible && !seen.has(id)
    if (line.isReversible) seen.add(id)
    return lineOf(reader, line, isLatest && may(role, "reverse"))
  })
  return section(
    header(
      { class: "head-row" },
      h2(words.activity.title),
      mayManage(signedIn.user) ? link("/settings/audit", words.activity.all, "small quiet") : null
    ),
    lines.length === 0
      ? p({ class: "quiet" }, words.activity.none)
      : ol({ class: "timeline" }, lines)
  )
}
