/** One invoice in the portal: what its pay page shows, beside the way back. */
import { Effect } from "effect"
import type { Portal } from "../../app/portal/Portal.ts"
import { languageTag } from "../../domain/text/Language.ts"
import { div } from "../../html/Elements.ts"
import { type BrowserRequest, idOf } from "../BrowserRequests.ts"
import { invoiceForClient, titleOf, voidContent } from "../invoices/pay/PayView.ts"
import { type Look, portalPage } from "./PortalFrame.ts"
import { portalPageNotFound } from "./PortalParts.ts"
import { backLink } from "./PortalViews.ts"

export const invoicePage = (look: Look, page: BrowserRequest, portal: Portal["Service"]) =>
  Effect.gen(function* () {
    const shown = yield* portal.invoice(look.visitor, idOf(page))
    const { invoice, seller } = shown
    const here = `${look.path}/invoices/${invoice.id}`
    const payUrl = invoice.processorPaymentUrl
    const { content, headers } = yield* invoiceForClient(shown, {
      here,
      checkout: payUrl === null ? null : `${new URL(payUrl).pathname}/checkout`,
      pdf: `${here}/pdf`,
      receipt: `${here}/receipt`
    })
    return portalPage(look, page, {
      title: titleOf(shown),
      children: [backLink(look), ...content],
      contentLanguage: languageTag(seller),
      headers
    })
  }).pipe(
    Effect.catchTags({
      InvoiceNotFound: () => Effect.fail(portalPageNotFound(page)),
      InvoiceVoided: (voided) =>
        Effect.succeed(
          portalPage(look, page, {
            title: voided.number,
            children: [div({ class: "box" }, backLink(look), voidContent(voided))],
            contentLanguage: languageTag(voided.seller)
          })
        )
    })
  )
