/** Cookies of pages: names that other sites cannot set, and attributes that scripts cannot read. */
import { Effect, Redacted } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { PublicUrls } from "../app/ports/PublicUrls.ts"

/**
 * `session` is a user's and `portal` a client's session; `visit` identifies any visitor, `device`
 * the accounts of a browser. `once` carries a new secret to its page, `kept` a form draft.
 */
type CookieKind = "session" | "portal" | "visit" | "device" | "once" | "kept"

/** Sets a cookie; null removes it. */
export type WithCookie = (
  response: HttpServerResponse.HttpServerResponse,
  kind: CookieKind,
  value: Redacted.Redacted | null,
  maxAgeSeconds?: number
) => HttpServerResponse.HttpServerResponse

export const makePageCookies = Effect.gen(function* () {
  const { baseUrl } = yield* PublicUrls
  const secure = baseUrl.startsWith("https:")
  // A name that a subdomain or a plain-HTTP answer cannot set (RFC 6265bis §4.1.3.2).
  const nameOf = (kind: CookieKind) => `${secure ? "__Host-" : ""}retainer_${kind}`

  const read = (
    request: HttpServerRequest.HttpServerRequest,
    kind: CookieKind
  ): Redacted.Redacted | null => {
    const value = request.cookies[nameOf(kind)]
    return value === undefined || value === "" ? null : Redacted.make(value)
  }

  const withCookie: WithCookie = (response, kind, value, maxAgeSeconds) =>
    HttpServerResponse.setCookieUnsafe(
      response,
      nameOf(kind),
      value === null ? "" : Redacted.value(value),
      {
        httpOnly: true,
        sameSite: "lax",
        secure,
        path: "/",
        ...(value === null
          ? { maxAge: "0 seconds" }
          : maxAgeSeconds === undefined
            ? {}
            : { maxAge: `${maxAgeSeconds} seconds` })
      }
    )

  return { read, withCookie }
})
