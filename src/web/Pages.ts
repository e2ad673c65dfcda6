/** Builders of pages: routes by session and role, and rate limits. */
import { Effect } from "effect"
import { ClientAddress } from "../api/endpoint/ClientAddress.ts"
import { type LimitExceeded, RateLimits } from "../app/ports/RateLimits.ts"
import type { LimitedAction } from "../domain/access/RateLimit.ts"
import type { BrowserRequest } from "./BrowserRequests.ts"
import { noPage, waiting } from "./ErrorPages.ts"
import { PageRefused, refusedInWords } from "./forms/FormReader.ts"
import { makeInFrame } from "./InFrame.ts"
import type { PageHost } from "./PageHosts.ts"
import { makePageRoutes } from "./PageRoutes.ts"
import { makeFilePost, makeManagerRoutes, makeSessionRoutes, makeWho } from "./SessionRoutes.ts"

export const pageNotFound = new PageRefused(noPage)

export const tooManyAttempts = ({ retryAfterSeconds }: LimitExceeded) =>
  refusedInWords(429, waiting("tooMany", retryAfterSeconds), { retryAfterSeconds })

const makePagesOf = Effect.fnUntraced(function* (host: PageHost) {
  const routes = yield* makePageRoutes(host)
  const who = yield* makeWho
  const inFrame = yield* makeInFrame
  const sessionRoutes = makeSessionRoutes(routes, who, inFrame)
  const limits = yield* RateLimits
  const addressOf = yield* ClientAddress

  /** Takes one attempt from the limit of the visitor's address, or of the address and account. */
  const limited = ({ request }: BrowserRequest, what: LimitedAction, account?: string) => {
    const address = addressOf(request)
    return Effect.mapError(
      limits.takeTry(what, account === undefined ? address : `${account} ${address}`),
      tooManyAttempts
    )
  }

  return {
    get: routes.get,
    post: routes.post,
    ...sessionRoutes,
    ...makeManagerRoutes(sessionRoutes, routes),
    filePost: makeFilePost(routes, who, inFrame),
    who,
    browserRequests: routes.browserRequests,
    limits,
    limited
  }
})

export const makePages = makePagesOf("agency")

/** The same on the host of the client portal. */
export const makePortalPages = makePagesOf("portal")
