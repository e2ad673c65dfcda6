/** Without an SMTP server a mail is written as an `.eml` file, ready for any mail program. */
import { randomBytes } from "node:crypto"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DateTime, Effect, Layer } from "effect"
import { Mailer, MailNotDelivered } from "../../app/ports/mail/Mailer.ts"
import { loadLater } from "../LoadLater.ts"
import { type MailFrom, toMessage } from "./Message.ts"

export interface MailFilesOptions {
  readonly directory: string
  readonly from: MailFrom
}

export const MailerFiles = ({ directory, from }: MailFilesOptions): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const transport = yield* loadLater(async () => {
        const { createTransport } = await import("nodemailer")
        return createTransport({ streamTransport: true, buffer: true, newline: "windows" })
      })

      const write = async (message: ReturnType<typeof toMessage>, at: string): Promise<void> => {
        const sent = await (await transport()).sendMail(message)
        await mkdir(directory, { recursive: true })
        // Appears under its name only when it is whole; the name sorts by time.
        const file = join(directory, `${at}-${randomBytes(4).toString("hex")}.eml`)
        await writeFile(`${file}.part`, sent.message, { mode: 0o600 })
        await rename(`${file}.part`, file)
      }

      return Mailer.of({
        send: Effect.fn("Mailer.send")(function* (mail) {
          const now = yield* DateTime.now
          const at = DateTime.formatIso(now).replaceAll(":", "-")
          yield* Effect.tryPromise({
            try: () => write({ ...toMessage(mail, from), date: DateTime.toDateUtc(now) }, at),
            catch: (error) => new MailNotDelivered({ reason: String(error) })
          })
        })
      })
    })
  )
