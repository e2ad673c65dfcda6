/**
 * Who visits: cookies and the protection of forms. Forms are accepted only from our own pages: the
 * token is bound to the visitor's cookie, and the origin that the browser reports is checked too.
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
 * A session of a user, one of a client, the mark of any visitor, the accounts of a device, a new secret on
 * its way to the page that shows it, and what was typed into a form that was refused.
 */
export type CookieKind = "session" | "portal" | "visit" | "device" | "once" | "kept"

export interface Visit {
  readonly session: Redacted.Redacted | null
  readonly portal: Redacted.Redacted | null
  readonly device: Redacted.Redacted | null
  readonly once: Redacted.Redacted | null
  /** Goes into every form, and is another text each time. */
  readonly csrf: string
  /** What a form may carry that was opened before the key was rotated. */
  readonly csrfs: ReadonlyArray<string>
  /** The visitor's mark, where this visit is the first. */
  readonly mark: Redacted.Redacted | null
  /** What was typed into a form that was refused. */
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
  /** Takes the file in; the form has the fields that came before it. */
  readonly onFile: (file: UploadedFile, form: Form) => Effect.Effect<A, E, R>
}

/** A form of a page of ours, whose browser has lost the cookie that its token is bound to. */
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
    /** Which sessions the browser says it has, good or not. */
    readonly known: (request: Request) => { readonly session: boolean; readonly portal: boolean }
    /** The form, where it was sent from a page of ours to this visitor. */
    readonly form: (
      request: Request,
      visit: Visit,
      kind: FormKind
    ) => Effect.Effect<Form, PageRefused | FormLost>
    /** The same of a form with a file: no byte of it is taken before the fields show whose form it is. */
    readonly fileForm: <A, E, R>(
      request: Request,
      visit: Visit,
      taker: FileTaker<A, E, R>
    ) => Effect.Effect<
      { readonly form: Form; readonly file: A | null },
      E | Unreadable | PageRefused | FormLost,
      R
    >
    /** A cookie that brings what was typed back to the form's page; null where it is too long for one. */
    readonly withDraft: (response: Response, draft: FormDraft) => Response | null
    /** Puts a cookie on an answer; without a value it is removed. */
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
       * Sec-Fetch-Site has to say that it is ours. A current browser sends one of them.
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

      /** A form that cannot come from one of our pages is not read at all. */
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
