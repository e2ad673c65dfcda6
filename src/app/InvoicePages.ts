/** What the bearer of a payment link may see: one invoice and whose it is. */
import { Context, Effect, Layer } from "effect"
import { InvoiceNotFound } from "../domain/InvoiceErrors.ts"
import { InvoiceViews } from "./InvoiceViews.ts"
import { PaymentLinks } from "./PaymentLinks.ts"
import type { AddressedInvoice, InvoiceDocument } from "./ports/PdfRenderer.ts"
import { WorkspaceRepository } from "./ports/WorkspaceRepository.ts"

export class InvoicePages extends Context.Service<
  InvoicePages,
  {
    readonly byLink: (token: string) => Effect.Effect<AddressedInvoice, InvoiceNotFound>
    /** With the logo, to be drawn. */
    readonly documentByLink: (token: string) => Effect.Effect<InvoiceDocument, InvoiceNotFound>
  }
>()("retainer/app/InvoicePages") {
  static readonly layer = Layer.effect(
    InvoicePages,
    Effect.gen(function* () {
      const links = yield* PaymentLinks
      const workspaces = yield* WorkspaceRepository
      const views = yield* InvoiceViews

      const resolve = Effect.fnUntraced(function* (token: string) {
        const target = links.resolve(token)
        if (target === undefined) return yield* new InvoiceNotFound({ id: "of this link" })
        const workspace = yield* workspaces.find(target.workspaceId)
        return workspace === null
          ? yield* new InvoiceNotFound({ id: target.id })
          : { workspace, id: target.id }
      })

      return InvoicePages.of({
        byLink: Effect.fn("InvoicePages.byLink")(function* (token) {
          const { workspace, id } = yield* resolve(token)
          return yield* views.addressed(workspace, id)
        }),
        documentByLink: Effect.fn("InvoicePages.documentByLink")(function* (token) {
          const { workspace, id } = yield* resolve(token)
          return yield* views.document(workspace, id)
        })
      })
    })
  )
}
