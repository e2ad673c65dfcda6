/** The page behind a payment link: the invoice and its state, or a note that it was voided. */
import { type DateTime, Effect } from "effect"
import type { InvoiceVoided } from "../../app/payments/links/LinkedInvoices.ts"
import type { AddressedInvoice } from "../../app/ports/invoices/PdfRenderer.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import type { InvoiceStatus } from "../../domain/invoices/InvoiceTransitions.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import {
  type Child,
  caption,
  div,
  h1,
  p,
  table,
  tbody,
  td,
  tfoot,
  th,
  thead,
  tr
} from "../../html/Elements.ts"
import { brandOf, pageResponse } from "../Layout.ts"
import { link } from "../Parts.ts"
import { pendingPayment } from "../payments/PendingPayment.ts"

const isDue = (dueDate: string): string => `This invoice is due on ${dueDate}.`
const wasVoided = "This invoice was voided. No payment is due."

const statusTexts: Readonly<Record<InvoiceStatus, (dueDate: string) => string>> = {
  draft: isDue,
  sent: isDue,
  overdue: (dueDate) => `This invoice was due on ${dueDate} and is overdue.`,
  paid: () => "This invoice is paid. Thank you.",
  void: () => wasVoided
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
      invoice.amountCreditedMinor === 0
        ? null
        : row("Credit notes", money(-invoice.amountCreditedMinor)),
      balanceDue(invoice) === invoice.totalMinor
        ? null
        : row("Left to pay", money(balanceDue(invoice)))
    )
  )
}

/** The button to pay is there while something is owed and no payment is in progress. */
export const invoicePage = Effect.fnUntraced(function* (
  document: AddressedInvoice,
  token: string,
  pendingSince: DateTime.Utc | undefined
) {
  const { invoice, workspace, recipient } = document
  const underWay =
    pendingSince === undefined || !isOpen(invoice)
      ? undefined
      : yield* pendingPayment(document, token, pendingSince)
  const mayPay = isOpen(invoice) && underWay === undefined
  const rest = formatsOf(workspace.locale).money(balanceDue(invoice), invoice.currency)
  const title = `Invoice ${invoice.number}`
  return pageResponse(
    `${title} · ${workspace.displayName}`,
    [
      h1(title),
      p(
        { class: `state state-${invoice.status}` },
        statusTexts[invoice.status](formatsOf(workspace.locale).date(invoice.dueDate))
      ),
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
export const voidPage = ({ workspace, number }: InvoiceVoided) =>
  pageResponse(
    `Invoice ${number} · ${workspace.displayName}`,
    [h1(`Invoice ${number}`), p({ class: "state state-void" }, wasVoided)],
    { brand: brandOf(workspace), narrow: true }
  )
