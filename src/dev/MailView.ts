/** Mail of `/test/mails`: its parts, and the headers of the message as it would be sent. */
import { DateTime, Effect } from "effect"
import type { RecordedMail } from "./RecordedMails.ts"

/** By lower-case name; repeated headers are joined. */
const headersOf = async (raw: Uint8Array): Promise<Readonly<Record<string, string>>> => {
  const { default: PostalMime } = await import("postal-mime")
  const { headers } = await PostalMime.parse(raw)
  const found = new Map<string, string>()
  for (const { key, value } of headers) {
    const before = found.get(key)
    found.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(found)
}

/** Attachments with their bytes in base64, or without. */
export const shownMail = ({ id, at, mail, raw }: RecordedMail, isWhole: boolean) =>
  Effect.promise(async () => ({
    id,
    sent_at: DateTime.formatIso(DateTime.makeUnsafe(at)),
    to: { name: mail.to.name, address: mail.to.address },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: await headersOf(raw),
    attachments: mail.attachments.map(({ filename, contentType, content, contentId }) => ({
      filename,
      content_type: contentType,
      content_id: contentId ?? null,
      size: content.length,
      ...(isWhole ? { content: Buffer.from(content).toString("base64") } : {})
    }))
  }))
