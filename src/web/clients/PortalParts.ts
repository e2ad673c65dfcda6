/** What the portal's pages share: where they lie, who visits, and what is said to whoever asked for a link. */
import { Effect } from "effect"
import type { Portal } from "../../app/clients/Portal.ts"
import { h1, p } from "../../html/Elements.ts"
import { pageResponse } from "../Layout.ts"
import type { VisitRequest } from "../Pages.ts"

/** Where the portal's pages lie on this server: PORTAL_URL's own path. */
export const portalPath = (portalUrl: string): "" | `/${string}` => {
  const path = new URL(portalUrl).pathname.replace(/^\/+|\/+$/g, "")
  return path === "" ? "" : `/${path}`
}

export const portalPaths = (portalUrl: string) => {
  const path = portalPath(portalUrl)
  const home: `/${string}` = path === "" ? "/" : path
  return { path, home }
}

/** The client who is signed in, if any. */
export const portalVisitor =
  (portal: Portal["Service"]) =>
  ({ visit }: VisitRequest) =>
    visit.portal === null ? Effect.succeed(null) : portal.resolve(visit.portal)

/** Whoever asked: the answer is the same. */
export const linkSentPage = pageResponse(
  "Look into your mail",
  [
    h1("Look into your mail"),
    p("If the address is known here, a link is on its way. It works once, within a day.")
  ],
  { narrow: true }
)
