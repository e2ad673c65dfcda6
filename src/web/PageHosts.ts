/**
 * Pages by host: the agency's answer on BASE_URL's host, the client portal's on PORTAL_URL's. Both
 * may have a page at one path, where the portal is the root of its host.
 */
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import type { PageResponse } from "./Layout.ts"

export type PageHost = "agency" | "portal"

type Handler = Effect.Effect<
  PageResponse,
  never,
  HttpServerRequest.HttpServerRequest | HttpRouter.RouteContext
>

export class PageHosts extends Context.Service<
  PageHosts,
  {
    readonly add: (
      host: PageHost,
      method: "GET" | "POST",
      path: HttpRouter.PathInput,
      handler: Handler
    ) => Effect.Effect<void>
  }
>()("retainer/web/PageHosts") {
  static readonly layer = Layer.effect(
    PageHosts,
    Effect.gen(function* () {
      const router = yield* HttpRouter.HttpRouter
      const portalHost = new URL((yield* PublicUrls).portalUrl).host
      const pages = new Map<string, Map<PageHost, Handler>>()

      /** The page of the request's host, or the only one at this path. */
      const chosen = (handlers: ReadonlyMap<PageHost, Handler>): Handler => {
        const [only] = handlers.values()
        return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
          const host = headers["host"]?.toLowerCase() === portalHost ? "portal" : "agency"
          return handlers.get(host) ?? only ?? Effect.die("no page at this path")
        })
      }

      return PageHosts.of({
        add: (host, method, path, handler) => {
          const known = pages.get(`${method} ${path}`)
          if (known !== undefined) return Effect.sync(() => void known.set(host, handler))
          const handlers = new Map([[host, handler]])
          pages.set(`${method} ${path}`, handlers)
          return router.add(method, path, chosen(handlers))
        }
      })
    })
  )
}
