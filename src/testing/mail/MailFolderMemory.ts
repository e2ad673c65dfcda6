/** The folder of a developer in memory: what MailerMemory delivered, newest first. */
import { Effect, Layer } from "effect"
import type { Mail } from "../../app/ports/mail/Mailer.ts"
import { MailFolder, type StoredMail } from "../../app/ports/mail/MailFolder.ts"
import { Inbox } from "./MailerMemory.ts"

/** Only what the Inbox knows: it notes no time. */
const storedOf = (mail: Mail, index: number): StoredMail => ({
  name: `${index + 1}.eml`,
  subject: mail.subject,
  to: mail.to.address,
  date: "",
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.flatMap(({ filename, content, contentId }) =>
    contentId === undefined ? [{ filename, bytes: content.length }] : []
  )
})

export const MailFolderMemory = Layer.effect(
  MailFolder,
  Effect.map(Inbox, ({ mails }) => {
    const all = Effect.map(mails, (delivered) => delivered.map(storedOf).reverse())
    return MailFolder.of({
      list: Effect.map(all, (stored) => stored.slice(0, 200)),
      find: (name) => Effect.map(all, (stored) => stored.find((mail) => mail.name === name) ?? null)
    })
  })
)
