/** Reads the `.eml` files that MailerFiles writes. */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import type { Email } from "postal-mime"
import { MailFolder, type StoredMail } from "../../app/ports/mail/MailFolder.ts"

const namePattern = /^[\w.-]+\.eml$/

/** The HTML with the pictures that the mail itself brings. */
const withPictures = ({ html = "", attachments }: Email): string => {
  let shown = html
  for (const { contentId, mimeType, content } of attachments) {
    if (!contentId || !mimeType.startsWith("image/") || typeof content === "string") continue
    const data = Buffer.from(new Uint8Array(content)).toString("base64")
    shown = shown.replaceAll(`"cid:${contentId.slice(1, -1)}"`, `"data:${mimeType};base64,${data}"`)
  }
  return shown
}

const read = async (directory: string, name: string): Promise<StoredMail> => {
  const { default: PostalMime } = await import("postal-mime")
  const mail = await PostalMime.parse(await readFile(join(directory, name)))
  return {
    name,
    subject: mail.subject ?? "",
    to: (mail.to ?? []).map(({ address }) => address ?? "").join(", "),
    date: mail.date ?? "",
    text: mail.text ?? "",
    html: withPictures(mail),
    attachments: mail.attachments.map(({ filename, content }) => ({
      filename: filename ?? "",
      bytes: typeof content === "string" ? content.length : content.byteLength
    }))
  }
}

export const MailFolderFiles = (directory: string): Layer.Layer<MailFolder> => {
  const names = () => readdir(directory).catch((): string[] => [])
  return Layer.succeed(MailFolder, {
    list: Effect.promise(async () => {
      const found = (await names()).filter((name) => namePattern.test(name)).sort()
      return Promise.all(
        found
          .slice(-200)
          .reverse()
          .map((name) => read(directory, name))
      )
    }),
    find: (name) =>
      Effect.promise(async () =>
        namePattern.test(name) && (await names()).includes(name) ? read(directory, name) : null
      )
  })
}
