/**
 * Recording mailer of a test server: no mail leaves it. Each is recorded as it would have been
 * sent, beside its file, and fails on request.
 */
import { Clock, Effect, Layer } from "effect"
import { type Mail, Mailer, MailNotDelivered, MailRefused } from "../app/ports/mail/Mailer.ts"
import { MailerFiles, type MailFilesOptions } from "../infra/mail/MailerFiles.ts"
import { emlWriter } from "../infra/mail/Message.ts"

/** The oldest are removed first. */
const mostMails = 1000
const mostFailures = 100

export interface RecordedMail {
  readonly id: string
  /** Milliseconds of the Unix epoch, by the test clock. */
  readonly at: number
  readonly mail: Mail
  /** The whole message. */
  readonly raw: Uint8Array
}

interface MailFailure {
  readonly kind: "temporary" | "permanent"
  /** Attempts that fail; null is every one. */
  readonly count: number | null
  /** The recipient; null is any. */
  readonly to: string | null
  readonly reason: string
}

export interface RecordedMails {
  /** Oldest first. */
  readonly mails: () => ReadonlyArray<RecordedMail>
  readonly forget: () => void
  readonly failures: () => ReadonlyArray<MailFailure>
  /** The last failure that was added applies first. */
  readonly fail: (failure: MailFailure) => void
  readonly failNoMore: () => void
  readonly layerMailer: (options: MailFilesOptions) => Layer.Layer<Mailer>
}

export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

const failed = ({ kind, reason }: MailFailure) =>
  Effect.fail(kind === "permanent" ? new MailRefused({ reason }) : new MailNotDelivered({ reason }))

export const makeRecordedMails = (): RecordedMails => {
  let mails: ReadonlyArray<RecordedMail> = []
  let failures: ReadonlyArray<MailFailure> = []
  let count = 0

  const takeFailure = ({ to }: Mail): MailFailure | undefined => {
    const found = failures.find((one) => one.to === null || isSameAddress(one.to, to.address))
    if (found !== undefined && found.count !== null) {
      const left = { ...found, count: found.count - 1 }
      failures = failures.flatMap((one) => (one !== found ? [one] : left.count > 0 ? [left] : []))
    }
    return found
  }

  return {
    mails: () => mails,
    forget: () => {
      mails = []
    },
    failures: () => failures,
    fail: (failure) => {
      failures = [failure, ...failures].slice(0, mostFailures)
    },
    failNoMore: () => {
      failures = []
    },
    layerMailer: (options) =>
      Layer.effect(
        Mailer,
        Effect.gen(function* () {
          const files = yield* Mailer
          const emlOf = yield* emlWriter(options.from)
          const send = Effect.fnUntraced(function* (mail: Mail) {
            const failure = takeFailure(mail)
            if (failure !== undefined) return yield* failed(failure)
            yield* files.send(mail)
            const at = yield* Clock.currentTimeMillis
            const raw = yield* Effect.promise(() => emlOf(mail, new Date(at)))
            count += 1
            mails = [...mails, { id: `mail_${count}`, at, mail, raw }].slice(-mostMails)
          })
          return Mailer.of({ send })
        })
      ).pipe(Layer.provide(MailerFiles(options)))
  }
}
