/**
 * The visitor of a page, identified by cookies. Forms are accepted only from pages of this service.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { readUpload, type Unreadable, type UploadedFile } from "../api/endpoint/UploadForm.ts"
import type { WaitingInvoices } from "../app/ports/invoices/InvoiceRepository.ts"
import { Signer } from "../app/ports/Signer.ts"
import { makeSecret } from "../domain/people/Credential.ts"
import { acceptedLanguage, type Language } from "../domain/text/Language.ts"
import { wordsIn } from "../words/Words.ts"
import {
  type CsrfCookieMissing,
  makeCsrfProtection,
  type VisitorTokens
} from "./forms/CsrfProtection.ts"
import { draftSeconds, type FormDraft, openDraft, sealDraft } from "./forms/FormDraftCookie.ts"
import {
  type Form,
  type FormKind,
  formOfFields,
  PageRefused,
  readForm,
  requireStorable
} from "./forms/FormReader.ts"
import { masked } from "./forms/FormToken.ts"
import { makePageCookies, type WithCookie } from "./PageCookies.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

export interface BrowserCookies extends VisitorTokens {
  readonly session: Redacted.Redacted | null
  readonly portal: Redacted.Redacted | null
  readonly device: Redacted.Redacted | null
  readonly once: Redacted.Redacted | null
  /** Token for the forms of this response, masked differently in each response. */
  readonly csrf: string
  /** Values of a refused form. */
  readonly draft: FormDraft | null
}

export interface BrowserRequest {
  readonly request: Request
  readonly cookies: BrowserCookies
  readonly params: Readonly<Record<string, string | undefined>>
  /** The label of this cell, for links and pictures. */
  readonly cell: string | null
  /** The language of the reader. */
  readonly language: Language
  /** A new random key for the forms of this page (`OnceForms`). */
  readonly formKey: string
  /** Counts of the session's workspace; 0 without a session. */
  readonly waiting: WaitingInvoices
}

/** The language that the browser prefers; `otherwise` where it names none of ours. */
export const languageOfReader = (
  { headers }: Pick<Request, "headers">,
  otherwise?: Language
): Language => acceptedLanguage(headers["accept-language"], otherwise)

type Texts = Pick<PageRefused, "title" | "message" | "way">

/** The language of the invoice is unknown, so the browser's is used. */
export const refusedInReadersWords = (
  { request }: BrowserRequest,
  status: PageRefused["status"],
  textsOf: (words: ReturnType<typeof wordsIn>) => Texts
): PageRefused => {
  const language = languageOfReader(request)
  return new PageRefused({ status, ...textsOf(wordsIn(language)), language })
}

/** The `:id` of the path. */
export const idOf = ({ params }: Pick<BrowserRequest, "params">): string => params["id"] ?? ""

export interface FormRequest extends BrowserRequest {
  readonly form: Form
}

export interface FileTaker<A, E, R> {
  readonly maxBytes: number
  /** Receives the file; the form has the fields before the file. */
  readonly onFile: (file: UploadedFile, form: Form) => Effect.Effect<A, E, R>
}

const formKeyOf = (random: SecureRandom.SecureRandom["Service"]): Effect.Effect<string> =>
  Effect.map(random.randomBytes(16), (bytes) => Buffer.from(bytes).toString("hex"))

export class BrowserRequests extends Context.Service<
  BrowserRequests,
  {
    readonly cookies: (request: Request) => Effect.Effect<BrowserCookies>
    readonly newFormKey: Effect.Effect<string>
    /** Sessions that the browser has cookies of, valid or not. */
    readonly known: (request: Request) => { readonly session: boolean; readonly portal: boolean }
    /** Reads a form; fails unless it comes from a page of this service to this visitor. */
    readonly form: (
      request: Request,
      cookies: BrowserCookies,
      kind: FormKind
    ) => Effect.Effect<Form, PageRefused | CsrfCookieMissing>
    /** Reads a form with a file; the token is checked before the first byte of the file. */
    readonly fileForm: <A, E, R>(
      request: Request,
      cookies: BrowserCookies,
      taker: FileTaker<A, E, R>
    ) => Effect.Effect<
      { readonly form: Form; readonly file: A | null },
      E | Unreadable | PageRefused | CsrfCookieMissing,
      R
    >
    /** Sets the cookie with a form draft; null if the draft does not fit into a cookie. */
    readonly withDraft: (response: Response, draft: FormDraft) => Response | null
    readonly withCookie: WithCookie
  }
>()("retainer/web/BrowserRequests") {
  static readonly layer = Layer.effect(
    BrowserRequests,
    Effect.gen(function* () {
      const signer = yield* Signer
      const random = yield* SecureRandom.SecureRandom
      const { read, withCookie } = yield* makePageCookies
      const { csrfsOf, originOf, requireToken } = yield* makeCsrfProtection

      const fileForm: BrowserRequests["Service"]["fileForm"] = (
        request,
        cookies,
        { maxBytes, onFile }
      ) =>
        Effect.gen(function* () {
          const origin = yield* originOf(request, cookies)
          const { file, fields } = yield* readUpload(request, {
            maxBytes,
            onFile: (uploaded, before) => {
              const form = formOfFields(before, true)
              return requireToken(cookies, origin, form).pipe(
                Effect.andThen(requireStorable(form)),
                Effect.andThen(onFile(uploaded, form))
              )
            }
          })
          const form = formOfFields(fields, file !== null)
          yield* requireToken(cookies, origin, form)
          yield* requireStorable(form)
          return { form, file }
        })

      return BrowserRequests.of({
        cookies: Effect.fnUntraced(function* (request) {
          const known = read(request, "visit")
          const mark = known ?? (yield* makeSecret("rse", random, null))
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

        newFormKey: formKeyOf(random),
        known: (request) => ({
          session: read(request, "session") !== null,
          portal: read(request, "portal") !== null
        }),

        form: Effect.fnUntraced(function* (request, cookies, kind) {
          const origin = yield* originOf(request, cookies)
          const form = yield* readForm(request, kind)
          yield* requireToken(cookies, origin, form)
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
