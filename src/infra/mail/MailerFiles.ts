/** Without an SMTP server a mail is written as an `.eml` file, ready for any mail program. */
import { randomBytes } from "node:crypto"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DateTime, Effect, Layer } from "effect"
import { type Mail, Mailer, MailNotDelivered } from "../../app/ports/mail/Mailer.ts"
import { emlWriter } from "./Eml.ts"
import type { MailFrom } from "./Message.ts"

export interface MailFilesOptions {
  readonly directory: string
  readonly from: MailFrom
}

export const MailerFiles = ({ directory, from }: MailFilesOptions): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const emlOf = yield* emlWriter(from)

      const write = async (mail: Mail, at: DateTime.Utc): Promise<void> => {
        const bytes = await emlOf(mail, DateTime.toDateUtc(at))
        // Appears under its name only when it is whole; the name sorts by time.
        const name = `${DateTime.formatIso(at).replaceAll(":", "-")}-${randomBytes(4).toString("hex")}`
        const file = join(directory, `${name}.eml`)
        const put = () => writeFile(`${file}.part`, bytes, { mode: 0o600 })
        await put().catch(async () => {
          // The first one makes the directory, as does one after somebody removed it.
          await mkdir(directory, { recursive: true, mode: 0o700 })
          await put()
        })
        await rename(`${file}.part`, file)
      }

      return Mailer.of({
        send: Effect.fn("Mailer.send")(function* (mail) {
          const at = yield* DateTime.now
          yield* Effect.tryPromise({
            try: () => write(mail, at),
            catch: (error) => new MailNotDelivered({ reason: String(error) })
          })
        })
      })
    })
  )
