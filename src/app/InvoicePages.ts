/** What the bearer of a payment link may see: one invoice and whose it is. */
import { Context, Effect, Layer } from "effect"
import { InvoiceNotFound } from "../domain/InvoiceErrors.ts"
import { InvoiceViews } from "./InvoiceViews.ts"
import { PaymentLinks } from "./PaymentLinks.ts"
import type { AddressedInvoice } from "./ports/PdfRenderer.ts"
import { WorkspaceRepository } from "./ports/WorkspaceRepository.ts"

export class InvoicePages extends Context.Service<
  InvoicePages,
  { readonly byLink: (token: string) => Effect.Effect<AddressedInvoice, InvoiceNotFound> }
>()("retainer/app/InvoicePages") {
  static readonly layer = Layer.effect(
    InvoicePages,
    Effect.gen(function* () {
      const links = yield* PaymentLinks
      const workspaces = yield* WorkspaceRepository
      const views = yield* InvoiceViews
      return InvoicePages.of({
        byLink: Effect.fn("InvoicePages.byLink")(function* (token) {
          const target = links.resolve(token)
          if (target === undefined) return yield* new InvoiceNotFound({ id: "of this link" })
          const workspace = yield* workspaces.find(target.workspaceId)
          if (workspace === null) return yield* new InvoiceNotFound({ id: target.id })
          return yield* views.addressed(workspace, target.id)
        })
      })
    })
  )
}
