/**
 * Cookies of a visitor, and CSRF protection. A form is accepted only from a page of this service:
 * its token is bound to the visitor's cookie, and the origin headers must agree.
 */
import { Context, Data, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { readUpload, type Unreadable, type UploadedFile } from "../api/endpoint/UploadForm.ts"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import { Signer } from "../app/ports/Signer.ts"
import { makeSecret } from "../domain/people/Credential.ts"
import { draftSeconds, type FormDraft, openDraft, sealDraft } from "./forms/FormDraftCookie.ts"
import {
  type Form,
  type FormKind,
  formOfFields,
  PageRefused,
  readForm,
  requireStorable
} from "./forms/FormReader.ts"
import { masked, unmasked } from "./forms/FormToken.ts"
import { csrfName } from "./Parts.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/**
 * `session` is a user's and `portal` a client's session; `visit` identifies any visitor, `device`
 * the accounts of a browser. `once` carries a new secret to its page, `kept` a form draft.
 */
type CookieKind = "session" | "portal" | "visit" | "device" | "once" | "kept"

export interface Visit {
  readonly session: Redacted.Redacted | null
  readonly portal: Redacted.Redacted | null
  readonly device: Redacted.Redacted | null
  readonly once: Redacted.Redacted | null
  /** Token for the forms of this response, masked differently in each response. */
  readonly csrf: string
  /** Accepted tokens, one for each signing key: a form may be older than a key rotation. */
  readonly csrfs: ReadonlyArray<string>
  /** A new visitor identifier to set; null if the browser sent one. */
  readonly mark: Redacted.Redacted | null
  /** Values of a refused form. */
  readonly draft: FormDraft | null
}

export interface VisitRequest {
  readonly request: Request
  readonly visit: Visit
  readonly params: Readonly<Record<string, string | undefined>>
}

export interface FormRequest extends VisitRequest {
  readonly form: Form
}

export interface FileTaker<A, E, R> {
  readonly maxBytes: number
  /** Receives the file; the form has the fields before the file. */
  readonly onFile: (file: UploadedFile, form: Form) => Effect.Effect<A, E, R>
}

/** A form of this service whose browser lost the cookie that the token is bound to. */
export class FormLost extends Data.TaggedError("FormLost")<{ readonly form: Form }> {}

const foreign = new PageRefused({
  status: 403,
  title: "The form was not accepted",
  message:
    "It was not sent from a page of this service. Open the page again and send the form from there. Cookies have to be allowed."
})

export class Visits extends Context.Service<
  Visits,
  {
    readonly of: (request: Request) => Effect.Effect<Visit>
    /** Sessions that the browser has cookies of, valid or not. */
    readonly known: (request: Request) => { readonly session: boolean; readonly portal: boolean }
    /** Reads a form; fails unless it comes from a page of this service to this visitor. */
    readonly form: (
      request: Request,
      visit: Visit,
      kind: FormKind
    ) => Effect.Effect<Form, PageRefused | FormLost>
    /** Reads a form with a file; the token is checked before the first byte of the file. */
    readonly fileForm: <A, E, R>(
      request: Request,
      visit: Visit,
      taker: FileTaker<A, E, R>
    ) => Effect.Effect<
      { readonly form: Form; readonly file: A | null },
      E | Unreadable | PageRefused | FormLost,
      R
    >
    /** Sets the cookie with a form draft; null if the draft does not fit into a cookie. */
    readonly withDraft: (response: Response, draft: FormDraft) => Response | null
    /** Sets a cookie; null removes it. */
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

      /** Tokens of a visitor, one for each signing key: a form may be older than a rotation. */
      const csrfsOf = (mark: Redacted.Redacted): ReadonlyArray<string> =>
        signer
          .sealings("csrf", Redacted.value(mark))
          .map((sealed) => signer.hash(Redacted.make(sealed)))

      /**
       * Referrer-Policy no-referrer makes browsers send `Origin: null` with forms; then
       * Sec-Fetch-Site must be same-origin. Current browsers send at least one of the two.
       */
      const comesFrom = (request: Request): "here" | "elsewhere" | "unknown" => {
        const { origin, host = "" } = request.headers
        const site = request.headers["sec-fetch-site"]
        if (site !== undefined && site !== "same-origin") return "elsewhere"
        if (origin === undefined || origin === "null") {
          return site === "same-origin" ? "here" : origin === undefined ? "unknown" : "elsewhere"
        }
        const scheme = secure ? "https" : "http"
        const isOurs = origin === `${scheme}://${host}` || origins.includes(origin)
        return isOurs ? "here" : "elsewhere"
      }

      /** Refuses a foreign form before its body is read. */
      const originOf = Effect.fnUntraced(function* (request: Request, visit: Visit) {
        const origin = comesFrom(request)
        if (origin === "elsewhere") return yield* foreign
        if (origin === "unknown" && visit.mark !== null) return yield* foreign
        return origin
      })

      const requireToken = Effect.fnUntraced(function* (
        { mark, csrfs }: Visit,
        origin: "here" | "unknown",
        form: Form
      ) {
        const given = unmasked(form.text(csrfName))
        if (mark === null && csrfs.some((csrf) => signer.sameHash(given, csrf))) return
        return yield* origin === "here" ? new FormLost({ form }) : foreign
      })

      const fileForm: Visits["Service"]["fileForm"] = (request, visit, { maxBytes, onFile }) =>
        Effect.gen(function* () {
          const origin = yield* originOf(request, visit)
          const { file, fields } = yield* readUpload(request, {
            maxBytes,
            onFile: (uploaded, before) => {
              const form = formOfFields(before, true)
              return requireToken(visit, origin, form).pipe(
                Effect.andThen(requireStorable(form)),
                Effect.andThen(onFile(uploaded, form))
              )
            }
          })
          const form = formOfFields(fields, file !== null)
          yield* requireToken(visit, origin, form)
          yield* requireStorable(form)
          return { form, file }
        })

      const withCookie: Visits["Service"]["withCookie"] = (response, kind, value, maxAgeSeconds) =>
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

      return Visits.of({
        of: Effect.fnUntraced(function* (request) {
          const known = read(request, "visit")
          const mark = known ?? (yield* makeSecret("rse", random))
          const csrfs = csrfsOf(mark)
          return {
            session: read(request, "session"),
            portal: read(request, "portal"),
            device: read(request, "device"),
            once: read(request, "once"),
            csrf: yield* masked(csrfs[0] ?? "", random),
            csrfs,
            mark: known === null ? mark : null,
            draft: openDraft(signer, read(request, "kept"))
          }
        }),

        known: (request) => ({
          session: read(request, "session") !== null,
          portal: read(request, "portal") !== null
        }),

        form: Effect.fnUntraced(function* (request, visit, kind) {
          const origin = yield* originOf(request, visit)
          const form = yield* readForm(request, kind)
          yield* requireToken(visit, origin, form)
          yield* requireStorable(form)
          return form
        }),

        fileForm,

        withDraft: (response, draft) => {
          const sealed = sealDraft(signer, draft)
          return sealed === null ? null : withCookie(response, "kept", sealed, draftSeconds)
        },

        withCookie
      })
    })
  )
}

/** A query parameter; undefined if it is absent or repeated. */
export const queryOf = (request: Request, name: string): string | undefined => {
  const url = URL.parse(request.url, "http://retainer.invalid")
  const all = url?.searchParams.getAll(name) ?? []
  return all.length === 1 ? all[0] : undefined
}

/**
 * A redirect target of this site, else undefined. The check uses the URL as a browser reads it in
 * `Location`, with dots, backslashes and control characters resolved: `/.//host` becomes `//host`,
 * which is another site.
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
