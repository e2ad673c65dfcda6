/**
 * Error pages in the product's frame, each with a link to continue. The visitor's cookies alone
 * select the link, so these pages also work while the database does not answer.
 */
import { Effect, Layer } from "effect"
import { ErrorPage } from "../api/errors/ErrorPage.ts"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import type { Language } from "../domain/text/Language.ts"
import { div, h1, p } from "../html/Elements.ts"
import { wordsIn } from "../words/Words.ts"
import { BrowserRequests } from "./BrowserRequests.ts"
import { portalPaths } from "./clients/PortalParts.ts"
import type { PageRefused } from "./forms/FormReader.ts"
import { type PageResponse, pageResponse } from "./Layout.ts"
import { link } from "./Parts.ts"

type PageRefusal = Pick<
  PageRefused,
  "status" | "title" | "message" | "language" | "retryAfterSeconds" | "way"
>

export const noPage = {
  status: 404,
  title: "Page not found",
  message: "It may have been removed, or the address is incomplete."
}

const titles: Readonly<Record<number, string>> = {
  404: noPage.title,
  429: "Please try again",
  500: "Something went wrong"
}

const texts: Readonly<Record<number, (requestId: string) => string>> = {
  404: () => noPage.message,
  500: (id) =>
    `This is a problem on our side. Try again; if it happens again, contact us with this request id: ${id}.`
}

const settings = link("/settings", "Go to the settings", "button")

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
    if (known.portal && (isClients || !known.session)) return [toPortal()]
    if (known.session && !isClients) return [settings]
    return isClients ? [toPortal(), signIn("button second")] : [signIn(), toPortal("button second")]
  }

  return (
    request: Parameters<typeof browserRequests.known>[0],
    { status, title, message, language = "en", retryAfterSeconds, way }: PageRefusal
  ): PageResponse =>
    pageResponse(
      `${title} · Retainer`,
      [
        h1(title),
        p(message),
        div(
          { class: "row" },
          way === undefined ? waysOf(request, language) : [link(way.href, way.label, "button")]
        )
      ],
      {
        status,
        narrow: true,
        lang: language,
        ...(retryAfterSeconds === undefined
          ? {}
          : { headers: { "retry-after": String(retryAfterSeconds) } })
      }
    )
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
          ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
        })
  )
).pipe(Layer.provide(BrowserRequests.layer))
