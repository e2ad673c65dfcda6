/** The pay page: the invoice, its PDF and the ways to pay, for the holder of a payment link. */
import { type DateTime, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { InvoicePdf } from "../../app/invoices/documents/InvoicePdfs.ts"
import type { BalanceChanged } from "../../app/payments/BeginCheckout.ts"
import { Checkouts } from "../../app/payments/Checkouts.ts"
import { LinkedInvoices } from "../../app/payments/links/LinkedInvoices.ts"
import { ClientInvoices } from "../../app/portal/ClientInvoices.ts"
import { balanceDue } from "../../domain/invoices/Invoice.ts"
import { type BrowserRequest, refusedInReadersWords } from "../BrowserRequests.ts"
import type { PageRefused } from "../forms/FormReader.ts"
import { seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { makeRecordOpened } from "./PayPageOpens.ts"
import { payPage, voidPage } from "./pay/PayView.ts"

export const unknownLink = (page: BrowserRequest): PageRefused =>
  refusedInReadersWords(page, 404, ({ pay }) => pay.unknownLink)

export const nothingToPay = (token: string) => () => Effect.succeed(seeOther(`/pay/${token}`))

/** Minor units in a query or a form; undefined if it is none. */
export const amountIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** The page says what is due instead of the amount that the payer saw. */
export const hasChanged =
  (token: string) =>
  ({ expectedMinor }: BalanceChanged) =>
    Effect.succeed(seeOther(`/pay/${token}?changed=${expectedMinor}`))

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

/** The document as it stands, and the receipt of a paid invoice. */
export const layerLinkedDocuments = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, limited } = yield* makePages
    const { documentByLink, receiptByLink } = yield* LinkedInvoices

    const sendPdf = (read: typeof documentByLink) => (page: BrowserRequest) => {
      const { token = "" } = page.params
      return Effect.andThen(limited(page, "document"), read(token)).pipe(
        Effect.map(pdfResponse),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink(page)),
          InvoiceTooLarge: () => Effect.fail(documentTooLarge(page)),
          InvoiceVoided: nothingToPay(token)
        })
      )
    }
    yield* get("/pay/:token/invoice.pdf", sendPdf(documentByLink))
    yield* get("/pay/:token/receipt.pdf", sendPdf(receiptByLink))
  })
)

export const layerInvoicePage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, limited } = yield* makePages
    const checkouts = yield* Checkouts
    const recordOpened = yield* makeRecordOpened
    const invoices = yield* ClientInvoices

    /** The invoice as it is, or with a payment in progress since then. */
    const show = (page: BrowserRequest, token: string, since: DateTime.Utc | null = null) =>
      Effect.gen(function* () {
        const shown = yield* invoices.byLink(token)
        yield* recordOpened(page, shown)
        const seen = amountIn(queryOf(page.request, "changed"))
        const isOther = seen !== undefined && seen !== balanceDue(shown.invoice)
        const pendingSince = shown.pendingSince ?? since
        return yield* payPage({ ...shown, pendingSince }, page, token, isOther)
      }).pipe(
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink(page)),
          InvoiceVoided: (voided) => Effect.succeed(voidPage(voided, page))
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

    yield* get("/pay/:token/checkout", (page) => {
      const { token = "" } = page.params
      const seen = amountIn(queryOf(page.request, "amount"))
      return Effect.andThen(limited(page, "checkout"), checkouts.begin(token, seen)).pipe(
        Effect.map(seeOther),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink(page)),
          NothingToPay: nothingToPay(token),
          BalanceChanged: hasChanged(token),
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
