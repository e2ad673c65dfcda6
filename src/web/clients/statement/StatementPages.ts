/** The statement of account of a client (`/clients/:id/statement`), as page and as PDF. */
import { Effect, Option, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Clients } from "../../../app/clients/Clients.ts"
import { Statements } from "../../../app/clients/Statements.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { mostMovements, type StatementSpan } from "../../../domain/clients/Statement.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import type { Language } from "../../../domain/text/Language.ts"
import { CalendarDate, todayIn } from "../../../domain/time/CalendarDate.ts"
import { textLocaleOf } from "../../../domain/workspaces/Workspace.ts"
import type { Child } from "../../../html/Elements.ts"
import { p } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import { type BrowserRequest, idOf } from "../../BrowserRequests.ts"
import { framedPage } from "../../Frame.ts"
import { PageRefused } from "../../forms/FormReader.ts"
import { clientName } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { link, note } from "../../Parts.ts"
import { clientsPath } from "../list/ClientListQuery.ts"
import { statementHead, statementTables } from "./StatementViews.ts"

/** The twelve months up to today, where the address names no other days. */
export const statementPeriod = (
  { request }: BrowserRequest,
  today: CalendarDate
): StatementSpan => {
  const given = (name: string) =>
    Option.getOrUndefined(Schema.decodeUnknownOption(CalendarDate)(queryOf(request, name)))
  const month = Number(today.slice(5, 7))
  const year = Number(today.slice(0, 4))
  const first =
    month === 12 ? `${year}-01-01` : `${year - 1}-${String(month + 1).padStart(2, "0")}-01`
  const from = given("from") ?? CalendarDate.make(first)
  const to = given("to") ?? today
  return from <= to ? { from, to } : { from: to, to: from }
}

export const tooLongIn = (language: Language): string =>
  wordsIn(language).statement.tooLong(mostMovements.toLocaleString(language))

export const statementFile = (bytes: Uint8Array, { from, to }: StatementSpan) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: "application/pdf",
    headers: {
      "cache-control": "no-store",
      "content-disposition": `inline; filename="statement-${from}-${to}.pdf"`
    }
  })

export const layerStatementPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const statements = yield* Statements
    const clients = yield* Clients
    const path = `${clientsPath}/:id/statement`
    const dated = (page: BrowserRequest, { workspace }: SignedIn) =>
      Effect.map(todayIn(workspace.zone), (today) => statementPeriod(page, today))

    yield* settingsGet(path, (signedIn, page) =>
      Effect.gen(function* () {
        const { workspace } = signedIn
        const period = yield* dated(page, signedIn)
        const { statement: words, client: clientWords } = wordsIn(page.language)
        const { locale } = textLocaleOf(workspace, page.language)
        const client = yield* Effect.mapError(
          clients.get(workspace, idOf(page)),
          () => pageNotFound
        )
        const view = {
          ...{ words, ...period },
          path: `${clientsPath}/${client.id}/statement`,
          formats: formatsOf(locale),
          crumb: p(
            { class: "crumb" },
            link(clientsPath, clientWords.list.title),
            " · ",
            link(`${clientsPath}/${client.id}`, clientName(client))
          )
        }
        const shown = (content: Child, status: number) =>
          framedPage(signedIn, page, {
            title: words.title,
            place: "clients",
            isOpen: true,
            status,
            children: [statementHead(view), content]
          })
        return yield* statements.ofClient(workspace, client.id, period).pipe(
          Effect.map(({ currencies }) => shown(statementTables(view, currencies), 200)),
          Effect.catchTags({
            ClientNotFound: () => Effect.fail(pageNotFound),
            StatementTooLong: () =>
              Effect.succeed(shown(note("bad", p(tooLongIn(page.language))), 422))
          })
        )
      })
    )

    yield* settingsGet(`${path}.pdf`, (signedIn, page) =>
      Effect.gen(function* () {
        const { workspace } = signedIn
        const { language } = page
        const period = yield* dated(page, signedIn)
        const { title, notDrawn } = wordsIn(language).statement
        const refused = (status: number, message: string) =>
          Effect.fail(new PageRefused({ status, title, message, language }))
        const bytes = yield* statements.pdf(workspace, idOf(page), period).pipe(
          Effect.catchTags({
            ClientNotFound: () => Effect.fail(pageNotFound),
            StatementTooLong: () => refused(422, tooLongIn(language)),
            PdfNotDrawn: () => refused(503, notDrawn)
          })
        )
        return statementFile(bytes, period)
      })
    )
  })
)
