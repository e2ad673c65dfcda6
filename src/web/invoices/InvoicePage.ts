/** The page behind a payment link: the invoice and its state, for anyone who has the link. */
import { type DateTime, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { Checkouts } from "../../app/payments/Checkouts.ts"
import { type InvoiceVoided, LinkedInvoices } from "../../app/payments/LinkedInvoices.ts"
import type { Simulation } from "../../app/payments/SimulatePayment.ts"
import { type AddressedInvoice, PdfRenderer } from "../../app/ports/invoices/PdfRenderer.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../domain/Locale.ts"
import {
  type Child,
  caption,
  div,
  h1,
  p,
  strong,
  table,
  tbody,
  td,
  tfoot,
  th,
  thead,
  tr
} from "../../html/Elements.ts"
import { brandOf } from "../Brand.ts"
import { PageRefused } from "../FormReader.ts"
import { pageResponse, seeOther } from "../Layout.ts"
import { makePages, type VisitRequest } from "../Pages.ts"
import { button, form, link, note } from "../Parts.ts"
import { paymentUnderWay } from "../payments/PaymentUnderWay.ts"
import { queryOf } from "../Visits.ts"

const stateInWords = ({ invoice, workspace }: AddressedInvoice): string => {
  const dueDate = formatsOf(workspace.locale).date(invoice.dueDate)
  switch (invoice.status) {
    case "paid":
      return "This invoice is paid. Thank you."
    case "overdue":
      return `This invoice was due on ${dueDate} and is overdue.`
    default:
      return `This invoice is due on ${dueDate}.`
  }
}

const row = (name: string, value: string): Child =>
  tr(td({ colSpan: 3 }, name), td({ class: "amount" }, value))

const lines = ({ invoice, workspace }: AddressedInvoice): Child => {
  const amount = (label: string, text: string) => td({ class: "amount", "data-label": label }, text)
  const columns = ["Quantity", "Unit price", "Total"].map((name) =>
    th({ scope: "col", class: "amount" }, name)
  )
  const formats = formatsOf(workspace.locale)
  const money = (minor: number) => formats.money(minor, invoice.currency)
  return table(
    { class: "stack" },
    caption("Lines of the invoice"),
    thead(tr(th({ scope: "col" }, "Description"), columns)),
    tbody(
      invoice.lineItems.map((item) =>
        tr(
          td({ class: "notes" }, item.description),
          amount("Quantity", formats.quantity(item.quantity)),
          amount("Unit price", formats.amount(item.unitPriceMinor, invoice.currency)),
          amount("Total", formats.amount(item.totalMinor, invoice.currency))
        )
      )
    ),
    tfoot(
      row("Subtotal", money(invoice.subtotalMinor)),
      invoice.discountMinor === 0 ? null : row("Discount", money(-invoice.discountMinor)),
      invoice.taxRate === null ? null : row("Tax", money(invoice.taxMinor)),
      row("Total", money(invoice.totalMinor)),
      invoice.amountPaidMinor === 0 ? null : row("Paid", money(-invoice.amountPaidMinor)),
      invoice.amountPaidMinor === 0 ? null : row("Left to pay", money(balanceDue(invoice)))
    )
  )
}

/** The button to pay is there while something is owed and no payment is in progress. */
const invoicePage = Effect.fnUntraced(function* (
  document: AddressedInvoice,
  token: string,
  underWaySince: DateTime.Utc | undefined
) {
  const { invoice, workspace, recipient } = document
  const underWay =
    underWaySince === undefined || !isOpen(invoice)
      ? undefined
      : yield* paymentUnderWay(document, token, underWaySince)
  const mayPay = isOpen(invoice) && underWay === undefined
  const rest = formatsOf(workspace.locale).money(balanceDue(invoice), invoice.currency)
  const title = `Invoice ${invoice.number}`
  return pageResponse(
    `${title} · ${workspace.displayName}`,
    [
      h1(title),
      p({ class: `state state-${invoice.status}` }, stateInWords(document)),
      underWay?.said ?? null,
      p(
        { class: "quiet" },
        `Billed to ${recipient.company ?? recipient.name}, issued ${formatsOf(workspace.locale).date(invoice.issueDate)}`
      ),
      lines(document),
      invoice.notes === null ? null : p({ class: "notes" }, invoice.notes),
      div(
        { class: "row" },
        mayPay ? link(`/pay/${token}/checkout`, `Pay ${rest}`, "button") : null,
        link(`/pay/${token}/invoice.pdf`, "Download the PDF", "button second")
      ),
      p({ class: "small quiet" }, link("/check", "Check whether a PDF was sent from here"))
    ],
    { brand: brandOf(workspace), headers: underWay?.headers ?? {} }
  )
})

/** After a void the page shows nothing else: no amounts, no client, no document. */
const voidPage = ({ workspace, number }: InvoiceVoided) =>
  pageResponse(
    `Invoice ${number} · ${workspace.displayName}`,
    [
      h1(`Invoice ${number}`),
      p({ class: "state state-void" }, "This invoice was voided. No payment is due.")
    ],
    { brand: brandOf(workspace), narrow: true }
  )

const unknownLink = new PageRefused({
  status: 404,
  title: "This payment link does not work",
  message:
    "It may be incomplete: open it again from the mail you received. Or it was replaced: ask the sender for the new link."
})

const unavailable = (token: string) =>
  new PageRefused({
    status: 503,
    title: "Payment is not available right now",
    message: "You were not charged. Try again in a few minutes.",
    way: { href: `/pay/${token}`, label: "Back to the invoice" }
  })

const simulations = [
  { value: "pay", label: "Pay" },
  { value: "late", label: "Pay, with a delayed notification" },
  { value: "twice", label: "Pay, with a duplicate notification" },
  { value: "decline", label: "Decline the card" }
] as const satisfies ReadonlyArray<{ readonly value: Simulation; readonly label: string }>

/** The built-in processor's card form: no money moves. */
const cardPage = (
  { invoice, workspace }: AddressedInvoice,
  page: VisitRequest,
  declined: boolean
) =>
  pageResponse(
    `Test payment · ${workspace.displayName}`,
    [
      h1("Test payment"),
      p("This is the built-in test processor: no card is asked for and no money moves."),
      declined ? note("bad", p("The card was declined. You were not charged.")) : null,
      p(
        `Invoice ${invoice.number}: `,
        strong(formatsOf(workspace.locale).money(balanceDue(invoice), invoice.currency))
      ),
      form(`/pay/${page.params["token"] ?? ""}/test`, page.visit.csrf, [
        div(
          { class: "row" },
          simulations.map(({ value, label }) =>
            button(label, value === "pay" ? undefined : "second", "how", value)
          )
        )
      ]),
      p(link(`/pay/${page.params["token"] ?? ""}`, "Back to the invoice"))
    ],
    { brand: brandOf(workspace), narrow: true }
  )

/** The document as a browser shows or saves it. */
export const pdfResponse = (number: string, bytes: Uint8Array) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: "application/pdf",
    headers: {
      "content-disposition": `inline; filename="${number}.pdf"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer"
    }
  })

export const layerInvoicePage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, limited } = yield* makePages
    const checkouts = yield* Checkouts
    const pages = yield* LinkedInvoices
    const renderer = yield* PdfRenderer

    /** The invoice as it is, or with a payment in progress since then. */
    const show = (token: string, since?: DateTime.Utc) =>
      Effect.gen(function* () {
        const document = yield* pages.byLink(token)
        const { workspace, invoice } = document
        const underWay = yield* checkouts.underWay(workspace.id, [invoice.id])
        return yield* invoicePage(document, token, underWay.get(invoice.id) ?? since)
      }).pipe(
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink),
          InvoiceVoided: (voided) => Effect.succeed(voidPage(voided))
        })
      )

    const nothingToPay = (token: string) => () => Effect.succeed(seeOther(`/pay/${token}`))

    yield* get("/pay/:token", (page) => {
      const { token = "" } = page.params
      const reference = queryOf(page.request, "paid")
      if (reference === undefined) return show(token)
      return Effect.andThen(limited(page, "checkout"), checkouts.returned(token, reference)).pipe(
        Effect.as(seeOther(`/pay/${token}`)),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink),
          NothingToPay: nothingToPay(token),
          // A client who returns is not asked to pay again while the result of the payment is unknown.
          ReturnUnclear: ({ begunAt }) => show(token, begunAt)
        })
      )
    })

    yield* get("/pay/:token/invoice.pdf", (page) => {
      const { token = "" } = page.params
      return Effect.andThen(limited(page, "document"), pages.documentByLink(token)).pipe(
        Effect.flatMap((document) =>
          Effect.map(Effect.orDie(renderer.invoice(document)), (bytes) =>
            pdfResponse(document.invoice.number, bytes)
          )
        ),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink),
          InvoiceVoided: nothingToPay(token)
        })
      )
    })

    yield* get("/pay/:token/checkout", (page) => {
      const { token = "" } = page.params
      return Effect.andThen(limited(page, "checkout"), checkouts.begin(token)).pipe(
        Effect.map(seeOther),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink),
          NothingToPay: nothingToPay(token),
          ProcessorUnavailable: ({ reason }) =>
            Effect.andThen(
              Effect.logWarning("A client could not be led to the processor", { reason }),
              unavailable(token)
            )
        })
      )
    })

    yield* get("/pay/:token/test", (page) =>
      checkouts.simulated(page.params["token"] ?? "").pipe(
        Effect.map((document) =>
          cardPage(document, page, queryOf(page.request, "declined") !== undefined)
        ),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink),
          NothingToPay: nothingToPay(page.params["token"] ?? "")
        })
      )
    )

    yield* post("/pay/:token/test", ({ form: sent, params: { token = "" } }) => {
      const how = simulations.find(({ value }) => value === sent.text("how"))?.value ?? "decline"
      return checkouts.simulate(token, how).pipe(
        Effect.map((paid) => seeOther(paid ? `/pay/${token}` : `/pay/${token}/test?declined=1`)),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink),
          NothingToPay: nothingToPay(token)
        })
      )
    })
  })
)
