/** Audit log (docs/spec.md §6): author, time and origin of each change; owners and admins only. */
import { Effect, Option, Schema } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { Audit } from "../../../app/events/Audit.ts"
import { ApiKeys } from "../../../app/people/ApiKeys.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Users } from "../../../app/people/Users.ts"
import type { LoggedLine } from "../../../domain/events/LoggedEvent.ts"
import { AnyId } from "../../../domain/Ids.ts"
import { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { textLocaleOf } from "../../../domain/workspaces/Workspace.ts"
import { h1, p } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { link } from "../../Parts.ts"
import { readerTimes, sections, settingsPage } from "../SettingsLayout.ts"
import { type AuditLook, auditAddress, dayLists, filterForm } from "./AuditViews.ts"

const { path } = sections.audit

const families = new Set(Object.keys(wordsIn("en").audit.families))

/** Filter and position of the list. */
const AuditFilter = Schema.Struct({
  actor: Schema.optionalKey(AnyId),
  object: Schema.optionalKey(AnyId),
  kind: Schema.optionalKey(Schema.String.check(Schema.makeFilter((kind) => families.has(kind)))),
  from: Schema.optionalKey(CalendarDate),
  to: Schema.optionalKey(CalendarDate),
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

const pageSize = 50

interface Found {
  readonly lines: ReadonlyArray<LoggedLine>
  readonly hasOlder: boolean
}

const auditPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  look: AuditLook,
  { before, ...filter }: AuditFilter,
  { lines, hasOlder }: Found
) => {
  const { words } = look
  const last = lines.at(-1)
  return settingsPage("audit", signedIn, page, [
    h1(wordsIn(page.language).settings.sections.audit),
    p({ class: "quiet" }, words.intro),
    filterForm(look, filter),
    last === undefined ? p(words.none) : dayLists(look, lines),
    !hasOlder || last === undefined
      ? null
      : p(link(auditAddress({ ...filter, before: String(last.sequence) }), words.older)),
    before === undefined ? null : p(link(auditAddress(filter), words.newest))
  ])
}

export const layerAuditPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { managersGet } = yield* makePages
    const audit = yield* Audit
    const users = yield* Users
    const keys = yield* ApiKeys

    const find = Effect.fnUntraced(function* ({ workspace }: SignedIn, chosen: AuditFilter) {
      const { actor, object, kind, from, to, before } = chosen
      const filter = {
        ...(actor === undefined ? {} : { actorId: actor }),
        ...(object === undefined ? {} : { objectId: object }),
        ...(kind === undefined ? {} : { family: kind }),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to })
      }
      const linesBefore = (beyond: number | null, limit: number) =>
        audit.read(workspace, filter, { order: "newest", beyond, limit })
      const lines = yield* linesBefore(before === undefined ? null : Number(before), pageSize)
      const last = lines.at(-1)
      // A page of long entries can be shorter without being the last.
      const older = last === undefined ? [] : yield* linesBefore(last.sequence, 1)
      return { lines, hasOlder: older.length > 0 }
    })

    yield* managersGet(path, (signedIn, page) =>
      Effect.gen(function* () {
        const chosen = Option.getOrNull(filterOf(page.request))
        if (chosen === null) return yield* pageNotFound
        const { workspace, user } = signedIn
        const [found, colleagues, ownKeys, times] = yield* Effect.all(
          [
            find(signedIn, chosen),
            users.list(user),
            keys.list(workspace.id),
            readerTimes(signedIn, page)
          ],
          { concurrency: "unbounded" }
        )
        const people = [...colleagues.map((one) => one.user), ...ownKeys].map(({ id, name }) => ({
          value: id,
          label: name
        }))
        const { locale } = textLocaleOf(workspace, page.language)
        const look = { words: wordsIn(page.language).audit, workspace, locale, times, people }
        return auditPage(signedIn, page, look, chosen, found)
      })
    )
  })
)
