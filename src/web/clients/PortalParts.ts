/** Shared parts of the portal: its paths, its visitor, and the answer to a link request. */
import { Effect } from "effect"
import type { Portal } from "../../app/portal/Portal.ts"
import { h1, p } from "../../html/Elements.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { pageResponse } from "../Layout.ts"

/** PORTAL_URL's own path. */
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
  ({ cookies }: BrowserRequest) =>
    cookies.portal === null ? Effect.succeed(null) : portal.resolve(cookies.portal)

/** One answer for every address, so that it does not reveal which addresses are known. */
export const linkSentPage = pageResponse(
  "Check your e-mail",
  [
    h1("Check your e-mail"),
    p("If this address is known here, we have sent a link to it. It works once, within a day.")
  ],
  { narrow: true }
)
