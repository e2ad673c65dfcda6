/** The card form of the built-in test processor: it simulates a payment, no money moves. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { Checkouts } from "../../app/payments/Checkouts.ts"
import type { Simulation } from "../../app/payments/SimulatePayment.ts"
import type { AddressedInvoice } from "../../app/ports/invoices/PdfRenderer.ts"
import { balanceDue } from "../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { div, h1, p, strong } from "../../html/Elements.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { brandOf, pageResponse, seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { button, form, link, note } from "../Parts.ts"
import { nothingToPay, unknownLink } from "./InvoicePage.ts"

const simulations = [
  { value: "pay", label: "Pay" },
  { value: "late", label: "Pay, with a delayed notification" },
  { value: "twice", label: "Pay, with a duplicate notification" },
  { value: "decline", label: "Decline the card" }
] as const satisfies ReadonlyArray<{ readonly value: Simulation; readonly label: string }>

const cardPage = (
  { invoice, workspace }: AddressedInvoice,
  page: BrowserRequest,
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
      form(`/pay/${page.params["token"] ?? ""}/test`, page.cookies.csrf, [
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

export const layerTestPaymentPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { get, post, limited } = yield* makePages
    const checkouts = yield* Checkouts

    yield* get("/pay/:token/test", (page) =>
      Effect.andThen(
        limited(page, "payment_page"),
        checkouts.simulated(page.params["token"] ?? "")
      ).pipe(
        Effect.map((document) =>
          cardPage(document, page, queryOf(page.request, "declined") !== undefined)
        ),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink),
          NothingToPay: nothingToPay(page.params["token"] ?? "")
        })
      )
    )

    yield* post("/pay/:token/test", (page) => {
      const { token = "" } = page.params
      const chosen = page.form.text("how")
      const how = simulations.find(({ value }) => value === chosen)?.value ?? "decline"
      return Effect.andThen(limited(page, "payment_page"), checkouts.simulate(token, how)).pipe(
        Effect.map((paid) => seeOther(paid ? `/pay/${token}` : `/pay/${token}/test?declined=1`)),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink),
          NothingToPay: nothingToPay(token)
        })
      )
    })
  })
)
