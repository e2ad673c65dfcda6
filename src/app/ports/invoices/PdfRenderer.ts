/** Renders invoices and statements as PDFs; equal documents give equal bytes. */
import { Context, Data, type Effect } from "effect"
import type { Statement } from "../../../domain/clients/Statement.ts"
import type { Issue } from "../../../domain/invoices/Invoice.ts"
import type {
  DocumentWarning,
  InvoiceView,
  WrittenTexts
} from "../../../domain/invoices/InvoiceResource.ts"
import type { Payment } from "../../../domain/payments/PaymentResource.ts"
import type { Logo, Workspace } from "../../../domain/workspaces/Workspace.ts"

/** An invoice with the workspace and recipient of its document. */
export interface AddressedInvoice extends Issue {
  readonly workspace: Workspace
  readonly invoice: InvoiceView
}

/** The texts of a document that people wrote. */
export interface DocumentTexts extends Issue {
  readonly invoice: WrittenTexts & Pick<InvoiceView, "number">
}

/** An e-invoice that the PDF carries as a file (Factur-X 1.08, section 6). */
export interface Attachment {
  readonly name: "factur-x.xml"
  readonly profile: "EN 16931"
  readonly bytes: Uint8Array
}

/** A receipt is the paid invoice under another title; it has no number of its own. */
export type DocumentKind = "invoice" | "receipt"

export interface InvoiceDocument extends AddressedInvoice {
  /** An invoice, or a credit note, by default. */
  readonly kind?: DocumentKind
  /** None by default. */
  readonly attachment?: Attachment
  readonly logo: Logo | null
  /** The latest payments of the paid amount, in the order of their recording. */
  readonly payments: ReadonlyArray<Payment>
  /** The invoice that this credit note corrects; null for an invoice. */
  readonly corrects: Pick<InvoiceView, "number" | "issueDate"> | null
}

/** A statement of account, in the language of its client. */
export interface StatementDocument {
  readonly workspace: Workspace
  readonly statement: Statement
  readonly logo: Logo | null
}

/** The document could not be rendered; the reason may be shown to people. */
export class PdfNotDrawn extends Data.TaggedError("PdfNotDrawn")<{
  /**
   * `size`: the invoice exceeds the bounds of a rendering. `busy`: too many documents of its
   * workspace are waiting.
   */
  readonly because: "size" | "busy" | "fault"
  readonly reason: string
}> {}

export class PdfRenderer extends Context.Service<
  PdfRenderer,
  {
    readonly invoice: (document: InvoiceDocument) => Effect.Effect<Uint8Array, PdfNotDrawn>
    readonly statement: (document: StatementDocument) => Effect.Effect<Uint8Array, PdfNotDrawn>
    /** Characters that no font has. */
    readonly warnings: (document: DocumentTexts) => Effect.Effect<ReadonlyArray<DocumentWarning>>
  }
>()("retainer/app/ports/PdfRenderer") {}
