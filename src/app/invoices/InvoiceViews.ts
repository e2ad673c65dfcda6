/** The view of an invoice: its status depends on the day, its payment link on the status. */
import { Context, Effect, Layer } from "effect"
import { InvoiceId, parseOrFail } from "../../domain/Ids.ts"
import {
  amountPaidOf,
  asOf,
  creditedOf,
  hasPaymentLink,
  type Invoice,
  issuedOf,
  missingParticulars,
  type Recipient
} from "../../domain/invoices/Invoice.ts"
import { eInvoiceProblemsOf } from "../../domain/invoices/InvoiceEInvoice.ts"
import { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { InvoiceView, SentFile } from "../../domain/invoices/InvoiceResource.ts"
import { type CalendarDate, todayIn } from "../../domain/time/CalendarDate.ts"
import { sellerOf, type Workspace } from "../../domain/workspaces/Workspace.ts"
import { PaymentLinks } from "../PaymentLinks.ts"
import {
  type DocumentState,
  InvoiceRepository,
  type StoredInvoiceView
} from "../ports/invoices/InvoiceRepository.ts"
import {
  type AddressedInvoice,
  type InvoiceDocument,
  PdfRenderer
} from "../ports/invoices/PdfRenderer.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"

/** The id of a path; an id of another form fails as an unknown one does. */
export const invoiceIdOf = (id: string) =>
  parseOrFail(InvoiceId, id, () => new InvoiceNotFound({ id }))

/** The client as it is now, the project and the mailed file of an invoice. */
export interface InvoiceReferences {
  readonly recipient: Recipient
  readonly project: StoredInvoiceView["invoice"]["project"]
  readonly document: SentFile | null
}

/** Only storage knows the version of the row. */
type UnversionedView = Omit<StoredInvoiceView, "version">

/** The view that storage reads by a join, made from the parts of it. */
export const storedViewOf = (
  stored: Invoice,
  { recipient: current, project, document }: InvoiceReferences,
  today: CalendarDate
): UnversionedView => {
  const invoice = asOf(stored, today)
  const issued = issuedOf(invoice)
  const recipient = issued?.recipient ?? current
  return {
    invoice: {
      id: invoice.id,
      number: invoice.number,
      status: invoice.status,
      client: { id: invoice.clientId, name: recipient.name, email: recipient.email },
      project,
      issueDate: invoice.issueDate,
      dueDate: invoice.dueDate,
      currency: invoice.currency,
      lineItems: invoice.lineItems,
      subtotalMinor: invoice.subtotalMinor,
      taxRate: invoice.taxRate,
      taxCategory: invoice.taxCategory,
      exemptionReason: invoice.exemptionReason,
      taxMinor: invoice.taxMinor,
      taxes: invoice.taxes,
      discountMinor: invoice.discountMinor,
      totalMinor: invoice.totalMinor,
      buyerReference: invoice.buyerReference,
      purchaseOrder: invoice.purchaseOrder,
      contractReference: invoice.contractReference,
      buyerAccountingReference: invoice.buyerAccountingReference,
      deliveryDate: invoice.deliveryDate,
      servicePeriod: invoice.servicePeriod,
      amountPaidMinor: amountPaidOf(invoice),
      amountCreditedMinor: creditedOf(invoice).amountCreditedMinor,
      notes: invoice.notes,
      paidAt: invoice.status === "paid" ? invoice.paidAt : null,
      delivery: issued?.delivery ?? null,
      document,
      createdAt: invoice.createdAt,
      updatedAt: invoice.updatedAt
    },
    moneyVersion: invoice.moneyVersion,
    paymentLinkSalt: invoice.paymentLinkSalt,
    voidReason: invoice.status === "void" ? invoice.voidReason : null,
    recipient,
    issue: issued && {
      recipient: issued.recipient,
      seller: issued.seller,
      projectName: issued.projectName
    }
  }
}

/** Older ones are one sum on a document. */
const paymentsShown = 50

type Linked = Pick<StoredInvoiceView, "paymentLinkSalt" | "voidReason">
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
    /** The same for a view that was read. */
    readonly present: (
      workspace: Workspace,
      stored: UnversionedView
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

      const present = Effect.fnUntraced(function* (
        workspace: Workspace,
        { invoice, recipient, issue, paymentLinkSalt, voidReason }: UnversionedView
      ) {
        const { id, status, project } = invoice
        const shown = issue ?? {
          recipient,
          seller: sellerOf(workspace, recipient.language),
          projectName: project?.name ?? null
        }
        const processorPaymentUrl = hasPaymentLink(status)
          ? links.url({ workspaceId: workspace.id, id, salt: paymentLinkSalt })
          : null
        const documentWarnings = [
          ...(yield* renderer.warnings({ ...shown, invoice })),
          ...(status === "draft" ? missingParticulars(workspace, recipient, invoice) : [])
        ]
        const eInvoiceProblems = status === "draft" ? eInvoiceProblemsOf({ ...shown, invoice }) : []
        const view = { ...invoice, processorPaymentUrl, documentWarnings, eInvoiceProblems }
        return { workspace, ...shown, paymentLinkSalt, voidReason, invoice: view }
      })

      const addressed = Effect.fnUntraced(function* (workspace: Workspace, id: InvoiceId) {
        const today = yield* todayIn(workspace.zone)
        const stored = yield* invoices.view(workspace.id, id, today)
        return { ...(yield* present(workspace, stored)), version: stored.version }
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
          return { ...shown, logo, payments: paid, corrects: null }
        })
      })
    })
  )
}
