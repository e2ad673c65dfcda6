/** Routes of pages: identify the visitor, render failures as pages, set cookies. */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { type Busy, onBusy } from "../app/AdmissionControl.ts"
import { Cell } from "../app/Cell.ts"
import {
  type BrowserRequest,
  BrowserRequests,
  type FormRequest,
  languageOfReader
} from "./BrowserRequests.ts"
import { makeRefusedPage, waiting } from "./ErrorPages.ts"
import { type Form, type FormKind, type PageRefused, refusedInWords } from "./forms/FormReader.ts"
import { makeFormRecovery, pageOfForm } from "./forms/FormRecovery.ts"
import type { PageResponse } from "./Layout.ts"
import { type PageHost, PageHosts } from "./PageHosts.ts"

type Answer = Effect.Effect<PageResponse, PageRefused>

const none = { drafts: 0, overdue: 0 }

const tooBusy = ({ retryAfterSeconds }: Busy) =>
  refusedInWords(429, waiting("busy", retryAfterSeconds), { retryAfterSeconds })

export const makePageRoutes = Effect.fnUntraced(function* (host: PageHost) {
  const hosts = yield* PageHosts
  const { label: cell } = yield* Cell
  const browserRequests = yield* BrowserRequests
  const refusedPage = yield* makeRefusedPage
  const recovery = makeFormRecovery(browserRequests)
  /** Paths with a GET route; a refused form leads back to one of them. */
  const pages: string[] = []

  /** The page that a refused form leads back to. */
  const formPage = (path: string, { request }: BrowserRequest, form: Form) =>
    pageOfForm(pages, path, request.url, form)

  const route = (
    method: "GET" | "POST",
    path: HttpRouter.PathInput,
    handle: (page: BrowserRequest) => Answer
  ) =>
    hosts.add(
      host,
      method,
      path,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const params = yield* HttpRouter.params
        const cookies = yield* browserRequests.cookies(request)
        const formKey = yield* browserRequests.newFormKey
        const language = languageOfReader(request)
        const page = { request, cookies, params, cell, language, formKey, waiting: none }
        const response = yield* handle(page).pipe(
          onBusy((busy) => Effect.fail(tooBusy(busy))),
          Effect.catchTag("PageRefused", (refused) => Effect.succeed(refusedPage(request, refused)))
        )
        const isFilled = cookies.draft?.page === request.url && response.status === 200
        const once = isFilled ? browserRequests.withCookie(response, "kept", null) : response
        return cookies.mark === null
          ? once
          : browserRequests.withCookie(once, "visit", cookies.mark, 400 * 86_400)
      })
    )

  const get = (path: HttpRouter.PathInput, handle: (page: BrowserRequest) => Answer) => {
    pages.push(path)
    return route("GET", path, handle)
  }

  const post = (
    path: HttpRouter.PathInput,
    handle: (page: FormRequest) => Answer,
    kind: FormKind = "fields"
  ) =>
    route("POST", path, (page) =>
      browserRequests.form(page.request, page.cookies, kind).pipe(
        Effect.flatMap((form) => handle({ ...page, form })),
        Effect.catchTag("CsrfCookieMissing", ({ form }) =>
          Effect.succeed(recovery.csrfCookieMissing(page, form, formPage(path, page, form)))
        )
      )
    )

  return { route, get, post, formPage, recovery, browserRequests }
})

export type PageRoutes = Effect.Success<ReturnType<typeof makePageRoutes>>
