/** The card form of the built-in test processor: it simulates a payment, no money moves. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { Checkouts } from "../../app/payments/Checkouts.ts"
import type { Simulation } from "../../app/payments/SimulatePayment.ts"
import type { AddressedInvoice } from "../../app/ports/invoices/PdfRenderer.ts"
import { balanceDue } from "../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { languageTag } from "../../domain/text/Language.ts"
import { div, h1, input, p, strong } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { brandOf, pageResponse, seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { button, form, link, note } from "../Parts.ts"
import { amountIn, hasChanged, nothingToPay, unknownLink } from "./InvoicePage.ts"

const simulations = ["pay", "late", "twice", "decline"] as const satisfies ReadonlyArray<Simulation>

const cardPage = (
  { invoice, workspace, seller }: AddressedInvoice,
  page: BrowserRequest,
  declined: boolean
) => {
  const { document, pay } = wordsIn(seller.language)
  const { test: words } = pay
  const rest = formatsOf(seller.locale).money(balanceDue(invoice), invoice.currency)
  return pageResponse(
    `${words.title} · ${workspace.displayName}`,
    [
      h1(words.title),
      p(words.text),
      declined ? note("bad", p(words.declined)) : null,
      p(document.labelled(document.named(document.invoice, invoice.number)), " ", strong(rest)),
      form(`/pay/${page.params["token"] ?? ""}/test`, page.cookies.csrf, [
        input({ type: "hidden", name: "amount", value: String(balanceDue(invoice)) }),
        div(
          { class: "row" },
          simulations.map((how) =>
            button(words[how], how === "pay" ? undefined : "second", "how", how)
          )
        )
      ]),
      p(link(`/pay/${page.params["token"] ?? ""}`, pay.back))
    ],
    { brand: brandOf(workspace, page.cell), narrow: true, lang: languageTag(seller) }
  )
}

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
          InvoiceNotFound: () => Effect.fail(unknownLink(page)),
          NothingToPay: nothingToPay(page.params["token"] ?? "")
        })
      )
    )

    yield* post("/pay/:token/test", (page) => {
      const { token = "" } = page.params
      const chosen = page.form.text("how")
      const how = simulations.find((value) => value === chosen) ?? "decline"
      const seen = amountIn(page.form.text("amount"))
      const simulated = checkouts.simulate(token, how, seen)
      return Effect.andThen(limited(page, "payment_page"), simulated).pipe(
        Effect.map((paid) => seeOther(paid ? `/pay/${token}` : `/pay/${token}/test?declined=1`)),
        Effect.catchTags({
          InvoiceNotFound: () => Effect.fail(unknownLink(page)),
          NothingToPay: nothingToPay(token),
          BalanceChanged: hasChanged(token)
        })
      )
    })
  })
)
