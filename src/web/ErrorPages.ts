/**
 * Error pages in the product's frame, each with a link to continue. The visitor's cookies alone
 * select the link, so these pages also work while the database does not answer.
 */
import { Effect, Layer } from "effect"
import { ErrorPage } from "../api/errors/ErrorPage.ts"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import type { Language } from "../domain/text/Language.ts"
import { type Child, div, h1, p } from "../html/Elements.ts"
import { wordsIn } from "../words/Words.ts"
import type { FrameWords } from "../words/work/FrameWords.ts"
import { BrowserRequests, languageOfReader } from "./BrowserRequests.ts"
import { portalPaths } from "./clients/PortalParts.ts"
import { frameOfLanguage } from "./Frame.ts"
import type { PageRefused } from "./forms/FormReader.ts"
import { type PageResponse, pageResponse } from "./Layout.ts"
import { link } from "./Parts.ts"

type PageRefusal = Pick<
  PageRefused,
  "status" | "title" | "message" | "language" | "inWords" | "retryAfterSeconds" | "way"
>

export const noPage: PageRefusal = {
  status: 404,
  ...wordsIn("en").frame.notFound,
  inWords: ({ notFound }: FrameWords) => notFound
}

const titles: Readonly<Record<number, string>> = {
  429: "Please try again",
  500: "Something went wrong"
}

const texts: Readonly<Record<number, (requestId: string) => string>> = {
  500: (id) =>
    `This is a problem on our side. Try again; if it happens again, contact us with this request id: ${id}.`
}

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
    : { ...refusal, ...inWords(wordsIn(reader).frame), language: reader }
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

export const layerErrorPage = Layer.effect(
  ErrorPage,
  Effect.map(
    makeRefusedPage,
    (refusedPage) =>
      (request, { status, message, requestId, retryAfterSeconds }) =>
        refusedPage(request, {
          status,
          title: titles[status] ?? "This request could not be answered",
          message: texts[status]?.(requestId) ?? `${message}.`,
          ...(status === 404 ? noPage : {}),
          ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
        })
  )
).pipe(Layer.provide(BrowserRequests.layer))
