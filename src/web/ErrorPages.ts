/**
 * Error pages in the product's frame, each with a link to continue. The visitor's cookies alone
 * select the link, so these pages also work while the database does not answer.
 */
import { Effect, Layer } from "effect"
import { ErrorPage, type RouterErrorPage } from "../api/errors/ErrorPage.ts"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import { acceptedLanguage, type Language } from "../domain/text/Language.ts"
import { type Child, div, h1, p } from "../html/Elements.ts"
import { type Words, wordsIn } from "../words/Words.ts"
import type { FrameWords } from "../words/work/FrameWords.ts"
import { BrowserRequests, languageOfReader } from "./BrowserRequests.ts"
import { portalPaths } from "./clients/PortalParts.ts"
import { frameOfLanguage } from "./Frame.ts"
import { type PageRefused, refusedInWords } from "./forms/FormReader.ts"
import { type PageResponse, pageResponse } from "./Layout.ts"
import { link } from "./Parts.ts"

type PageRefusal = Pick<
  PageRefused,
  "status" | "title" | "message" | "language" | "inWords" | "retryAfterSeconds" | "way"
>

export const noPage: PageRefusal = refusedInWords(404, ({ frame }) => frame.notFound)

/** The words of a refusal that ends after some seconds. */
export const waiting =
  (kind: "busy" | "tooMany" | "unreachable", seconds: number) =>
  ({ visit }: Words) => ({
    title: visit[kind].title,
    message: visit[kind].message(visit.seconds(seconds))
  })

/** The content of a refusal: what it is, and a link to go on. */
export const refusalContent = (
  { title, message, way }: Pick<PageRefusal, "title" | "message" | "way">,
  ways: ReadonlyArray<Child>
): ReadonlyArray<Child> => [
  h1(title),
  p(message),
  div({ class: "row" }, way === undefined ? ways : link(way.href, way.label, "button"))
]

export const homeWay = ({ toHome }: FrameWords) => link("/home", toHome, "button")

/** Title and message in the language of the reader, where they have words in it. */
export const textsFor = (refusal: PageRefusal, reader: Language): PageRefusal => {
  const { inWords } = refusal
  return inWords === undefined
    ? refusal
    : { ...refusal, ...inWords(wordsIn(reader)), language: reader }
}

export const makeRefusedPage = Effect.gen(function* () {
  const browserRequests = yield* BrowserRequests
  const { portalUrl } = yield* PublicUrls
  const { path: portal, home } = portalPaths(portalUrl)

  /** A browser may have a session of a client and one of a user: the address decides. */
  const waysOf = (request: Parameters<typeof browserRequests.known>[0], language: Language) => {
    const words = wordsIn(language).portal
    const toPortal = (kind = "button") => link(home, words.request.title, kind)
    const signIn = (kind = "button") => link("/sign-in", words.signIn, kind)
    const known = browserRequests.known(request)
    const isClients =
      /^\/pay\//.test(request.url) || (portal !== "" && request.url.startsWith(portal))
    const isAtWork = known.session && !isClients
    const links =
      known.portal && (isClients || !known.session)
        ? [toPortal()]
        : isAtWork
          ? [homeWay(wordsIn(language).frame)]
          : isClients
            ? [toPortal(), signIn("button second")]
            : [signIn(), toPortal("button second")]
    return { isAtWork, links }
  }

  return (
    request: Parameters<typeof browserRequests.known>[0],
    refusal: PageRefusal
  ): PageResponse => {
    const reader = languageOfReader(request)
    const texts = textsFor(refusal, reader)
    const { status, title, language = "en", retryAfterSeconds } = texts
    const ways = waysOf(request, language)
    const isAtWork = status === 404 && ways.isAtWork
    return pageResponse(`${title} · Retainer`, refusalContent(texts, ways.links), {
      status,
      ...(isAtWork
        ? { frame: frameOfLanguage(reader), lang: reader, contentLanguage: language }
        : { narrow: true, lang: language }),
      ...(retryAfterSeconds === undefined
        ? {}
        : { headers: { "retry-after": String(retryAfterSeconds) } })
    })
  }
})

/** Its session may be left over, and a sign-in to another workspace replaces it. */
const hasMoved = (status: number, cell: string | null): PageRefusal =>
  refusedInWords(status, ({ visit, portal }) => ({
    title: visit.moved.title,
    message: cell === null ? visit.moved.elsewhere : visit.moved.toCell(cell),
    way: { href: "/sign-in", label: portal.signIn }
  }))

/** The refusal of a request that no page answered. */
const refusalOf = (
  status: number,
  requestId: string,
  retryAfterSeconds: number | undefined
): PageRefusal => {
  if (status === 404) return noPage
  if (retryAfterSeconds !== undefined) {
    return refusedInWords(status, waiting("busy", retryAfterSeconds), { retryAfterSeconds })
  }
  return refusedInWords(status, ({ visit: { broken, other } }) =>
    status === 500 ? { title: broken.title, message: broken.message(requestId) } : other
  )
}

/** A page of the router of several cells, which reads no cookie: it leads nowhere. */
export const routerErrorPage: RouterErrorPage = (headers, status, retryAfterSeconds) => {
  const reader = acceptedLanguage(headers["accept-language"])
  const kind = status === 429 ? "busy" : "unreachable"
  const refusal = status === 401 ? noPage : refusedInWords(status, waiting(kind, retryAfterSeconds))
  const texts = textsFor(refusal, reader)
  return pageResponse(`${texts.title} · Retainer`, refusalContent(texts, []), {
    ...{ status, narrow: true, lang: reader }
  })
}

export const layerErrorPage = Layer.effect(
  ErrorPage,
  Effect.map(
    makeRefusedPage,
    (refusedPage) =>
      (request, { status, requestId, retryAfterSeconds, movedTo }) =>
        refusedPage(
          request,
          movedTo === undefined
            ? refusalOf(status, requestId, retryAfterSeconds)
            : hasMoved(status, movedTo)
        )
  )
).pipe(Layer.provide(BrowserRequests.layer))
