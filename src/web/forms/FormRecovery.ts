/**
 * Form recovery: a form that arrives after its session or its cookie ended saves nothing. The
 * answer names the reason and leads back to the form's page, which fills in the draft.
 */
import { div, h1, label, p, textarea } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest, BrowserRequests, FormRequest } from "../BrowserRequests.ts"
import { type PageResponse, pageResponse, seeOther } from "../Layout.ts"
import { ownPath } from "../PageUrls.ts"
import { link } from "../Parts.ts"
import { draftOf, type FormDraft } from "./FormDraftCookie.ts"
import type { Form } from "./FormReader.ts"

const wordsOf = ({ language }: BrowserRequest) => wordsIn(language).visit

/** Redirects to sign-in and back; the sign-in page says so if a session ended. */
export const signInFirst = ({ cookies }: BrowserRequest, to: string): PageResponse =>
  seeOther(
    `/sign-in?${cookies.session === null ? "" : "ended=1&"}return_to=${encodeURIComponent(to)}`
  )

/** The page of a form: its own address, or the nearest one above that has a GET route. */
export const pageOfForm = (
  pages: ReadonlyArray<string>,
  pattern: string,
  url: string,
  form: Form
): string => {
  const [path = ""] = url.split("?", 1)
  const names = pattern.split("/")
  const length =
    names.findLastIndex((_, at) => pages.includes(names.slice(0, at + 1).join("/"))) + 1
  const above = length === names.length ? url : path.split("/").slice(0, length).join("/")
  const onwards = ownPath(form.text("return_to"))
  return onwards === undefined
    ? (ownPath(above) ?? "/")
    : `${path}?return_to=${encodeURIComponent(onwards)}`
}

const continuePage = (
  page: BrowserRequest,
  message: string,
  to: string,
  draft: FormDraft | null
) => {
  const {
    recovery: { title },
    confirm
  } = wordsOf(page)
  return pageResponse(
    `${title} · Retainer`,
    [
      h1(title),
      p(message),
      ...(draft?.fields ?? []).map(([name, value]) =>
        div(
          { class: "field" },
          label({ for: name }, name.replaceAll("_", " ")),
          textarea({ id: name, readOnly: true }, value)
        )
      ),
      div({ class: "row" }, link(to, confirm.continue, "button"))
    ],
    { status: 403, narrow: true, lang: page.language }
  )
}

/** Shows a draft that does not fit into a cookie, so that it can be copied. */
const tooLong = (page: BrowserRequest, draft: FormDraft, to: string): PageResponse =>
  continuePage(page, wordsOf(page).recovery.tooLong, to, draft)

export const confirmPath = "/sign-in/confirm"

export const makeFormRecovery = (
  browserRequests: Pick<BrowserRequests["Service"], "withDraft">
) => {
  /** Redirects to `to`, with the draft if the form has values. */
  const redirectWithDraft = (page: FormRequest, at: string, to: string): PageResponse => {
    const draft = draftOf(at, page.request.url, page.form)
    if (draft.fields.length === 0) return seeOther(to)
    return browserRequests.withDraft(seeOther(to), draft) ?? tooLong(page, draft, to)
  }

  return {
    /** After signing in the person continues on the form's page. */
    sessionEnded: (page: FormRequest, at: string): PageResponse =>
      redirectWithDraft(page, at, `/sign-in?ended=1&return_to=${encodeURIComponent(at)}`),

    /** After entering the password the person continues on the form's page. */
    passwordNeeded: (page: FormRequest, at: string): PageResponse =>
      redirectWithDraft(page, at, `${confirmPath}?return_to=${encodeURIComponent(at)}`),

    /** The browser lost the cookie that the form's token is bound to. */
    csrfCookieMissing: (page: BrowserRequest, form: Form, at: string): PageResponse => {
      const draft = draftOf(at, page.request.url, form)
      const words = wordsOf(page).recovery
      if (draft.fields.length === 0) {
        return continuePage(page, `${words.nothingSaved} ${words.cookies}`, at, null)
      }
      const response = continuePage(page, `${words.filledLater} ${words.cookies}`, at, null)
      return browserRequests.withDraft(response, draft) ?? tooLong(page, draft, at)
    }
  }
}
