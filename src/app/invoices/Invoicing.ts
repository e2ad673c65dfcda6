/** Use cases of invoices (docs/spec.md §3.2, §4.2), each in a file. */

import { Context, type DateTime, Effect, Layer } from "effect"
import type { XmlFormat } from "../../domain/einvoice/EInvoice.ts"
import type { InvoiceId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { InvoiceCalculation } from "../../domain/invoices/Calculation.ts"
import type { DraftInvoice } from "../../domain/invoices/Invoice.ts"
import type {
  InvoiceMomentAhead,
  InvoiceNotDraft,
  InvoiceNotFound,
  InvoiceNotResendable,
  InvoiceNotThen,
  InvoiceNotVoidable,
  InvoiceTooLarge,
  SentDocumentNotFound
} from "../../domain/invoices/InvoiceErrors.ts"
import type {
  InvoiceInput,
  InvoicePatch,
  InvoiceResend
} from "../../domain/invoices/InvoiceInputs.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import type { InvoiceTab } from "../../domain/invoices/InvoiceTabs.ts"
import type { MailBoundReached } from "../../domain/mail/MailBounds.ts"
import type { PaymentView } from "../../domain/payments/PaymentResource.ts"
import type { RoleTooLow } from "../../domain/people/User.ts"
import type { InvoiceSort, ListTooBroad, Search } from "../../domain/text/Search.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { InvoiceDossier } from "../ports/invoices/InvoiceDossiers.ts"
import type {
  InvoiceFilter,
  InvoiceListPage,
  WaitingInvoices
} from "../ports/invoices/InvoiceRepository.ts"
import type { AddressedInvoice } from "../ports/invoices/PdfRenderer.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import {
  type ComposedInvoice,
  composeInvoice,
  estimateInvoice,
  type InvoiceContent,
  previewInvoice
} from "./ComposeInvoice.ts"
import { createInvoice, duplicateInvoice } from "./CreateInvoice.ts"
import {
  type InvoicePdf,
  invoicePdf,
  invoiceReceipt,
  sentInvoicePdf
} from "./documents/InvoicePdfs.ts"
import { type InvoiceXml, invoiceXml } from "./documents/InvoiceXml.ts"
import { addressedInvoice, getInvoice, invoiceCalculation } from "./GetInvoice.ts"
import { invoiceAsOf } from "./InvoiceAsOf.ts"
import {
  type BoardQuery,
  type BoardTotals,
  type InvoiceBoard,
  type InvoiceScope,
  invoiceBoard,
  invoiceTotals
} from "./InvoiceBoard.ts"
import { listInvoices, recentRates, searchInvoices, waitingInvoices } from "./ListInvoices.ts"
import { invoiceDossier } from "./ReadDossier.ts"
import { requestSend, resendInvoice, type SendResult, sendInvoice } from "./SendInvoice.ts"
import { updateInvoice } from "./UpdateInvoice.ts"
import { voidInvoice } from "./VoidInvoice.ts"

