/**
 * CSRF protection: the token of a form is bound to the visitor's cookie, and the origin headers
 * must agree.
 */
import { Data, Effect, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { PublicUrls } from "../../app/ports/PublicUrls.ts"
import { Signer } from "../../app/ports/Signer.ts"
import { csrfName } from "../Parts.ts"
import { type Form, refusedInWords } from "./FormReader.ts"
import { unmasked } from "./FormToken.ts"

/** A form of this service whose browser lost the cookie that the token is bound to. */
export class CsrfCookieMissing extends Data.TaggedError("CsrfCookieMissing")<{
  readonly form: Form
}> {}

const foreign = refusedInWords(403, ({ visit }) => visit.foreign)

export interface VisitorTokens {
  /** Accepted tokens, one for each signing key: a form may be older than a key rotation. */
  readonly csrfs: ReadonlyArray<string>
  /** A new visitor identifier to set; null if the browser sent one. */
  readonly mark: Redacted.Redacted | null
}

export const makeCsrfProtection = Effect.gen(function* () {
  const signer = yield* Signer
  const { baseUrl, authUrl, portalUrl } = yield* PublicUrls
  const scheme = baseUrl.startsWith("https:") ? "https" : "http"
  const origins = [baseUrl, authUrl, new URL(portalUrl).origin]

  const csrfsOf = (mark: Redacted.Redacted): ReadonlyArray<string> =>
    signer
      .sealings("csrf", Redacted.value(mark))
      .map((sealed) => signer.hash(Redacted.make(sealed)))

  /**
   * Referrer-Policy no-referrer makes browsers send `Origin: null` with forms; then
   * Sec-Fetch-Site must be same-origin. Current browsers send at least one of the two.
   */
  const comesFrom = (
    request: HttpServerRequest.HttpServerRequest
  ): "here" | "elsewhere" | "unknown" => {
    const { origin, host = "" } = request.headers
    const site = request.headers["sec-fetch-site"]
    if (site !== undefined && site !== "same-origin") return "elsewhere"
    if (origin === undefined || origin === "null") {
      return site === "same-origin" ? "here" : origin === undefined ? "unknown" : "elsewhere"
    }
    const isOurs = origin === `${scheme}://${host}` || origins.includes(origin)
    return isOurs ? "here" : "elsewhere"
  }

  /** Refuses a foreign form before its body is read. */
  const originOf = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    tokens: VisitorTokens
  ) {
    const origin = comesFrom(request)
    if (origin === "elsewhere") return yield* foreign
    if (origin === "unknown" && tokens.mark !== null) return yield* foreign
    return origin
  })

  const requireToken = Effect.fnUntraced(function* (
    { mark, csrfs }: VisitorTokens,
    origin: "here" | "unknown",
    form: Form
  ) {
    const given = unmasked(form.text(csrfName))
    if (mark === null && csrfs.some((csrf) => signer.sameHash(given, csrf))) return
    return yield* origin === "here" ? new CsrfCookieMissing({ form }) : foreign
  })

  return { csrfsOf, originOf, requireToken }
})
