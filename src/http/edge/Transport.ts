/**
 * Security headers of every answer, and HTTPS by docs/spec.md §1. A request that a trusted proxy
 * does not forward as `https` is refused (400 on the API) or redirected (pages). Browsers get HSTS.
 * Health checks come from inside and are exempt.
 */
import { HttpServerResponse } from "effect/http"
import { envelope } from "../../api/errors/ErrorEnvelope.ts"
import type { Exposure } from "../server/Exposure.ts"
import type { Question } from "./RequestHead.ts"

type Response = HttpServerResponse.HttpServerResponse

const internal = ["/healthz", "/readyz", "/metrics"]

const pathOf = (url: string): string => url.split("?", 1)[0] ?? ""

/** A proxy that omits the header, or sends another value, is not set up for HTTPS. */
const isForwardedHttps = (question: Question): boolean =>
  question.headers["x-forwarded-proto"] === "https"

/** The answer to a request that came over plain HTTP where it must not; undefined lets it pass. */
export const refusePlain = (
  exposure: Exposure["Service"],
  question: Question
): Response | undefined => {
  if (!exposure.trustProxy || isForwardedHttps(question)) return undefined
  const path = pathOf(question.url)
  if (internal.includes(path)) return undefined
  return path.startsWith("/v1")
    ? HttpServerResponse.jsonUnsafe(envelope(400, "The API is reached over HTTPS only"), {
        status: 400
      })
    : HttpServerResponse.empty({
        status: 308,
        headers: { location: `${exposure.baseUrl}${question.url}` }
      })
}

/** What answers allow a browser that say nothing else: nothing is loaded, framed or sent from them. */
const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** A browser's own viewer is part of a PDF's document: it may not be shut off. */
const closedPdf = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const policyOf = (response: Response): string =>
  response.headers["content-security-policy"] ??
  (response.headers["content-type"]?.startsWith("application/pdf") === true ? closedPdf : closed)

/** Whether the request came over HTTPS, as far as it can be known. */
export const isHttps = (exposure: Exposure["Service"], question: Question): boolean =>
  exposure.isTls || (exposure.trustProxy && isForwardedHttps(question))

/** Headers of every answer: pages, errors, redirects. */
export const transportHeaders = (
  exposure: Exposure["Service"],
  question: Question,
  response: Response
): Record<string, string> => ({
  "content-security-policy": policyOf(response),
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  ...(isHttps(exposure, question)
    ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : {})
})
