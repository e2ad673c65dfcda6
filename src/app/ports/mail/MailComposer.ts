/**
 * Writes the mails: subject, text part and HTML part. All greet alike and say at their end whose
 * they are.
 */
import { Context, type DateTime } from "effect"
import type { CreditNoteView } from "../../../domain/creditnotes/CreditNoteResource.ts"
import type { InvoiceView } from "../../../domain/invoices/InvoiceResource.ts"
import type { BookedPayment } from "../../../domain/payments/Payment.ts"
import type { Seller } from "../../../domain/workspaces/Workspace.ts"
import type { RecordedKind } from "./MailOutbox.ts"

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The Content-ID under which the logo is attached, where there is one. */
export const logoContentId = "logo@retainer"

/** The sender of a mail: for an invoice, the seller that its document shows. */
export interface BrandedMail {
  readonly seller: Seller
  readonly hasLogo: boolean
}

export interface InvoiceMail extends BrandedMail {
  readonly invoice: InvoiceView
  readonly paymentUrl: string
  readonly message: string | null
}

export interface CreditNoteMail extends BrandedMail {
  readonly note: CreditNoteView
  readonly message: string | null
}

export interface ReceiptMail extends BrandedMail {
  readonly invoice: InvoiceView
  readonly payment: BookedPayment
  readonly paymentUrl: string
}

export interface PaymentNoticeMail extends BrandedMail {
  /** The reader's name: an owner's, or the agency's. */
  readonly readerName: string
  /** The billed client. */
  readonly clientName: string
  readonly invoice: InvoiceView
  readonly payment: BookedPayment
  /** The URL of the invoice; null if its link has ended. */
  readonly invoiceUrl: string | null
}

/** Informs the client that an invoice which it was sent is void. */
export interface VoidNoticeMail extends BrandedMail {
  readonly invoice: InvoiceView
}

export interface InvitationMail extends BrandedMail {
  readonly clientName: string
  readonly invitationUrl: string
  readonly expiresAt: DateTime.Utc
  readonly message: string | null
}

export interface UserLinkMail extends BrandedMail {
  readonly workspaceName: string
  readonly userName: string
  readonly purpose: "invite" | "reset" | "email"
  readonly url: string
}

/** The content of a notice, read when the mail is tried. */
export type NoticeContent =
  | { readonly type: "webhook_endpoint_disabled"; readonly endpointUrl: string }
  | { readonly type: "password_changed" | "email_requested" | "email_changed" }
  | { readonly type: "second_factor_on" | "second_factor_off" }
  | {
      readonly type: "api_key_created"
      readonly name: string
      readonly visiblePart: string
      /** Its creator, if recorded. */
      readonly createdBy: string | null
    }
  | { readonly type: "export_ready"; readonly endsAt: DateTime.Utc }
  | { readonly type: "new_device" }

export interface NoticeMail extends BrandedMail {
  readonly workspaceName: string
  readonly userName: string
  readonly about: NoticeContent
  readonly at: DateTime.Utc
  readonly address: string | null
  /** The page on which the reader can react. */
  readonly url: string
}

/** The data of each kind of mail. */
interface Written {
  readonly invoice: InvoiceMail
  readonly credit_note: CreditNoteMail
  /** A reminder of an open invoice: due soon, or overdue. */
  readonly reminder: InvoiceMail
  /** To the client, of one payment. */
  readonly receipt: ReceiptMail
  /** To the agency, of one payment. */
  readonly payment_notice: PaymentNoticeMail
  readonly void_notice: VoidNoticeMail
  readonly invitation: InvitationMail
  readonly user_link: UserLinkMail
  readonly notice: NoticeMail
}

export class MailComposer extends Context.Service<
  MailComposer,
  { readonly [Kind in RecordedKind]: (mail: Written[Kind]) => MailContent }
>()("retainer/app/ports/MailComposer") {}
