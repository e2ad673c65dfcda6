/** Without an SMTP server a mail is written as an `.eml` file, ready for any mail program. */
import { randomBytes } from "node:crypto"
import { mkdir, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { DateTime, Effect, Layer } from "effect"
import { type Mail, Mailer, MailNotDelivered } from "../../app/ports/mail/Mailer.ts"
import { partialPath, replaceFile } from "../storage/ReplaceFile.ts"
import { emlWriter, type MailFrom } from "./Message.ts"

export interface MailFilesOptions {
  readonly directory: string
  readonly from: MailFrom
}

/** A `.part` file of this age belongs to a process that was killed. */
const abandonedMillis = 60_000

const removeAbandoned = async (directory: string, now: number): Promise<void> => {
  const isPart = (name: string) => name.endsWith(partialPath(".eml"))
  for (const name of (await readdir(directory).catch((): string[] => [])).filter(isPart)) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < now - abandonedMillis)
      await rm(path, { force: true })
  }
}

export const MailerFiles = ({ directory, from }: MailFilesOptions): Layer.Layer<Mailer> =>
  Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const emlOf = yield* emlWriter(from)
      const begun = DateTime.toEpochMillis(yield* DateTime.now)
      yield* Effect.promise(() => removeAbandoned(directory, begun))

      const write = async (mail: Mail, at: DateTime.Utc): Promise<void> => {
        const bytes = await emlOf(mail, DateTime.toDateUtc(at))
        // Appears under its name only when it is whole; the name sorts by time.
        const name = `${DateTime.formatIso(at).replaceAll(":", "-")}-${randomBytes(4).toString("hex")}`
        const file = join(directory, `${name}.eml`)
        // The directory is created before each mail, because an operator may remove it.
        await mkdir(directory, { recursive: true, mode: 0o700 })
        await replaceFile(file, bytes, false)
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
