/**
 * Transactional outbox of mails: record and job of a mail are rows of one transaction. The record
 * counts towards the bounds on mails. The job has the record's id, so each try can update it.
 */
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { type InvoiceId, MailId, type WorkspaceId } from "../../domain/Ids.ts"
import type { MailKind, MailStored } from "../../domain/mail/MailResource.ts"
import { MailJobJson, MailOutbox, type RecordedJob } from "../ports/mail/MailOutbox.ts"
import { MailRepository } from "../ports/mail/MailRepository.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"

const encode = Schema.encodeEffect(MailJobJson)

/**
 * The cause of a mail. The first mail of a document counts towards no bound. A caller's mail is
 * refused beyond a bound. The mail of a consequence is recorded beyond a bound and not sent.
 */
export type MailTrigger = "first" | "caller" | "consequence"

export interface QueuedMail {
  readonly job: RecordedJob
  readonly recipient: string
  readonly trigger: MailTrigger
  /** The kind, if it differs from the job's. */
  readonly kind?: MailKind
  /** Whether a person resends a recorded mail. */
  readonly isAgain?: boolean
}

/** Informs the recipient of an invoice that it is void. */
export const voidNotice = (
  workspaceId: WorkspaceId,
  invoiceId: InvoiceId,
  recipient: string
): QueuedMail => ({
  job: { kind: "void_notice", workspaceId, invoiceId },
  recipient,
  trigger: "consequence"
})

type MailObjectIds = Pick<MailStored, "invoiceId" | "creditNoteId" | "clientId" | "userId">

const objectOf = (job: RecordedJob): MailObjectIds => {
  const none = { invoiceId: null, creditNoteId: null, clientId: null, userId: null }
  switch (job.kind) {
    case "credit_note":
      return { ...none, creditNoteId: job.creditNoteId }
    case "invitation":
      return { ...none, clientId: job.clientId }
    case "user_link":
    case "notice":
      return { ...none, userId: job.userId }
    default:
      return { ...none, invoiceId: job.invoiceId }
  }
}

const kindOf = ({ kind }: RecordedJob): MailKind => (kind === "void_notice" ? "notice" : kind)

/** The record of a mail that is queued now. */
export const mailRecordOf = Effect.fnUntraced(function* (
  { job, recipient, trigger, kind = kindOf(job) }: QueuedMail,
  id: MailId
) {
  const record: MailStored = {
    id,
    workspaceId: job.workspaceId,
    kind,
    recipient,
    ...objectOf(job),
    status: "queued",
    attempts: 0,
    lastError: null,
    createdAt: yield* DateTime.now,
    sentAt: null,
    counted: trigger !== "first",
    job: yield* Effect.orDie(encode(job))
  }
  return record
})

export class MailQueue extends Context.Service<
  MailQueue,
  { readonly enqueue: (mail: QueuedMail) => Effect.Effect<void, never, Transaction> }
>()("retainer/app/MailQueue") {
  static readonly layer = Layer.effect(
    MailQueue,
    Effect.gen(function* () {
      const outbox = yield* MailOutbox
      const mails = yield* MailRepository
      const random = yield* SecureRandom.SecureRandom
      return MailQueue.of({
        enqueue: Effect.fnUntraced(function* (mail) {
          const id = yield* MailId.next(random)
          yield* mails.insert(yield* mailRecordOf(mail, id))
          const { job, trigger, isAgain = false } = mail
          yield* outbox.offer({
            ...job,
            mail: { id, isBounded: trigger === "consequence", isAgain }
          })
        })
      })
    })
  )
}
