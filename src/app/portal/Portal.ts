/**
 * The client portal (docs/spec.md §1, §4.3): from the secret of an invitation to a session, and
 * what a client sees in it. Opening a link consumes nothing; revoked access ends at
 * once.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import type { ClientNotFound } from "../../domain/clients/Client.ts"
import type { Statement, StatementSpan, StatementTooLong } from "../../domain/clients/Statement.ts"
import type { CreditNoteNotFound } from "../../domain/creditnotes/CreditNote.ts"
import type { FileNotFound } from "../../domain/files/File.ts"
import type { InvoiceId } from "../../domain/Ids.ts"
import type { InvoiceNotFound, InvoiceTooLarge } from "../../domain/invoices/InvoiceErrors.ts"
import type { ProjectNotFound } from "../../domain/projects/Project.ts"
import type { InvoicePdf } from "../invoices/documents/InvoicePdfs.ts"
import type { InvoiceVoided } from "../payments/links/LinkedInvoices.ts"
import type { DocumentKind, PdfNotDrawn } from "../ports/invoices/PdfRenderer.ts"
import type { ClientInvoice } from "./ClientInvoices.ts"
import { enterPortal, renewInvitation } from "./EnterPortal.ts"
import {
  type InvitationUnknown,
  type InvitationUnusable,
  openInvitation,
  type Visitor
} from "./OpenInvitation.ts"
import {
  type PortalHome,
  type PortalProject,
  portalCreditNote,
  portalFile,
  portalHome,
  portalProject
} from "./PortalHome.ts"
import { portalDocument, portalInvoice } from "./PortalInvoices.ts"
import { leavePortal, resolveVisitor } from "./PortalSessions.ts"
import { portalStatement, portalStatementPdf } from "./PortalStatement.ts"

type Refused = InvitationUnusable | InvitationUnknown

export class Portal extends Context.Service<
  Portal,
  {
    /** The client that the link invites; does not use the link up. */
    readonly open: (secret: string) => Effect.Effect<Visitor, Refused>
    /** Uses the link up; the secret of a new session. */
    readonly enter: (secret: string) => Effect.Effect<Redacted.Redacted, Refused>
    /** Mails a new link in place of one that was used, has expired or was replaced. */
    readonly renew: (secret: string) => Effect.Effect<void, Refused>
    readonly resolve: (session: Redacted.Redacted) => Effect.Effect<Visitor | null>
    readonly leave: (session: Redacted.Redacted) => Effect.Effect<void>
    readonly home: (visitor: Visitor, after: InvoiceId | null) => Effect.Effect<PortalHome>
    /** A link to a file of a project that is shared with the client. */
    readonly file: (visitor: Visitor, id: string) => Effect.Effect<string, FileNotFound>
    /** A project that is shared with the client. */
    readonly project: (
      visitor: Visitor,
      id: string
    ) => Effect.Effect<PortalProject, ProjectNotFound>
    /** An invoice that was sent to the client. */
    readonly invoice: (
      visitor: Visitor,
      id: string
    ) => Effect.Effect<ClientInvoice, InvoiceNotFound | InvoiceVoided>
    /** Its document, or the receipt of a paid one. */
    readonly document: (
      visitor: Visitor,
      id: string,
      kind?: DocumentKind
    ) => Effect.Effect<InvoicePdf, InvoiceNotFound | InvoiceTooLarge>
    /** A credit note that was sent to the client. */
    readonly creditNote: (
      visitor: Visitor,
      id: string
    ) => Effect.Effect<InvoicePdf, CreditNoteNotFound | InvoiceTooLarge>
    readonly statement: (
      visitor: Visitor,
      period: StatementSpan
    ) => Effect.Effect<Statement, ClientNotFound | StatementTooLong>
    readonly statementPdf: (
      visitor: Visitor,
      period: StatementSpan
    ) => Effect.Effect<Uint8Array, ClientNotFound | StatementTooLong | PdfNotDrawn>
  }
>()("retainer/app/Portal") {
  static readonly layer = Layer.effect(
    Portal,
    Effect.all({
      open: openInvitation,
      enter: enterPortal,
      renew: renewInvitation,
      resolve: resolveVisitor,
      leave: leavePortal,
      home: portalHome,
      file: portalFile,
      project: portalProject,
      invoice: portalInvoice,
      document: portalDocument,
      creditNote: portalCreditNote,
      statement: portalStatement,
      statementPdf: portalStatementPdf
    })
  )
}
