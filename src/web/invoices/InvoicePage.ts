/** The pay page: the invoice, its PDF and the ways to pay, for the holder of a payment link. */
import { type DateTime, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { InvoicePdf } from "../../app/invoices/documents/InvoicePdfs.ts"
import { Checkouts } from "../../app/payments/Checkouts.ts"
import { LinkedInvoices } from "../../app/payments/links/LinkedInvoices.ts"
import { type BrowserRequest, refusedInReadersWords } from "../BrowserRequests.ts"
import type { PageRefused } from "../forms/FormReader.ts"
import { seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { invoicePage, voidPage } from "./InvoicePageViews.ts"
import { makeRecordOpened } from "./PayPageOpens.ts"

export const unknownLink = (page: BrowserRequest): PageRefused =>
  refusedInReadersWords(page, 404, ({ pay }) => pay.unknownLink)

export const nothingToPay = (token: string) => () => Effect.succeed(seeOther(`/pay/${token}`))

const unavailable = (token: string, page: BrowserRequest): PageRefused =>
  refusedInReadersWords(page, 503, ({ pay }) => ({
    ...pay.unavailable,
    way: { href: `/pay/${token}`, label: pay.back }
  }))

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

export const documentTooLarge = (page: BrowserRequest): PageRefused =>
  refusedInReadersWords(page, 422, ({ pay }) => pay.tooLarge)

export const layerInvoicePage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, limited } = yield* makePages
    const checkouts = yield* Checkouts
    const pages = yield* LinkedInvoices
    const recordOpened = yield* makeRecordOpened

    /** The invoice as it is, or with a payment in progress since then. */
    const show = (page: BrowserRequest, token: string, since?: DateTime.Utc) =>
      Effect.gen(function* () {
        const document = yield* pages.byLink(token)
        const { workspace, invoice } = document
        yield* recordOpened(page, document)
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
