/**
 * Authenticity check of a PDF: the fingerprint of a file is compared with those of sent invoices
 * and credit notes. Only the holder of the exact file learns anything about them.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Cell } from "../../app/Cell.ts"
import { CreditNoteDocuments } from "../../app/creditnotes/CreditNoteDocuments.ts"
import { SentDocuments } from "../../app/invoices/documents/SentDocuments.ts"
import type { AddressedInvoice } from "../../app/ports/invoices/PdfRenderer.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { type Child, h1, p, strong } from "../../html/Elements.ts"
import type { PayWords } from "../../words/pages/PayWords.ts"
import { wordsIn } from "../../words/Words.ts"
import { type BrowserRequest, languageOfReader } from "../BrowserRequests.ts"
import { type PageResponse, pageResponse } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { button, field, form, note, problems } from "../Parts.ts"

const path = "/check"

type IdentifiedNote = NonNullable<
  Effect.Success<ReturnType<CreditNoteDocuments["Service"]["identify"]>>
>
type CheckWords = PayWords["checked"]

const genuine = ({ invoice, seller }: AddressedInvoice, words: CheckWords): Child => {
  const { status, number, totalMinor, currency, issueDate } = invoice
  const formats = formatsOf(seller.locale)
  const amount = formats.money(totalMinor, currency)
  return note(
    status === "void" ? "plain" : "good",
    p(strong(words.genuine)),
    p(
      words.invoice(number, seller.name, amount, formats.date(issueDate)),
      status === "draft" ? null : ` ${words.statuses[status]}`
    )
  )
}

const genuineNote = ({ note: shown, seller }: IdentifiedNote, words: CheckWords): Child => {
  const { number, totalMinor, currency, issueDate, invoice } = shown
  const formats = formatsOf(seller.locale)
  const amount = formats.money(totalMinor, currency)
  const day = formats.date(issueDate)
  return note(
    "good",
    p(strong(words.genuine)),
    p(words.creditNote(number, invoice.number, seller.name, amount, day))
  )
}

const unknown = (words: CheckWords): Child => note("bad", p(strong(words.unknown)), p(words.advice))

const checkPage = (
  { request, cookies }: BrowserRequest,
  answer: (words: CheckWords) => Child,
  hasNoFile = false
) => {
  const lang = languageOfReader(request)
  const { checked: words } = wordsIn(lang).pay
  return pageResponse(
    words.title,
    [
      h1(words.title),
      answer(words),
      problems(hasNoFile ? [words.noFile] : []),
      p(words.explanation),
      form(
        path,
        cookies.csrf,
        [
          field({
            name: "file",
            label: words.file,
            type: "file",
            accept: "application/pdf",
            required: true
          }),
          button(words.button)
        ],
        { upload: true }
      )
    ],
    { narrow: true, isOpen: true, lang, status: hasNoFile ? 422 : 200 }
  )
}

/** Tells a router of several cells which one knows the document (`http/cells/FanOut.ts`). */
const marked = (response: PageResponse): PageResponse =>
  HttpServerResponse.setHeader(response, "retainer-found", "true")

export const layerCheckPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, limited } = yield* makePages
    const documents = yield* SentDocuments
    const creditNotes = yield* CreditNoteDocuments
    const { label } = yield* Cell
    const found = (response: PageResponse) => (label === null ? response : marked(response))

    yield* get(path, (page) => Effect.succeed(checkPage(page, () => null)))

    yield* post(
      path,
      Effect.fnUntraced(function* (page) {
        yield* limited(page, "document")
        const file = page.form.file("file")
        if (file === null) return checkPage(page, () => null, true)
        const invoice = yield* documents.identify(file)
        if (invoice !== null) return found(checkPage(page, (words) => genuine(invoice, words)))
        const note = yield* creditNotes.identify(file)
        return note === null
          ? checkPage(page, unknown)
          : found(checkPage(page, (words) => genuineNote(note, words)))
      }),
      "document"
    )
  })
)
