/** Hands one mail to the outside. */
import { Context, Data, type Effect } from "effect"

export interface Mail {
  /** Without angle brackets; the same for every try of the same mail. */
  readonly messageId: string
  /**
   * The Message-ID of the mail that its reader has of the same matter, below which this one is
   * shown.
   */
  readonly follows: string | null
  readonly fromName: string
  readonly replyTo: string | null
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: ReadonlyArray<{
    readonly filename: string
    readonly contentType: string
    readonly content: Uint8Array
    /** Shown inside the HTML part by this Content-ID instead of as a file. */
    readonly contentId?: string
  }>
}

/** The other side will never take this mail (SMTP 5xx). */
export class MailRefused extends Data.TaggedError("MailRefused")<{ readonly reason: string }> {}
/** It did not work this time; it may later. */
export class MailNotDelivered extends Data.TaggedError("MailNotDelivered")<{
  readonly reason: string
}> {}

export class Mailer extends Context.Service<
  Mailer,
  { readonly send: (mail: Mail) => Effect.Effect<void, MailRefused | MailNotDelivered> }
>()("retainer/app/ports/Mailer") {}
