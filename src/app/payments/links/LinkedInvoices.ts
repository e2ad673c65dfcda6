/**
 * Access by payment link: its bearer sees one invoice and its workspace, or after a void only the
 * number, the reason and the seller. A replaced link does not work, nor does one of an unsent
 * invoice.
 */
import { Context, Data, Effect, Layer } from "effect"
import type { InvoiceId } from "../../../domain/Ids.ts"
import { isCredited } from "../../../domain/invoices/Invoice.ts"
import { InvoiceNotFound, type InvoiceTooLarge } from "../../../domain/invoices/InvoiceErrors.ts"
import { type Seller, sellerOf, type Workspace } from "../../../domain/workspaces/Workspace.ts"
import { InvoiceDocuments } from "../../invoices/documents/InvoiceDocuments.ts"
import { type InvoicePdf, pdfOf, receiptOf } from "../../invoices/documents/InvoicePdfs.ts"
import { InvoiceViews } from "../../invoices/InvoiceViews.ts"
import { movedRefusal } from "../../MovedWorkspaces.ts"
import { PaymentLinks } from "../../PaymentLinks.ts"
import type { DocumentState } from "../../ports/invoices/InvoiceRepository.ts"
import type { AddressedInvoice } from "../../ports/invoices/PdfRenderer.ts"
import { WorkspaceRepository } from "../../ports/workspaces/WorkspaceRepository.ts"

/** A void invoice; its link shows nothing else. */
export class InvoiceVoided extends Data.TaggedError("InvoiceVoided")<{
  readonly workspace: Workspace
  readonly number: string
  /** Whether credit notes made it void. */
  readonly isCredited: boolean
  readonly reason: string | null
  /** As it was at the send, with the language and locale of it. */
  readonly seller: Seller
}> {}

interface Linked extends Pick<DocumentState, "number" | "status" | "wasSent" | "paymentLinkSalt"> {
  readonly seller: Seller
  readonly isCredited: boolean
  readonly voidReason: string | null
}

type Refused = InvoiceNotFound | InvoiceVoided

export class LinkedInvoices extends Context.Service<
  LinkedInvoices,
  {
    readonly byLink: (token: string) => Effect.Effect<AddressedInvoice, Refused>
    readonly documentByLink: (token: string) => Effect.Effect<InvoicePdf, Refused | InvoiceTooLarge>
    /** The receipt of a paid invoice; one that is not paid has none. */
    readonly receiptByLink: (token: string) => Effect.Effect<InvoicePdf, Refused | InvoiceTooLarge>
  }
>()("retainer/app/LinkedInvoices") {
  static readonly layer = Layer.effect(
    LinkedInvoices,
    Effect.gen(function* () {
      const links = yield* PaymentLinks
      const workspaces = yield* WorkspaceRepository
      const views = yield* InvoiceViews
      const documents = yield* InvoiceDocuments
      const refuseMoved = yield* movedRefusal

      /** The result of `read`, if the link is the current one of its invoice. */
      const behind = <Found extends Linked>(
        read: (workspace: Workspace, id: InvoiceId) => Effect.Effect<Found, InvoiceNotFound>
      ) =>
        Effect.fnUntraced(function* (token: string) {
          const target = yield* links.resolve(token)
          if (target === undefined) return yield* new InvoiceNotFound({ id: "of this link" })
          const { id, salt, workspaceId } = target
          const workspace = yield* workspaces.find(workspaceId)
          if (workspace === null) {
            yield* refuseMoved({ workspace: workspaceId })
            return yield* new InvoiceNotFound({ id })
          }
          const found = yield* read(workspace, id)
          const { number, paymentLinkSalt, seller, status, wasSent, isCredited } = found
          const reason = found.voidReason
          if (!wasSent || paymentLinkSalt !== salt) return yield* new InvoiceNotFound({ id })
          if (status === "void")
            return yield* new InvoiceVoided({ workspace, number, isCredited, reason, seller })
          return { workspace, found }
        })

      const addressed = behind((workspace, id) =>
        Effect.map(views.addressed(workspace, id), (shown) => {
          const { number, status, delivery } = shown.invoice
          const wasSent = delivery !== null
          return { ...shown, number, status, wasSent, isCredited: isCredited(shown.invoice) }
        })
      )
      const stateOf = behind((workspace, id) =>
        // A void invoice has no document, so the words of its refusal are never shown.
        Effect.map(documents.state(workspace, id), (state) => ({
          ...state,
          seller: sellerOf(workspace),
          isCredited: false,
          voidReason: null
        }))
      )

      return LinkedInvoices.of({
        byLink: (token) => Effect.map(addressed(token), ({ found }) => found),
        documentByLink: Effect.fnUntraced(function* (token) {
          const { workspace, found } = yield* stateOf(token)
          return pdfOf(found.number, yield* documents.file(workspace, found))
        }),
        receiptByLink: Effect.fnUntraced(function* (token) {
          const { workspace, found } = yield* stateOf(token)
          if (found.status !== "paid") return yield* new InvoiceNotFound({ id: found.id })
          return receiptOf(found.number, yield* documents.file(workspace, found, "receipt"))
        })
      })
    })
  )
}
