/**
 * The cell of a request, by the label in its link, credential or session alone. Pure, and
 * the counterpart of whatever makes labelled credentials and links (`CellLabel.ts`).
 */
import { labelOfCredential, splitLink } from "../../domain/access/CellLabel.ts"
import { parseBasic } from "../oauth/OAuthRequest.ts"

interface Head {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

type Way =
  /** The router answers. */
  | { readonly kind: "own" }
  /** The cell with the label; null is the first one, which was there before there were labels. */
  | { readonly kind: "cell"; readonly label: string | null }
  /** The cell of a cookie, which may be left over: an unknown label is no session. */
  | { readonly kind: "session"; readonly label: string | null }
  /** Any cell that is up can answer, best the one with the label. */
  | { readonly kind: "any"; readonly label: string | null }
  /** The form has the label. */
  | { readonly kind: "form"; readonly labelIn: (form: URLSearchParams) => string | null }
  /** A sign-in, which has no label: every cell may know the address. */
  | { readonly kind: "signIn" }
  /** Every cell gets it, and their answers are the same. */
  | { readonly kind: "all" }

export interface Addresses {
  readonly baseUrl: string
  readonly portalUrl: string
}

const own = ["/healthz", "/readyz"]

/** Pages and documents that are the same in each cell. */
const same =
  /^\/(?:docs|openapi\.json|favicon\.ico|assets\/.*|\.well-known\/.*|sign-in|sign-in\/forgot|check)$/

const tokenPaths = ["/v1/oauth/token", "/oauth/token", "/oauth/revoke"]

/** In the order of trust: an app knows its own id. */
const tokenFields = ["client_id", "code", "refresh_token", "token"]

const labelInTokenForm = (form: URLSearchParams): string | null => {
  for (const field of tokenFields) {
    const label = labelOfCredential(form.get(field) ?? "")
    if (label !== null) return label
  }
  return null
}

const labelInCodeForm = (form: URLSearchParams): string | null =>
  splitLink(form.get("pending") ?? "").label

/** Null where a parameter is absent or not decodable. */
const queryOf = (url: string): URLSearchParams =>
  new URLSearchParams(url.split("?").slice(1).join("?"))

const labelOfApp = (query: URLSearchParams): string | null =>
  labelOfCredential(query.get("client_id") ?? "")

/** The app's authorization request to which a sign-in returns: only its cell can go on with it. */
export const appRequestIn = (returnTo: string): { readonly label: string | null } | undefined =>
  returnTo.startsWith("/oauth/authorize?") ? { label: labelOfApp(queryOf(returnTo)) } : undefined

const textOf = (value: Head["headers"][string]): string => (typeof value === "string" ? value : "")

const basicId = (authorization: string): string => parseBasic(authorization)?.id ?? ""

const cell = (label: string | null): Way => ({ kind: "cell", label })
const any = (label: string | null): Way => ({ kind: "any", label })

/** A mail program may encode the dot of a link that it passes on. */
const segmentAfter = (path: string, start: string): string =>
  (path.slice(start.length).split("/", 1)[0] ?? "").replace(/%2e/i, ".")

const pictures = ["/assets/logos/", "/assets/apps/"]

/** By the text of a link; `links` are the paths whose next segment is one. */
const byLink = (path: string, url: string, links: ReadonlyArray<string>): Way | undefined => {
  const start = links.find((one) => path.startsWith(one))
  if (start !== undefined) {
    const text = segmentAfter(path, start)
    // A payment link may be typed from paper.
    return cell(splitLink(start === "/pay/" ? text.toLowerCase() : text).label)
  }
  const picture = pictures.find((one) => path.startsWith(one))
  if (picture !== undefined) {
    const { label } = splitLink(segmentAfter(path, picture))
    return label === null ? undefined : cell(label)
  }
  if (path.startsWith("/files/")) return cell(splitLink(queryOf(url).get("token") ?? "").label)
  if (path.startsWith("/processor/")) return cell(path.split("/")[3] || null)
  if (path === "/oauth/authorize") return cell(labelOfApp(queryOf(url)))
  const app = path === "/sign-in" ? appRequestIn(queryOf(url).get("return_to") ?? "") : undefined
  return app === undefined ? undefined : cell(app.label)
}

/** By what is posted to paths that are the same for all. */
const byForm = (path: string, authorization: string, portalPath: string): Way | undefined => {
  if (path === "/sign-in") return { kind: "signIn" }
  if (path === "/sign-in/forgot" || path === "/check" || path === `${portalPath}/links`) {
    return { kind: "all" }
  }
  if (path === "/sign-in/code") return { kind: "form", labelIn: labelInCodeForm }
  if (!tokenPaths.includes(path)) return undefined
  const label = labelOfCredential(basicId(authorization))
  return label === null ? { kind: "form", labelIn: labelInTokenForm } : cell(label)
}

export const makeWayOf = ({ baseUrl, portalUrl }: Addresses): ((head: Head) => Way) => {
  const { host: portalHost, pathname } = new URL(portalUrl)
  const portalPath = pathname.replace(/\/+$/, "")
  const prefix = baseUrl.startsWith("https:") ? "__Host-" : ""
  const cookieForm = (kind: string) => new RegExp(`(?:^|;\\s*)${prefix}retainer_${kind}=([^;]+)`)
  const cookies = { session: cookieForm("session"), portal: cookieForm("portal") }
  const links = ["/pay/", "/welcome/", "/account/email/", `${portalPath}/invitations/`]

  const isPortal = (path: string, host: string): boolean =>
    portalPath === ""
      ? host.toLowerCase() === portalHost
      : path === portalPath || path.startsWith(`${portalPath}/`)

  const byCookie = ({ method, headers }: Head, path: string): Way => {
    const header = textOf(headers["cookie"])
    // A browser may have a session of a client and one of a user: the address decides.
    const kind = isPortal(path, textOf(headers["host"])) ? cookies.portal : cookies.session
    const secret = kind.exec(header)?.[1]
    if (secret === undefined) return any(null)
    const label = labelOfCredential(secret)
    return (method === "GET" || method === "HEAD") && same.test(path)
      ? any(label)
      : { kind: "session", label }
  }

  return (head) => {
    const { method, url, headers } = head
    const path = url.split("?", 1)[0] ?? ""
    if (own.includes(path)) return { kind: "own" }
    const authorization = textOf(headers["authorization"])
    const bearer = /^bearer +(.*)$/i.exec(authorization)?.[1]
    if (bearer !== undefined && path.startsWith("/v1/")) return cell(labelOfCredential(bearer))
    const posted = method === "POST" ? byForm(path, authorization, portalPath) : undefined
    return (
      posted ??
      byLink(path, url, links) ??
      (path.startsWith("/v1/") ? any(null) : byCookie(head, path))
    )
  }
}
