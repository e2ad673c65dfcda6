/**
 * Transport: the exposure of the service, security headers of every answer, and HTTPS by
 * docs/spec.md §1. A request that a trusted proxy does not forward as `https` is refused (400 on
 * the API) or redirected (pages). Browsers get HSTS. Health checks come from inside and are exempt.
 */
import { Context, type Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { envelope } from "../../api/errors/ErrorEnvelope.ts"
import type { RequestHead } from "./RequestContext.ts"

/** TLS, trusted proxy, public URL and allowed origins. */
export class Exposure extends Context.Service<
  Exposure,
  {
    /** This process speaks TLS itself. */
    readonly isTls: boolean
    /** X-Forwarded-Proto and X-Forwarded-For are the proxy's and are trusted. */
    readonly trustProxy: boolean
    /** The target of the redirect of a page that came over plain HTTP. */
    readonly baseUrl: string
    /** Origins whose scripts may call the API from a browser; CORS is closed if there are none. */
    readonly corsOrigins: ReadonlyArray<string>
    /** The bearer token of `/metrics`; undefined answers this machine only. */
    readonly metricsToken: Redacted.Redacted | undefined
  }
>()("retainer/http/Exposure") {}

type Response = HttpServerResponse.HttpServerResponse

const internal = ["/healthz", "/readyz", "/metrics"]

const pathOf = (url: string): string => url.split("?", 1)[0] ?? ""

/** A proxy that omits the header, or sends another value, did not receive HTTPS. */
const isForwardedHttps = (request: RequestHead): boolean =>
  request.headers["x-forwarded-proto"] === "https"

/** The refusal of plain HTTP; undefined if the request may pass. */
export const refusePlain = (
  exposure: Exposure["Service"],
  request: RequestHead
): Response | undefined => {
  if (!exposure.trustProxy || isForwardedHttps(request)) return undefined
  const path = pathOf(request.url)
  if (internal.includes(path)) return undefined
  return path.startsWith("/v1")
    ? HttpServerResponse.jsonUnsafe(envelope(400, "The API is reached over HTTPS only"), {
        status: 400
      })
    : HttpServerResponse.empty({
        status: 308,
        headers: { location: `${exposure.baseUrl}${request.url}` }
      })
}

/** The default policy: an answer loads nothing, sends nothing and is not framed. */
const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/**
 * A browser shows a PDF by a viewer inside the document, which `default-src 'none'` would block.
 */
const closedPdf = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const policyOf = (response: Response): string =>
  response.headers["content-security-policy"] ??
  (response.headers["content-type"]?.startsWith("application/pdf") === true ? closedPdf : closed)

/** Whether the request came over HTTPS, directly or through a trusted proxy. */
export const isHttps = (exposure: Exposure["Service"], request: RequestHead): boolean =>
  exposure.isTls || (exposure.trustProxy && isForwardedHttps(request))

/** Headers of every answer: pages, errors, redirects. */
export const transportHeaders = (
  exposure: Exposure["Service"],
  request: RequestHead,
  response: Response
): Record<string, string> => ({
  "content-security-policy": policyOf(response),
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  ...(isHttps(exposure, request)
    ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : {})
})
