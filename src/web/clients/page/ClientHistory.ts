/** The changes of a client, in words: who, when, and which fields. */
import { Option, Schema } from "effect"
import { actorName } from "../../../domain/access/Actor.ts"
import type { LoggedLine } from "../../../domain/events/LoggedEvent.ts"
import { type Child, li, ol, p, span } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { ShownClient } from "./ClientReading.ts"

const decodeShown = Schema.decodeOption(
  Schema.fromJsonString(Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)))
)

const shownAs = (text: string): Readonly<Record<string, unknown>> =>
  Option.getOrNull(decodeShown(text)) ?? {}

/** The inputs of the form that show a field of the API. */
const labelled = {
  name: "name",
  company: "company",
  email: "email",
  phone: "phone",
  language: "language",
  vat_id: "vat_id",
  registration: "registration.id",
  e_invoice: "e_invoice",
  electronic_address: "electronic_address.id",
  buyer_reference: "buyer_reference",
  notes: "notes"
} as const

/** The names of the changed fields. */
const changedIn = ({ reader }: ShownClient, { before, after }: LoggedLine) => {
  const { labels, sections } = wordsIn(reader.language).clientForm
  const [from, to] = [shownAs(before), shownAs(after)]
  const isChanged = (name: string) => JSON.stringify(from[name]) !== JSON.stringify(to[name])
  const names: string[] = Object.entries(labelled).flatMap(([name, label]) =>
    isChanged(name) ? [labels[label]] : []
  )
  return {
    fields: isChanged("address") ? [...names, sections.address] : names,
    portal: isChanged("portal_access") ? to["portal_access"] === true : null
  }
}

interface Entry {
  readonly text: string
  readonly more?: string
}

const entryOf = (shown: ShownClient, line: LoggedLine): Entry | null => {
  const { history } = shown.reader.words
  const name = actorName(line.actor)
  switch (line.action) {
    case "client.created":
      return { text: history.created(name) }
    case "client.invited":
      return { text: history.invited(name) }
    case "client.link_requested":
      return { text: history.linkRequested }
    case "client.updated": {
      const { fields, portal } = changedIn(shown, line)
      const more = fields.length === 0 ? {} : { more: history.changed(fields.join(", ")) }
      const text =
        portal === null
          ? history.updated(name)
          : portal
            ? history.portalOpened(name)
            : history.portalClosed(name)
      return { text, ...more }
    }
    default:
      return null
  }
}

export const historyOf = (shown: ShownClient): Child => {
  const { lists, reader } = shown
  return ol(
    { class: "timeline" },
    Option.getOrElse(lists.history, () => []).flatMap((line) => {
      const entry = entryOf(shown, line)
      return entry === null
        ? []
        : [
            li(
              span({ class: "dot" }),
              p(entry.text),
              entry.more === undefined ? null : p({ class: "small quiet" }, entry.more),
              p({ class: "small quiet" }, reader.times.minute(line.at))
            )
          ]
    })
  )
}
