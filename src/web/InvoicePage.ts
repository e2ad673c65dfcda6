/** The page behind a payment link: the invoice and its state, to whoever holds the link. */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type ComponentChild, h } from "preact"
import { InvoicePages } from "../app/InvoicePages.ts"
import { type AddressedInvoice, PdfRenderer } from "../app/ports/PdfRenderer.ts"
import { formatsOf } from "../domain/Locale.ts"
import { Brands } from "./Brands.ts"
import { type Brand, pageResponse } from "./Layout.ts"
import { makePages } from "./Pages.ts"
import { link } from "./Parts.ts"

const stateInWords = ({ invoice, workspace }: AddressedInvoice): string => {
  const dueDate = formatsOf(workspace.locale).date(invoice.dueDate)
  switch (invoice.status) {
    case "paid":
      return "This invoice is paid. Thank you."
    case "void":
      return "This invoice was voided. Nothing is to be paid."
    case "overdue":
      return `This invoice was due on ${dueDate} and is overdue.`
    default:
      return `This invoice is due on ${dueDate}.`
  }
}

const row = (name: string, value: string): ComponentChild =>
  h("tr", null, h("td", { colSpan: 3 }, name), h("td", { class: "amount" }, value))

const lines = ({ invoice, workspace }: AddressedInvoice): ComponentChild => {
  const amount = (text: string) => h("td", { class: "amount" }, text)
  const columns = ["Quantity", "Unit price", "Total"].map((name) =>
    h("th", { scope: "col", class: "amount" }, name)
  )
  const formats = formatsOf(workspace.locale)
  const money = (minor: number) => formats.money(minor, invoice.currency)
  return h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Lines of the invoice" },
    h(
      "table",
      null,
      h("thead", null, h("tr", null, h("th", { scope: "col" }, "Description"), ...columns)),
      h(
        "tbody",
        null,
        ...invoice.lineItems.map((item) =>
          h(
            "tr",
            null,
            h("td", { class: "notes" }, item.description),
            amount(formats.quantity(item.quantity)),
            amount(formats.amount(item.unitPriceMinor, invoice.currency)),
            amount(formats.amount(item.totalMinor, invoice.currency))
          )
        )
      ),
      h(
        "tfoot",
        null,
        row("Subtotal", money(invoice.subtotalMinor)),
        invoice.discountMinor === 0 ? null : row("Discount", money(-invoice.discountMinor)),
        invoice.taxRate === null ? null : row("Tax", money(invoice.taxMinor)),
        row("Total", money(invoice.totalMinor)),
        invoice.amountPaidMinor === 0 ? null : row("Paid", money(-invoice.amountPaidMinor))
      )
    )
  )
}

const invoicePage = (document: AddressedInvoice, brand: Brand, token: string) => {
  const { invoice, workspace, recipient } = document
  const title = `Invoice ${invoice.number}`
  return pageResponse(
    `${title} · ${workspace.displayName}`,
    [
      h("h1", null, title),
      h("p", { class: `state state-${invoice.status}` }, stateInWords(document)),
      h(
        "p",
        { class: "quiet" },
        `Billed to ${recipient.company ?? recipient.name}, issued ${formatsOf(workspace.locale).date(invoice.issueDate)}`
      ),
      lines(document),
      invoice.notes === null ? null : h("p", { class: "notes" }, invoice.notes),
      h("p", null, link(`/pay/${token}/invoice.pdf`, "Download the PDF", "button second"))
    ],
    { brand }
  )
}

const unknownLink = pageResponse(
  "Unknown link",
  [
    h("h1", null, "This link leads nowhere"),
    h("p", null, "It may have been cut off on its way. Open it again from the mail you received.")
  ],
  { status: 404 }
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

export const InvoicePageLive = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get } = yield* makePages
    const pages = yield* InvoicePages
    const brands = yield* Brands
    const renderer = yield* PdfRenderer

    yield* get("/pay/:token", ({ params: { token = "" } }) =>
      pages.byLink(token).pipe(
        Effect.flatMap((document) =>
          Effect.map(brands.of(document.workspace), (brand) => invoicePage(document, brand, token))
        ),
        Effect.catchTag("InvoiceNotFound", () => Effect.succeed(unknownLink))
      )
    )

    yield* get("/pay/:token/invoice.pdf", ({ params: { token = "" } }) =>
      pages.documentByLink(token).pipe(
        Effect.flatMap((document) =>
          Effect.map(renderer.invoice(document), (bytes) =>
            pdfResponse(document.invoice.number, bytes)
          )
        ),
        Effect.catchTag("InvoiceNotFound", () => Effect.succeed(unknownLink))
      )
    )
  })
)
