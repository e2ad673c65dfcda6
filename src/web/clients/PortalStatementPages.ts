/**
 * The client's statement of account in the portal (`/portal/statement`), as page and as PDF, with
 * what the agency's page of the client shows.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { Visitor } from "../../app/portal/OpenInvitation.ts"
import { Portal } from "../../app/portal/Portal.ts"
import { PublicUrls } from "../../app/ports/PublicUrls.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import { type Child, div, p } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { PageRefused } from "../forms/FormReader.ts"
import { makePortalPages } from "../Pages.ts"
import { note } from "../Parts.ts"
import { type Look, portalPage } from "./PortalFrame.ts"
import { pageOfVisitor, portalPageNotFound, portalPaths, textOfVisitor } from "./PortalParts.ts"
import { backLink } from "./PortalViews.ts"
import { statementFile, statementPeriod, tooLongIn } from "./statement/StatementPages.ts"
import { statementHead, statementTables } from "./statement/StatementViews.ts"

const periodOf = (page: BrowserRequest, { workspace }: Visitor) =>
  Effect.map(todayIn(workspace.zone), (today) => statementPeriod(page, today))

const statementPage = (look: Look, page: BrowserRequest, portal: Portal["Service"]) =>
  Effect.gen(function* () {
    const period = yield* periodOf(page, look.visitor)
    const { language, locale } = textOfVisitor(look.visitor)
    const { statement: words } = wordsIn(language)
    const view = {
      ...{ words, ...period, crumb: backLink(look) },
      path: `${look.path}/statement`,
      formats: formatsOf(locale)
    }
    const shown = (content: Child, status: number) =>
      portalPage(look, page, {
        title: words.title,
        status,
        children: [div({ class: "box" }, statementHead(view), content)]
      })
    return yield* portal.statement(look.visitor, period).pipe(
      Effect.map(({ currencies }) => shown(statementTables(view, currencies), 200)),
      Effect.catchTags({
        ClientNotFound: () => Effect.fail(portalPageNotFound(page)),
        StatementTooLong: () => Effect.succeed(shown(note("bad", p(tooLongIn(language))), 422))
      })
    )
  })

const statementPdf = (visitor: Visitor, page: BrowserRequest, portal: Portal["Service"]) =>
  Effect.gen(function* () {
    const period = yield* periodOf(page, visitor)
    const { language } = textOfVisitor(visitor)
    const { title, notDrawn } = wordsIn(language).statement
    const refused = (status: number, message: string) =>
      Effect.fail(new PageRefused({ status, title, message, language }))
    const bytes = yield* portal.statementPdf(visitor, period).pipe(
      Effect.catchTags({
        ClientNotFound: () => Effect.fail(portalPageNotFound(page)),
        StatementTooLong: () => refused(422, tooLongIn(language)),
        PdfNotDrawn: () => refused(503, notDrawn)
      })
    )
    return statementFile(bytes, period)
  })

export const layerPortalStatement = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, limited } = yield* makePortalPages
    const portal = yield* Portal
    const paths = portalPaths((yield* PublicUrls).portalUrl)
    const own = pageOfVisitor(portal, paths.home)
    const path = `${paths.path}/statement` as const

    yield* get(
      path,
      own((visitor, page) => statementPage({ ...paths, visitor }, page, portal))
    )

    yield* get(
      `${path}.pdf`,
      own((visitor, page) =>
        Effect.andThen(limited(page, "document"), statementPdf(visitor, page, portal))
      )
    )
  })
)
