/** Writes the mails: subject, text part and HTML part. */
import { Context, type DateTime } from "effect"
import type { InvoiceView } from "../../domain/Views.ts"
import type { Workspace } from "../../domain/Workspace.ts"

export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The Content-ID under which the logo is attached, where there is one. */
export const logoContentId = "logo@retainer"

export interface InvoiceMail {
  readonly workspace: Workspace
  readonly hasLogo: boolean
  readonly invoice: InvoiceView
  readonly paymentUrl: string
  readonly message: string | null
}

export interface InvitationMail {
  readonly workspace: Workspace
  readonly hasLogo: boolean
  readonly clientName: string
  readonly invitationUrl: string
  readonly expiresAt: DateTime.Utc
  readonly message: string | null
}

export interface UserLinkMail {
  readonly workspace: Workspace
  readonly hasLogo: boolean
  readonly userName: string
  readonly purpose: "invite" | "reset"
  readonly url: string
}

export class MailComposer extends Context.Service<
  MailComposer,
  {
    readonly invoice: (mail: InvoiceMail) => MailContent
    /** Of an invoice that is still open: due soon, or overdue. */
    readonly reminder: (mail: InvoiceMail) => MailContent
    readonly invitation: (mail: InvitationMail) => MailContent
    readonly userLink: (mail: UserLinkMail) => MailContent
  }
>()("retainer/app/ports/MailComposer") {}
