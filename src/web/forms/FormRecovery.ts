/**
 * How a form is handled that was sent after its session or its cookie had ended: nothing is saved, the
 * person is told why and led back to the form's page, where what was typed comes back (`FormDraftCookie.ts`).
 */
import { div, h1, label, p, textarea } from "../../html/Elements.ts"
import { type PageResponse, pageResponse, seeOther } from "../Layout.ts"
import type { FormRequest, VisitRequest } from "../Pages.ts"
import { link } from "../Parts.ts"
import { ownPath, type Visits } from "../Visits.ts"
import { type Kept, keptOf } from "./FormDraftCookie.ts"
import type { Form } from "./FormReader.ts"

const title = "Your session ended"
const cookies = "Cookies have to be allowed."

/** Sign-in before a page; someone who had a session is told that it ended. */
export const signInFirst = ({ visit }: VisitRequest, to: string): PageResponse =>
  seeOther(
    `/sign-in?${visit.session === null ? "" : "ended=1&"}return_to=${encodeURIComponent(to)}`
  )

/** The page that a form stands on: its own address, or the nearest one above it that can be opened. */
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

const continuePage = (message: string, to: string, kept: Kept | null) =>
  pageResponse(
    `${title} · Retainer`,
    [
      h1(title),
      p(message),
      ...(kept?.fields ?? []).map(([name, value]) =>
        div(
          { class: "field" },
          label({ for: name }, name.replaceAll("_", " ")),
          textarea({ id: name, readOnly: true }, value)
        )
      ),
      div({ class: "row" }, link(to, "Continue", "button"))
    ],
    { status: 403, narrow: true }
  )

/** More than can be kept is at least shown, to be copied. */
const tooLong = (kept: Kept, to: string): PageResponse =>
  continuePage(
    "Nothing was saved, and what you typed is too long to be kept. Copy what you need from here before you continue.",
    to,
    kept
  )

export const confirmPath = "/sign-in/confirm"

export const makeLostForms = (visits: Pick<Visits["Service"], "keep">) => ({
  /** Nobody is signed in: sign in and continue on the same page. */
  sessionEnded: (page: FormRequest, at: string): PageResponse => {
    const kept = keptOf(at, page.request.url, page.form)
    const to = `/sign-in?ended=1&return_to=${encodeURIComponent(at)}`
    if (kept.fields.length === 0) return seeOther(to)
    return visits.keep(seeOther(to), kept) ?? tooLong(kept, to)
  },
  /** The password comes first, so that the person continues on the same page. */
  passwordNeeded: (page: FormRequest, at: string): PageResponse => {
    const kept = keptOf(at, page.request.url, page.form)
    const to = `${confirmPath}?return_to=${encodeURIComponent(at)}`
    if (kept.fields.length === 0) return seeOther(to)
    return visits.keep(seeOther(to), kept) ?? tooLong(kept, to)
  },
  /** The token has no cookie that it fits. */
  formLost: (page: VisitRequest, form: Form, at: string): PageResponse => {
    const kept = keptOf(at, page.request.url, form)
    if (kept.fields.length === 0) {
      return continuePage(
        `Nothing was saved. Open the page and send it again. ${cookies}`,
        at,
        null
      )
    }
    const told = continuePage(
      "The form was opened too long ago, so nothing was saved. Continue: what you typed is filled in again, " +
        `except for passwords and files. ${cookies}`,
      at,
      null
    )
    return visits.keep(told, kept) ?? tooLong(kept, at)
  }
})
