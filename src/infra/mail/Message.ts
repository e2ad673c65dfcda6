/**
 * A mail as nodemailer takes it. Addresses go in as objects and the envelope is explicit, so that
 * nothing in a name or an address can add a recipient or a header.
 */
import type { SendMailOptions } from "nodemailer"
import type { Mail } from "../../app/ports/mail/Mailer.ts"

/** The service's own sender; its name is used where a mail has no name of its own. */
export interface MailFrom {
  readonly name: string
  readonly address: string
}

export const toMessage = (mail: Mail, from: MailFrom): SendMailOptions => ({
  messageId: `<${mail.messageId}>`,
  ...(mail.follows === null
    ? {}
    : { inReplyTo: `<${mail.follows}>`, references: `<${mail.follows}>` }),
  // RFC 3834 §5: who is away does not answer a program.
  headers: { "Auto-Submitted": "auto-generated" },
  from: { name: mail.fromName.trim() || from.name, address: from.address },
  to: { name: mail.to.name, address: mail.to.address },
  ...(mail.replyTo === null ? {} : { replyTo: { name: "", address: mail.replyTo } }),
  envelope: { from: from.address, to: [mail.to.address] },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map(({ filename, contentType, content, contentId }) => ({
    filename,
    contentType,
    // The same bytes: a mail only reads them.
    content: Buffer.from(content.buffer, content.byteOffset, content.length),
    ...(contentId === undefined ? {} : { cid: contentId })
  })),
  disableFileAccess: true,
  disableUrlAccess: true
})
