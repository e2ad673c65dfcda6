/** Reads an invoice as it is shown today: its status by the day, its payment link by its status. */
import { Context, Effect, Layer } from "effect"
import type { InvoiceId } from "../../domain/Ids.ts"
import { hasPaymentLink, type Invoice } from "../../domain/invoices/Invoice.ts"
import type { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import { sellerOf } from "../../domain/invoices/Seller.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { PaymentLinks } from "../payments/links/PaymentLinks.ts"
import { type DocumentState, InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import {
  type AddressedInvoice,
  type InvoiceDocument,
  PdfRenderer
} from "../ports/invoices/PdfRenderer.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import type { ShownStored } from "./InvoiceShown.ts"

/** Older ones are one sum on a document. */
const paymentsShown = 50

type Linked = Pick<Invoice, "paymentLinkSalt">
type Versioned = Pick<DocumentState, "version">

export class InvoiceViews extends Context.Service<
  InvoiceViews,
  {
    readonly get: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<InvoiceView, InvoiceNotFound>
    /** The view with its workspace and recipient, without the logo's bytes. */
    readonly addressed: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<AddressedInvoice & Linked, InvoiceNotFound>
    /** The same of an invoice that is known, without a read. */
    readonly present: (
      workspace: Workspace,
      found: ShownStored
    ) => Effect.Effect<AddressedInvoice & Linked>
    /** The view with everything that its printed form needs. */
    readonly document: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<InvoiceDocument & Versioned, InvoiceNotFound>
  }
>()("retainer/app/InvoiceViews") {
  static readonly layer = Layer.effect(
    InvoiceViews,
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const links = yield* PaymentLinks
      const workspaces = yield* WorkspaceRepository
      const payments = yield* PaymentRepository
      const renderer = yield* PdfRenderer

      const present = Effect.fnUntraced(function* (workspace: Workspace, found: ShownStored) {
        const { recipient, issue, paymentLinkSalt, ...stored } = found
        const { id } = stored
        const processorPaymentUrl = hasPaymentLink(stored.status)
          ? links.url({ workspaceId: workspace.id, id, salt: paymentLinkSalt })
          : null
        const live = {
          recipient,
          seller: sellerOf(workspace),
          projectName: stored.project?.name ?? null
        }
        const shown = issue ?? live
        const invoice = { ...stored, processorPaymentUrl, documentWarnings: [] }
        const documentWarnings = yield* renderer.warnings({ workspace, ...shown, invoice })
        return { workspace, ...shown, paymentLinkSalt, invoice: { ...invoice, documentWarnings } }
      })

      const addressed = Effect.fnUntraced(function* (workspace: Workspace, id: InvoiceId) {
        const today = yield* todayIn(workspace.zone)
        const { version, ...found } = yield* invoices.view(workspace.id, id, today)
        return { ...(yield* present(workspace, found)), version }
      })

      return InvoiceViews.of({
        get: (workspace, id) => Effect.map(addressed(workspace, id), ({ invoice }) => invoice),
        addressed,
        present,
        document: Effect.fnUntraced(function* (workspace, id) {
          const shown = yield* addressed(workspace, id)
          const { logoHash } = shown.seller
          const logo =
            logoHash === null ? null : yield* workspaces.logoByHash(workspace.id, logoHash)
          const { amountPaidMinor } = shown.invoice
          const paid =
            amountPaidMinor === 0
              ? []
              : yield* payments.making(workspace.id, id, amountPaidMinor, paymentsShown)
          return { ...shown, logo, payments: paid }
        })
      })
    })
  )
}