export class Invoicing extends Context.Service<
  Invoicing,
  {
    readonly create: (
      workspace: Workspace,
      input: InvoiceInput
    ) => Effect.Effect<InvoiceView, Invalid>
    /** A draft with the client, the lines, taxes, references and notes of the invoice. */
    readonly duplicate: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<InvoiceView, InvoiceNotFound | Invalid | PreconditionFailed>
    readonly get: (workspace: Workspace, id: string) => Effect.Effect<InvoiceView, InvoiceNotFound>
    /** The invoice with the seller and the recipient of its document. */
    readonly addressed: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<AddressedInvoice & { readonly voidReason: string | null }, InvoiceNotFound>
    /** The newest payments, credit notes, files and mails of an invoice that was read. */
    readonly dossier: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<InvoiceDossier & { readonly payments: ReadonlyArray<PaymentView> }>
    /** The invoice at the time, from the log. */
    readonly asOf: (
      workspace: Workspace,
      id: string,
      at: DateTime.Utc
    ) => Effect.Effect<InvoiceView, InvoiceNotFound | InvoiceNotThen | InvoiceMomentAhead>
    /** The steps to the amounts of the invoice. */
    readonly calculation: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<InvoiceCalculation, InvoiceNotFound>
    readonly list: (
      workspace: Workspace,
      filter: InvoiceFilter,
      page: PageRequest<InvoiceId>
    ) => Effect.Effect<InvoiceListPage>
    readonly search: (
      workspace: Workspace,
      search: InvoiceFilter & Search<InvoiceSort>,
      page: PageRequest<InvoiceId>
    ) => Effect.Effect<InvoiceListPage, ListTooBroad>
    /** The draft that the content gives, with all its amounts; stored nowhere. */
    readonly estimate: (
      workspace: Workspace,
      content: InvoiceContent
    ) => Effect.Effect<Omit<DraftInvoice, "number">, Invalid>
    /** The document of a draft that is not saved; without a number it says that it is a draft. */
    readonly preview: (
      workspace: Workspace,
      composed: ComposedInvoice,
      number: string | null
    ) => Effect.Effect<InvoicePdf, Invalid | InvoiceTooLarge>
    /** A draft, with its new client and the milestones that it bills. */
    readonly compose: (
      workspace: Workspace,
      composed: ComposedInvoice
    ) => Effect.Effect<InvoiceView, Invalid>
    /** The pages' list: a page of one tab. */
    readonly board: (
      workspace: Workspace,
      query: BoardQuery,
      page: PageRequest<InvoiceId>
    ) => Effect.Effect<InvoiceBoard, ListTooBroad>
    /** The counts of every tab, and the sums of one. */
    readonly totals: (
      workspace: Workspace,
      scope: InvoiceScope,
      tab: InvoiceTab
    ) => Effect.Effect<BoardTotals, ListTooBroad>
    /** The invoices that wait for the agency's work: drafts, and those that are overdue. */
    readonly waiting: (workspace: Workspace) => Effect.Effect<WaitingInvoices>
    /** The tax rates of the newest invoices, to choose from. */
    readonly recentRates: (workspace: Workspace) => Effect.Effect<ReadonlyArray<number>>
    readonly update: (
      workspace: Workspace,
      id: string,
      patch: InvoicePatch
    ) => Effect.Effect<
      InvoiceView,
      InvoiceNotFound | InvoiceNotDraft | Invalid | PreconditionFailed
    >
    /** To the client's address, or to another one. */
    readonly send: (
      workspace: Workspace,
      id: string,
      message: string | null,
      email?: string | null
    ) => Effect.Effect<
      SendResult,
      InvoiceNotFound | InvoiceNotDraft | Invalid | PreconditionFailed | RoleTooLow
    >
    /** Asks owners and admins to send a draft; a second request does nothing. */
    readonly requestSend: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<void, InvoiceNotFound | InvoiceNotDraft>
    /** Mails the document of a sent invoice again. */
    readonly resend: (
      workspace: Workspace,
      id: string,
      input: InvoiceResend
    ) => Effect.Effect<
      InvoiceView,
      InvoiceNotFound | InvoiceNotResendable | MailBoundReached | PreconditionFailed | RoleTooLow
    >
    readonly void: (
      workspace: Workspace,
      id: string,
      reason: string | null
    ) => Effect.Effect<
      InvoiceView,
      InvoiceNotFound | InvoiceNotVoidable | PreconditionFailed | RoleTooLow
    >
    /** The e-invoice of a sent invoice; refused with what the format lacks. */
    readonly xml: (
      workspace: Workspace,
      id: string,
      format: XmlFormat
    ) => Effect.Effect<InvoiceXml, InvoiceNotFound | Invalid>
    readonly pdf: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<InvoicePdf, InvoiceNotFound | InvoiceTooLarge>
    /** The receipt of a paid invoice; there is none of others. */
    readonly receipt: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<InvoicePdf, InvoiceNotFound | InvoiceTooLarge>
    /** The mailed file, byte by byte. */
    readonly sentPdf: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<InvoicePdf, InvoiceNotFound | InvoiceTooLarge | SentDocumentNotFound>
  }
>()("retainer/app/Invoicing") {
  static readonly layer = Layer.effect(
    Invoicing,
    Effect.all({
      create: createInvoice,
      duplicate: duplicateInvoice,
      get: getInvoice,
      addressed: addressedInvoice,
      dossier: invoiceDossier,
      asOf: invoiceAsOf,
      calculation: invoiceCalculation,
      list: listInvoices,
      search: searchInvoices,
      board: invoiceBoard,
      estimate: estimateInvoice,
      preview: previewInvoice,
      compose: composeInvoice,
      totals: invoiceTotals,
      waiting: waitingInvoices,
      recentRates,
      update: updateInvoice,
      send: sendInvoice,
      requestSend,
      resend: resendInvoice,
      void: voidInvoice,
      xml: invoiceXml,
      pdf: invoicePdf,
      receipt: invoiceReceipt,
      sentPdf: sentInvoicePdf
    })
  )
}
