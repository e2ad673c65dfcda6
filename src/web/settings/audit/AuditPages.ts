/** Audit log (docs/spec.md §6): author, time and origin of each change; owners and admins only. */
import { Effect, Option, Schema } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { Audit } from "../../../app/events/Audit.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { AuditLine } from "../../../domain/events/AuditResource.ts"
import { type LoggedLine, lineOf } from "../../../domain/events/LoggedEvent.ts"
import { AnyId } from "../../../domain/Ids.ts"
import { InstantInput } from "../../../domain/Resource.ts"
import {
  a,
  type Child,
  details,
  div,
  h1,
  li,
  p,
  span,
  strong,
  summary,
  ul
} from "../../../html/Elements.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { type TimeFormats, timeFormatsOf } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { cell, link, table } from "../../Parts.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { actionText, actorText, type ChangedField, differences, valueTexts } from "./AuditTexts.ts"

const { path } = sections.audit

/** Filter and position of the list. */
const AuditFilter = Schema.Struct({
  actor: Schema.optionalKey(AnyId),
  object: Schema.optionalKey(AnyId),
  /** The sequence before which they end. */
  before: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[1-9]\d{0,14}$/)))
})
type AuditFilter = typeof AuditFilter.Type
const decodeFilter = Schema.decodeUnknownOption(AuditFilter)

/** None if the query is invalid: showing every line would mislead. */
const filterOf = (request: HttpServerRequest.HttpServerRequest): Option.Option<AuditFilter> =>
  decodeFilter(
    Object.fromEntries(
      Object.keys(AuditFilter.fields)
        .map((name) => [name, queryOf(request, name) ?? ""] as const)
        .filter(([, text]) => text !== "")
    )
  )

const addressOf = (chosen: AuditFilter): string => `${path}?${new URLSearchParams(chosen)}`

const pageSize = 50

const whoCell = ({ actor, address }: AuditLine) => {
  const { name, type } = actorText(actor)
  return cell(
    actor.id === null ? name : a({ href: addressOf({ actor: actor.id }) }, name),
    div({ class: "quiet small" }, address === null ? type : `${type}, from ${address}`)
  )
}

const whatCell = ({ action, object }: AuditLine) =>
  cell(
    strong(actionText(action)),
    div(
      { class: "quiet small" },
      object.id === "" ? null : a({ href: addressOf({ object: object.id }) }, object.id)
    )
  )

const instantOf = Schema.decodeUnknownOption(InstantInput)

/** Before and after; instants as the workspace reads them. */
const valuesOf = (difference: ChangedField, { second }: TimeFormats) => {
  const words = valueTexts(difference)
  const shown = (value: unknown, text: string): Child =>
    Option.match(instantOf(value), { onNone: () => text, onSome: second })
  return {
    before: shown(difference.before, words.before),
    after: shown(difference.after, words.after)
  }
}

const changesCell = ({ before, after }: AuditLine, times: TimeFormats) => {
  // The time of a change stands beside it already.
  const all = differences(before, after).filter(({ name }) => name !== "updated at")
  if (all.length === 0) return cell(span({ class: "quiet" }, "No field"))
  const listed = ul(
    { class: "ticks small" },
    all.map((difference) => {
      const values = valuesOf(difference, times)
      const name = span({ class: "quiet" }, `${difference.name}: `)
      if (before === null) return li(name, values.after)
      if (after === null) return li(name, values.before)
      return li(name, values.before, " → ", values.after)
    })
  )
  if (before === null) return cell(details(summary("As it was created"), listed))
  return after === null ? cell(details(summary("As it last was"), listed)) : cell(listed)
}

const linesTable = (lines: ReadonlyArray<AuditLine>, times: TimeFormats) =>
  table(
    "Changes",
    ["Time", "Who", "What", "Fields"],
    lines.map((line) => [
      cell(times.second(line.at)),
      whoCell(line),
      whatCell(line),
      changesCell(line, times)
    ])
  )

const auditPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  chosen: AuditFilter,
  { lines, hasOlder }: { readonly lines: ReadonlyArray<LoggedLine>; readonly hasOlder: boolean },
  times: TimeFormats
) => {
  const { before, ...filter } = chosen
  const last = lines.at(-1)
  const { actor, object } = filter
  const only = [
    ...(object === undefined ? [] : [`changes of ${object}`]),
    ...(actor === undefined ? [] : [`what ${actor} did`])
  ].join(", ")
  return settingsPage("audit", signedIn, page, [
    h1("Audit log"),
    p(
      { class: "quiet" },
      "Every change in the workspace, newest first. Amounts are in minor units, such as cents."
    ),
    only === "" ? null : p(`Only ${only}. `, link(path, "Show all changes")),
    last === undefined ? p("There is no change to show.") : linesTable(lines.map(lineOf), times),
    !hasOlder || last === undefined
      ? null
      : p(link(addressOf({ ...chosen, before: String(last.sequence) }), "Older changes")),
    before === undefined ? null : p(link(addressOf(filter), "Newest changes"))
  ])
}

export const layerAuditPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { managersGet } = yield* makePages
    const audit = yield* Audit

    yield* managersGet(path, (signedIn, page) =>
      Effect.gen(function* () {
        const chosen = Option.getOrNull(filterOf(page.request))
        if (chosen === null) return yield* pageNotFound
        const { actor, object, before } = chosen
        const filter = {
          ...(actor === undefined ? {} : { actorId: actor }),
          ...(object === undefined ? {} : { objectId: object })
        }
        const linesBefore = (beyond: number | null, limit: number) =>
          audit.read(signedIn.workspace, filter, { order: "newest", beyond, limit })
        const found = yield* linesBefore(before === undefined ? null : Number(before), pageSize)
        const last = found.at(-1)
        // A page of long entries can be shorter without being the last.
        const older = last === undefined ? [] : yield* linesBefore(last.sequence, 1)
        const times = yield* timeFormatsOf(signedIn.workspace)
        return auditPage(
          signedIn,
          page,
          chosen,
          { lines: found, hasOlder: older.length > 0 },
          times
        )
      })
    )
  })
)
