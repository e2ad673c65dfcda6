/**
 * Who visits: cookies and the protection of forms. A form is taken only from our own pages: its token
 * is bound to the visitor's own cookie, and the browser's own word on where it came from is checked too.
 */
import { Context, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import { Signer } from "../app/ports/Signer.ts"
import { makeSecret } from "../domain/Credential.ts"
import { type Form, type FormKind, PageRefused, readForm } from "./FormReader.ts"
import { csrfName } from "./Parts.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/**
 * A session of a user, one of a client, the mark of any visitor, the accounts of a device, and a new
 * secret on its way to the page that shows it.
 */
export type CookieKind = "session" | "portal" | "visit" | "device" | "once"

export interface Visit {
  readonly session: Redacted.Redacted | null
  readonly portal: Redacted.Redacted | null
  readonly device: Redacted.Redacted | null
  readonly once: Redacted.Redacted | null
  /** Goes into every form. */
  readonly csrf: string
  /** What a form may carry that was opened before the key was rotated. */
  readonly csrfs: ReadonlyArray<string>
  /** The visitor's mark, where this visit is the first. */
  readonly mark: Redacted.Redacted | null
}

const foreign = new PageRefused({
  status: 403,
  title: "This form is not from here",
  message: "Open the page again and send it from there. Cookies have to be allowed."
})

export class Visits extends Context.Service<
  Visits,
  {
    readonly of: (request: Request) => Effect.Effect<Visit>
    /** The form, where it was sent from a page of ours to this visitor. */
    readonly form: (
      request: Request,
      visit: Visit,
      kind: FormKind
    ) => Effect.Effect<Form, PageRefused>
    /** Puts a cookie on an answer; without a value it is taken away. */
    readonly withCookie: (
      response: Response,
      kind: CookieKind,
      value: Redacted.Redacted | null,
      maxAgeSeconds?: number
    ) => Response
  }
>()("retainer/web/Visits") {
  static readonly layer = Layer.effect(
    Visits,
    Effect.gen(function* () {
      const signer = yield* Signer
      const random = yield* SecureRandom.SecureRandom
      const { baseUrl, authUrl, portalUrl } = yield* PublicUrls
      const secure = baseUrl.startsWith("https:")
      const origins = [baseUrl, authUrl, new URL(portalUrl).origin]
      // A name that a subdomain or a plain-HTTP answer cannot set (RFC 6265bis §4.1.3.2).
      const nameOf = (kind: CookieKind) => `${secure ? "__Host-" : ""}retainer_${kind}`

      const read = (request: Request, kind: CookieKind): Redacted.Redacted | null => {
        const value = request.cookies[nameOf(kind)]
        return value === undefined || value === "" ? null : Redacted.make(value)
      }

      /** The token of a visitor's forms, as each key makes it: a form may outlive a rotation. */
      const csrfsOf = (mark: Redacted.Redacted): ReadonlyArray<string> =>
        signer
          .sealings("csrf", Redacted.value(mark))
          .map((sealed) => signer.hash(Redacted.make(sealed)))

      /**
       * Referrer-Policy no-referrer makes browsers send `Origin: null` with forms; then their
       * Sec-Fetch-Site has to say that it is ours. Whoever sends neither is no browser of today.
       */
      const isOwn = (request: Request): boolean => {
        const { origin, host = "" } = request.headers
        const site = request.headers["sec-fetch-site"]
        if (site !== undefined && site !== "same-origin") return false
        if (origin === undefined) return true
        if (origin === "null") return site === "same-origin"
        const scheme = secure ? "https" : "http"
        return origin === `${scheme}://${host}` || origins.includes(origin)
      }

      return Visits.of({
        of: Effect.fnUntraced(function* (request) {
          const known = read(request, "visit")
          const mark = known ?? (yield* makeSecret("rse", random))
          return {
            session: read(request, "session"),
            portal: read(request, "portal"),
            device: read(request, "device"),
            once: read(request, "once"),
            csrf: csrfsOf(mark)[0] ?? "",
            csrfs: csrfsOf(mark),
            mark: known === null ? mark : null
          }
        }),

        form: Effect.fnUntraced(function* (request, visit, kind) {
          // What no page of ours can have sent to this visitor is not even read.
          if (!isOwn(request) || visit.mark !== null) return yield* foreign
          const form = yield* readForm(request, kind)
          const given = form.text(csrfName)
          return visit.csrfs.some((csrf) => signer.sameHash(given, csrf)) ? form : yield* foreign
        }),

        withCookie: (response, kind, value, maxAgeSeconds) =>
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
      })
    })
  )
}

/** A parameter of the query; undefined where it is absent or repeated. */
export const queryOf = (request: Request, name: string): string | undefined => {
  const url = URL.parse(request.url, "http://retainer.invalid")
  const all = url?.searchParams.getAll(name) ?? []
  return all.length === 1 ? all[0] : undefined
}

/**
 * Where to go after signing in: a path of ours and nothing else. It is judged as a browser will read
 * it in `Location`, after dots, backslashes and control characters were resolved: `/.//host` becomes
 * `//host`, which is another site.
 */
export const ownPath = (text: string | undefined): string | undefined => {
  const here = "http://retainer.invalid"
  if (text === undefined || !text.startsWith("/")) return undefined
  const given = URL.parse(text, here)
  if (given === null) return undefined
  const path = `${given.pathname}${given.search}`
  const read = URL.parse(path, here)
  return given.origin === here && read?.href === `${here}${path}` ? path : undefined
}
