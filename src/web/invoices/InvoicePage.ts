/** The pay page: the invoice, its PDF and the ways to pay, for the holder of a payment link. */
import { type DateTime, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { InvoicePdf } from "../../app/invoices/documents/InvoicePdfs.ts"
import { Checkouts } from "../../app/payments/Checkouts.ts"
import { LinkedInvoices } from "../../app/payments/links/LinkedInvoices.ts"
import { wordsIn } from "../../words/Words.ts"
import { type BrowserRequest, languageOfReader } from "../BrowserRequests.ts"
import { PageRefused } from "../forms/FormReader.ts"
import { seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { invoicePage, voidPage } from "./InvoicePageViews.ts"

/** The invoice is unknown, so is its language. */
export const unknownLink = ({ request }: BrowserRequest): PageRefused => {
  const language = languageOfReader(request)
  return new PageRefused({ status: 404, ...wordsIn(language).pay.unknownLink, language })
}

export const nothingToPay = (token: string) => () => Effect.succeed(seeOther(`/pay/${token}`))

const unavailable = (token: string, { request }: BrowserRequest): PageRefused => {
  const language = languageOfReader(request)
  const words = wordsIn(language).pay
  const way = { href: `/pay/${token}`, label: words.back }
  return new PageRefused({ status: 503, ...words.unavailable, language, way })
}

/** The document as a browser shows or saves it. */
export const pdfResponse = ({ filename, bytes }: InvoicePdf) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: "application/pdf",
    headers: {
      "content-disposition": `inline; filename="${filename}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer"
    }
  })

export const documentTooLarge = ({ request }: BrowserRequest): PageRefused => {
  const language = languageOfReader(request)
  return new PageRefused({ status: 422, ...wordsIn(language).pay.tooLarge, language })
}

export const layerInvoicePage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, limited } = yield* makePages
    const checkouts = yield* Checkouts
    const pages = yield* LinkedInvoices

    /** The invoice as it is, or with a payment in progress since then. */
    const show = (page: BrowserRequest, token: string, since?: DateTime.Utc) =>
      Effect.gen(function* () {
        const document = yield* pages.byLink(token)
        const { workspace, invoice } = document
        const underWay = yield* checkouts.underWay(workspace.id, [invoice.id])
        return yield* invoicePage(document, token, underWay.get(invoice.id) ?? since)
      }).pipe(
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink(page)),
          InvoiceVoided: (voided) => Effect.succeed(voidPage(voided))
        })
      )

    yield* get("/pay/:token", (page) => {
      const { token = "" } = page.params
      const reference = queryOf(page.request, "paid")
      if (reference === undefined) {
        return Effect.andThen(limited(page, "payment_page"), show(page, token))
      }
      return Effect.andThen(limited(page, "checkout"), checkouts.returned(token, reference)).pipe(
        Effect.as(seeOther(`/pay/${token}`)),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink(page)),
          NothingToPay: nothingToPay(token),
          // The result of the payment is unknown, so the page offers no second payment.
          ReturnUnclear: ({ begunAt }) => show(page, token, begunAt)
        })
      )
    })

    yield* get("/pay/:token/invoice.pdf", (page) => {
      const { token = "" } = page.params
      return Effect.andThen(limited(page, "document"), pages.documentByLink(token)).pipe(
        Effect.map(pdfResponse),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink(page)),
          InvoiceTooLarge: () => Effect.fail(documentTooLarge(page)),
          InvoiceVoided: nothingToPay(token)
        })
      )
    })

    yield* get("/pay/:token/checkout", (page) => {
      const { token = "" } = page.params
      return Effect.andThen(limited(page, "checkout"), checkouts.begin(token)).pipe(
        Effect.map(seeOther),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink(page)),
          NothingToPay: nothingToPay(token),
          ProcessorUnavailable: ({ reason }) =>
            Effect.andThen(
              Effect.logWarning("A client could not be led to the processor", { reason }),
              unavailable(token, page)
            )
        })
      )
    })
  })
)
