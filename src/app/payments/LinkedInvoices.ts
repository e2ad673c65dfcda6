/**
 * What the bearer of a payment link may see: one invoice and whose it is, and after a void only that.
 * A link that was replaced, and one of an invoice that was never sent, do not work.
 */
import { Context, Data, Effect, Layer } from "effect"
import type { InvoiceId } from "../../domain/Ids.ts"
import { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import type { AddressedInvoice, InvoiceDocument } from "../ports/invoices/PdfRenderer.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { PaymentLinks } from "./PaymentLinks.ts"

/** All that the link of a void invoice still shows. */
export class InvoiceVoided extends Data.TaggedError("InvoiceVoided")<{
  readonly workspace: Workspace
  readonly number: string
}> {}

type Refused = InvoiceNotFound | InvoiceVoided

export class LinkedInvoices extends Context.Service<
  LinkedInvoices,
  {
    readonly byLink: (token: string) => Effect.Effect<AddressedInvoice, Refused>
    /** With the logo, to be drawn. */
    readonly documentByLink: (token: string) => Effect.Effect<InvoiceDocument, Refused>
  }
>()("retainer/app/LinkedInvoices") {
  static readonly layer = Layer.effect(
    LinkedInvoices,
    Effect.gen(function* () {
      const links = yield* PaymentLinks
      const workspaces = yield* WorkspaceRepository
      const views = yield* InvoiceViews

      /** What `read` finds behind the link, where the link is the invoice's present one. */
      const behind = <Found extends Effect.Success<ReturnType<typeof views.addressed>>>(
        read: (workspace: Workspace, id: InvoiceId) => Effect.Effect<Found, InvoiceNotFound>
      ) =>
        Effect.fnUntraced(function* (token: string) {
          const target = yield* links.resolve(token)
          if (target === undefined) return yield* new InvoiceNotFound({ id: "of this link" })
          const { id, salt, workspaceId } = target
          const workspace = yield* workspaces.find(workspaceId)
          if (workspace === null) return yield* new InvoiceNotFound({ id })
          const found = yield* read(workspace, id)
          const { invoice, paymentLinkSalt } = found
          const wasSent = invoice.delivery !== null
          if (!wasSent || paymentLinkSalt !== salt) return yield* new InvoiceNotFound({ id })
          if (invoice.status === "void") {
            return yield* new InvoiceVoided({ workspace, number: invoice.number })
          }
          return found
        })

      return LinkedInvoices.of({
        byLink: behind(views.addressed),
        documentByLink: behind(views.document)
      })
    })
  )
}
