/** The former address of payment links leads to the invoices, where links are replaced now. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { LinkReplacements } from "../../app/payments/links/LinkReplacements.ts"
import { seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { listPath } from "./InvoiceListQuery.ts"

export const layerPaymentLinkRedirects = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const links = yield* LinkReplacements

    yield* settingsGet("/settings/payment-links", ({ workspace }, { request }) => {
      const number = (queryOf(request, "invoice") ?? "").trim().slice(0, 64)
      if (number === "") return Effect.succeed(seeOther(listPath))
      return links.find(workspace, number).pipe(
        Effect.map(({ id }) => seeOther(`${listPath}/${id}?do=link`)),
        Effect.catchTag("InvoiceNotFound", () =>
          Effect.succeed(seeOther(`${listPath}?state=all&q=${encodeURIComponent(number)}`))
        )
      )
    })
  })
)
