/**
 * A mail as nodemailer takes it. Addresses go in as objects and the envelope is explicit, so that
 * nothing in a name or an address can add a recipient or a header.
 */
import { Effect } from "effect"
import type { SendMailOptions } from "nodemailer"
import type { Mail } from "../../app/ports/mail/Mailer.ts"
import { loadLater } from "../LoadLater.ts"

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
  // RFC 3834 §5: absence notices do not answer such a mail.
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
    // Shares the bytes, because nodemailer only reads them.
    content: Buffer.from(content.buffer, content.byteOffset, content.length),
    ...(contentId === undefined ? {} : { cid: contentId })
  })),
  disableFileAccess: true,
  disableUrlAccess: true
})

/** Writes a mail as an `.eml` file: the bytes that would be sent. */
export const emlWriter = (from: MailFrom) =>
  Effect.map(
    loadLater(async () => {
      const { createTransport } = await import("nodemailer")
      return createTransport({ streamTransport: true, buffer: true, newline: "windows" })
    }),
    (transport) =>
      async (mail: Mail, date: Date): Promise<Uint8Array> => {
        const { message } = await (await transport()).sendMail({ ...toMessage(mail, from), date })
        if (!(message instanceof Uint8Array)) throw new Error("The mail was not buffered")
        return message
      }
  )
