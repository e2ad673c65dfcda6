/** A mail as the file that a mail program opens: what would be sent, byte for byte. */
import { Effect } from "effect"
import type { Mail } from "../../app/ports/mail/Mailer.ts"
import { loadLater } from "../LoadLater.ts"
import { type MailFrom, toMessage } from "./Message.ts"

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
