/** Mails written as files, for a developer to read. */
import { Context, type Effect } from "effect"

export interface StoredMail {
  /** The file's name. */
  readonly name: string
  readonly subject: string
  readonly to: string
  readonly date: string
  readonly text: string
  /** Its inline pictures are in it: their Content-IDs do not resolve outside the mail. */
  readonly html: string
  readonly attachments: ReadonlyArray<{ readonly filename: string; readonly bytes: number }>
}

export class MailFolder extends Context.Service<
  MailFolder,
  {
    /** Newest first, at most 200. */
    readonly list: Effect.Effect<ReadonlyArray<StoredMail>>
    readonly find: (name: string) => Effect.Effect<StoredMail | null>
  }
>()("retainer/app/ports/MailFolder") {}
