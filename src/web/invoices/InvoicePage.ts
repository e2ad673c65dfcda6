/** The page behind a payment link: the invoice and its state, to whoever holds the link. */
import { type DateTime, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type ComponentChild, h } from "preact"
import { Checkouts, type Simulation } from "../../app/payments/Checkouts.ts"
import { type InvoiceVoided, LinkedInvoices } from "../../app/payments/LinkedInvoices.ts"
import { type AddressedInvoice, PdfRenderer } from "../../app/ports/invoices/PdfRenderer.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../domain/Locale.ts"
import { Brands } from "../Brands.ts"
import { PageRefused } from "../FormReader.ts"
import { type Brand, pageResponse, seeOther } from "../Layout.ts"
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

const row = (name: string, value: string): ComponentChild =>
  h("tr", null, h("td", { colSpan: 3 }, name), h("td", { class: "amount" }, value))

const lines = ({ invoice, workspace }: AddressedInvoice): ComponentChild => {
  const amount = (label: string, text: string) =>
    h("td", { class: "amount", "data-label": label }, text)
  const columns = ["Quantity", "Unit price", "Total"].map((name) =>
    h("th", { scope: "col", class: "amount" }, name)
  )
  const formats = formatsOf(workspace.locale)
  const money = (minor: number) => formats.money(minor, invoice.currency)
  return h(
    "table",
    { class: "stack" },
    h("caption", null, "Lines of the invoice"),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "Description"), ...columns)),
    h(
      "tbody",
      null,
      ...invoice.lineItems.map((item) =>
        h(
          "tr",
          null,
          h("td", { class: "notes" }, item.description),
          amount("Quantity", formats.quantity(item.quantity)),
          amount("Unit price", formats.amount(item.unitPriceMinor, invoice.currency)),
          amount("Total", formats.amount(item.totalMinor, invoice.currency))
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
      invoice.amountPaidMinor === 0 ? null : row("Paid", money(-invoice.amountPaidMinor)),
      invoice.amountPaidMinor === 0 ? null : row("Left to pay", money(balanceDue(invoice)))
    )
  )
}

/** Pay is offered where something is owed and no payment is under way. */
const invoicePage = Effect.fnUntraced(function* (
  document: AddressedInvoice,
  brand: Brand,
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
      h("h1", null, title),
      h("p", { class: `state state-${invoice.status}` }, stateInWords(document)),
      underWay?.said ?? null,
      h(
        "p",
        { class: "quiet" },
        `Billed to ${recipient.company ?? recipient.name}, issued ${formatsOf(workspace.locale).date(invoice.issueDate)}`
      ),
      lines(document),
      invoice.notes === null ? null : h("p", { class: "notes" }, invoice.notes),
      h(
        "div",
        { class: "row" },
        mayPay ? link(`/pay/${token}/checkout`, `Pay ${rest}`, "button") : null,
        link(`/pay/${token}/invoice.pdf`, "Download the PDF", "button second")
      ),
      h("p", { class: "small quiet" }, link("/check", "Was a PDF really sent from here? Check it."))
    ],
    { brand, headers: underWay?.headers ?? {} }
  )
})

/** After a void the link tells nothing else: no amounts, no client, no document. */
const voidPage = ({ workspace, number }: InvoiceVoided, brand: Brand) =>
  pageResponse(
    `Invoice ${number} · ${workspace.displayName}`,
    [
      h("h1", null, `Invoice ${number}`),
      h("p", { class: "state state-void" }, "This invoice was voided. Nothing is to be paid.")
    ],
    { brand, narrow: true }
  )

const unknownLink = new PageRefused({
  status: 404,
  title: "This payment link does not work",
  message:
    "It may have been cut off on its way: open it again from the mail you received. Or it was replaced: ask who sent it for the new one."
})

const unavailable = (token: string) =>
  new PageRefused({
    status: 503,
    title: "Payment is not possible now",
    message: "Nothing was taken. Try again in a few minutes.",
    way: { href: `/pay/${token}`, label: "Back to the invoice" }
  })

const simulations = [
  { value: "pay", label: "Pay" },
  { value: "late", label: "Pay, and be told of it late" },
  { value: "twice", label: "Pay, and be told of it twice" },
  { value: "decline", label: "Decline the card" }
] as const satisfies ReadonlyArray<{ readonly value: Simulation; readonly label: string }>

/** The built-in processor's card form: no money moves. */
const cardPage = (
  { invoice, workspace }: AddressedInvoice,
  brand: Brand,
  page: VisitRequest,
  declined: boolean
) =>
  pageResponse(
    `Test payment · ${brand.name}`,
    [
      h("h1", null, "Test payment"),
      h("p", null, "This is the built-in test processor: no card is asked for and no money moves."),
      declined ? note("bad", h("p", null, "The card was declined. Nothing was taken.")) : null,
      h(
        "p",
        null,
        `Invoice ${invoice.number}: `,
        h("strong", null, formatsOf(workspace.locale).money(balanceDue(invoice), invoice.currency))
      ),
      form(`/pay/${page.params["token"] ?? ""}/test`, page.visit.csrf, [
        h(
          "div",
          { class: "row" },
          ...simulations.map(({ value, label }) =>
            button(label, value === "pay" ? undefined : "second", "how", value)
          )
        )
      ]),
      h("p", null, link(`/pay/${page.params["token"] ?? ""}`, "Back to the invoice"))
    ],
    { brand, narrow: true }
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
    const brands = yield* Brands
    const renderer = yield* PdfRenderer

    /** The invoice as it stands, or as being paid since then. */
    const show = (token: string, since?: DateTime.Utc) =>
      Effect.gen(function* () {
        const document = yield* pages.byLink(token)
        const { workspace, invoice } = document
        const underWay = yield* checkouts.underWay(workspace.id, [invoice.id])
        const brand = yield* brands.of(workspace)
        return yield* invoicePage(document, brand, token, underWay.get(invoice.id) ?? since)
      }).pipe(
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink),
          InvoiceVoided: (voided) =>
            Effect.map(brands.of(voided.workspace), (brand) => voidPage(voided, brand))
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
          // Whoever comes back is not asked to pay again while nobody can say what became of it.
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
        Effect.flatMap((document) =>
          Effect.map(brands.of(document.workspace), (brand) =>
            cardPage(document, brand, page, queryOf(page.request, "declined") !== undefined)
          )
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
