/** Views of the audit log: the filters, and a line for each entry under the heading of its day. */
import { DateTime, Option } from "effect"
import type { AuditLine } from "../../../domain/events/AuditResource.ts"
import { type LoggedLine, lineOf } from "../../../domain/events/LoggedEvent.ts"
import { dateFormat } from "../../../domain/text/LocaleFormats.ts"
import { dayIn } from "../../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import {
  a,
  type Child,
  code,
  details,
  div,
  form as getForm,
  h2,
  input,
  li,
  section,
  span,
  strong,
  summary,
  time,
  ul
} from "../../../html/Elements.ts"
import { fill } from "../../../html/Template.ts"
import type { AuditWords } from "../../../words/settings/AuditWords.ts"
import type { TimeFormats } from "../../PageFormats.ts"
import { button, type Choice, field, link, select } from "../../Parts.ts"
import { sections } from "../SettingsLayout.ts"
import { actorText, type ChangedField, differences, sentenceOf, valueTexts } from "./AuditTexts.ts"

const { path } = sections.audit

/** The filter as the query has it. */
interface AuditQuery {
  readonly actor?: string
  readonly object?: string
  readonly kind?: string
  readonly from?: string
  readonly to?: string
}

export const auditAddress = (chosen: AuditQuery & { readonly before?: string }): string => {
  const query = new URLSearchParams({ ...chosen }).toString()
  return query === "" ? path : `${path}?${query}`
}

export interface AuditLook {
  readonly words: AuditWords
  readonly workspace: Workspace
  /** The reader's. */
  readonly locale: string
  readonly times: TimeFormats
  readonly people: ReadonlyArray<Choice>
}

/** Pages of what a line is about. */
const pagesOf: Readonly<Record<string, string | undefined>> = {
  invoice: "/invoices",
  client: "/clients",
  project: "/projects",
  user: sections.users.path
}

const objectOf = ({ people }: AuditLook, { action, object, objectName }: LoggedLine): Child => {
  const name = objectName ?? people.find(({ value }) => value === object.id)?.label ?? object.id
  const page = pagesOf[object.type]
  return page === undefined || object.id === "" || action.endsWith(".deleted")
    ? strong(name)
    : a({ class: "strong", href: `${page}/${object.id}` }, name)
}

const whoOf = ({ words }: AuditLook, { actor }: LoggedLine): Child => {
  const name = actorText(actor, words)
  return actor.id === null ? name : a({ href: auditAddress({ actor: actor.id }) }, name)
}

const sentence = (look: AuditLook, line: LoggedLine): Child => {
  const template = sentenceOf(line.action, look.words)
  const parts = { who: whoOf(look, line), object: objectOf(look, line) }
  return template === undefined
    ? [parts.who, " ", code(line.action), " ", parts.object]
    : fill(template, parts)
}

/** An instant of the log. A page has some thousand values: a schema would be slow. */
const instantOf = (value: unknown) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]{8,}Z$/.test(value)
    ? DateTime.make(value)
    : Option.none()

/** Before and after; instants as the workspace reads them. */
const valuesOf = (difference: ChangedField, { times, words }: AuditLook) => {
  const texts = valueTexts(difference, words)
  const shown = (value: unknown, text: string): Child =>
    Option.match(instantOf(value), { onNone: () => text, onSome: times.second })
  return {
    before: shown(difference.before, texts.before),
    after: shown(difference.after, texts.after)
  }
}

/** The changed fields by their names in the API. */
const changes = (look: AuditLook, { before, after }: AuditLine): Child => {
  // The time of a change stands beside it already.
  const all = differences(before, after).filter(({ name }) => name !== "updated_at")
  if (all.length === 0) return null
  const listed = ul(
    { class: "ticks" },
    all.map((difference) => {
      const values = valuesOf(difference, look)
      const name = [code(difference.name), ": "]
      if (before === null) return li(name, values.after)
      if (after === null) return li(name, values.before)
      return li(name, values.before, " → ", values.after)
    })
  )
  return details({ class: "small" }, summary(look.words.fields(all.length)), listed)
}

type Clock = Intl.DateTimeFormat

const lineItem = (look: AuditLook, clock: Clock, line: LoggedLine): Child => {
  const { words } = look
  const { actor, address, object, objectName } = line
  return li(
    div(
      time(
        { class: "quiet num", datetime: DateTime.formatIso(line.at) },
        clock.format(DateTime.toEpochMillis(line.at))
      ),
      " ",
      sentence(look, line)
    ),
    div(
      { class: "quiet small" },
      words.actors[actor.type],
      address === null ? null : ` · ${words.from(address)}`,
      object.id === ""
        ? null
        : [
            " · ",
            a(
              {
                href: auditAddress({ object: object.id }),
                "aria-label": `${words.history}: ${objectName ?? object.id}`
              },
              words.history
            )
          ]
    ),
    changes(look, lineOf(line))
  )
}

/** One list for each day of the workspace, newest first. */
export const dayLists = (look: AuditLook, lines: ReadonlyArray<LoggedLine>): Child => {
  const { locale } = look
  const { zone, timeZone } = look.workspace
  const heading = dateFormat(locale, { dateStyle: "full", timeZone: "UTC" })
  const clock = dateFormat(locale, { timeStyle: "medium", timeZone })
  const days = Map.groupBy(lines, ({ at }) => dayIn(zone, at))
  return [...days].map(([day, own]) =>
    section(
      h2(heading.format(new Date(`${day}T00:00:00Z`))),
      ul(
        { class: "plain log" },
        own.map((line) => lineItem(look, clock, line))
      )
    )
  )
}

/** An actor that is in the address and not in the list stays chosen. */
const withChosen = (people: ReadonlyArray<Choice>, actor: string | undefined) =>
  actor === undefined || people.some(({ value }) => value === actor)
    ? people
    : [...people, { value: actor, label: actor }]

export const filterForm = ({ words, people }: AuditLook, chosen: AuditQuery): Child => {
  const { filters, families } = words
  const date = (name: "from" | "to") =>
    field({ name, label: filters[name], type: "date", value: chosen[name] ?? "" })
  return [
    getForm(
      { method: "get", action: path, class: "range" },
      chosen.object === undefined
        ? null
        : input({ type: "hidden", name: "object", value: chosen.object }),
      select(
        "actor",
        filters.who,
        [{ value: "", label: filters.everyone }, ...withChosen(people, chosen.actor)],
        chosen.actor ?? ""
      ),
      select(
        "kind",
        filters.kind,
        [
          { value: "", label: filters.everything },
          ...Object.entries(families).map(([value, label]) => ({ value, label }))
        ],
        chosen.kind ?? ""
      ),
      date("from"),
      date("to"),
      button(filters.show, "second")
    ),
    Object.keys(chosen).length === 0
      ? null
      : div(
          { class: "row" },
          chosen.object === undefined ? null : span(words.only),
          link(path, filters.all)
        )
  ]
}
