/** Shared parts of the portal: its paths, its visitor, and the answer to a link request. */
import { Effect } from "effect"
import type { Visitor } from "../../app/portal/OpenInvitation.ts"
import type { Portal } from "../../app/portal/Portal.ts"
import type { TextLocale } from "../../domain/text/Language.ts"
import { textLocaleOf } from "../../domain/workspaces/Workspace.ts"
import { h1, p } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import { type BrowserRequest, languageOfReader, refusedInReadersWords } from "../BrowserRequests.ts"
import type { PageRefused } from "../forms/FormReader.ts"
import { type PageResponse, pageResponse, seeOther } from "../Layout.ts"

/** PORTAL_URL's own path. */
const portalPath = (portalUrl: string): "" | `/${string}` => {
  const path = new URL(portalUrl).pathname.replace(/^\/+|\/+$/g, "")
  return path === "" ? "" : `/${path}`
}

export const portalPaths = (portalUrl: string) => {
  const path = portalPath(portalUrl)
  const home: `/${string}` = path === "" ? "/" : path
  return { path, home }
}

/** The language and locale of the client's pages. */
export const textOfVisitor = ({ workspace, client }: Visitor): TextLocale =>
  textLocaleOf(workspace, client.language)

/** The client who is signed in, if any. */
export const portalVisitor =
  (portal: Portal["Service"]) =>
  ({ cookies }: BrowserRequest) =>
    cookies.portal === null ? Effect.succeed(null) : portal.resolve(cookies.portal)

/** A page for the client who is signed in; others are led to the way in. */
export const pageOfVisitor =
  (portal: Portal["Service"], home: string) =>
  (handle: (visitor: Visitor, page: BrowserRequest) => Effect.Effect<PageResponse, PageRefused>) =>
  (page: BrowserRequest) =>
    Effect.flatMap(portalVisitor(portal)(page), (visitor) =>
      visitor === null ? Effect.succeed(seeOther(home)) : handle(visitor, page)
    )

/** One answer for every address, so that it does not reveal which addresses are known. */
export const linkSentPage = ({ request }: BrowserRequest) => {
  const lang = languageOfReader(request)
  const { sentTitle, sent } = wordsIn(lang).portal.request
  return pageResponse(sentTitle, [h1(sentTitle), p(sent)], { narrow: true, lang })
}

/** For a visitor without a session, whose language is unknown. */
export const portalPageNotFound = (page: BrowserRequest): PageRefused =>
  refusedInReadersWords(page, 404, ({ portal }) => portal.notFound)
