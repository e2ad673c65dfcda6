/**
 * Mails waiting to be delivered. An offer commits or rolls back with the business transaction;
 * delivery is at least once, so a mail has one Message-ID in all attempts.
 */
import { Context, type Effect, Schema } from "effect"
import {
  ClientId,
  CreditNoteId,
  InvitationId,
  InvoiceId,
  MailId,
  UserId,
  UserLinkId,
  WorkspaceId
} from "../../../domain/Ids.ts"
import { BookedPayment } from "../../../domain/payments/Payment.ts"
import { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import type { Transaction } from "../UnitOfWork.ts"
import { NoticeSubject } from "./NoticeSubject.ts"

/** Fields of every mail: its workspace and its record. */
const recorded = {
  workspaceId: WorkspaceId.schema,
  /**
   * Absent in jobs of versions without records. With `isBounded` the mail is not sent beyond a
   * bound.
   */
  mail: Schema.optionalKey(
    Schema.Struct({
      id: MailId.schema,
      isBounded: Schema.Boolean,
      /**
       * A person resent it: it has another Message-ID, and the result of the first mail does not
       * matter.
       */
      isAgain: Schema.optionalKey(Schema.Boolean)
    })
  )
}

export const MailJob = Schema.Union([
  Schema.Struct({
    kind: Schema.tag("invoice"),
    ...recorded,
    invoiceId: InvoiceId.schema,
    /** As for a credit note; jobs of earlier versions have none. */
    email: Schema.optionalKey(Schema.NullOr(Schema.String)),
    message: Schema.NullOr(Schema.String)
  }),
  Schema.Struct({
    kind: Schema.tag("credit_note"),
    ...recorded,
    creditNoteId: CreditNoteId.schema,
    /** Instead of the recipient of the invoice; null for that one. */
    email: Schema.NullOr(Schema.String),
    message: Schema.NullOr(Schema.String)
  }),
  Schema.Struct({
    kind: Schema.tag("invitation"),
    ...recorded,
    clientId: ClientId.schema,
    invitationId: InvitationId.schema,
    message: Schema.NullOr(Schema.String)
  }),
  Schema.Struct({
    kind: Schema.tag("reminder"),
    ...recorded,
    invoiceId: InvoiceId.schema,
    day: CalendarDate,
    message: Schema.NullOr(Schema.String)
  }),
  Schema.Struct({
    kind: Schema.tag("receipt"),
    ...recorded,
    invoiceId: InvoiceId.schema,
    payment: BookedPayment
  }),
  /** Notifies the agency of a payment: at its own address, or one of its owners. */
  Schema.Struct({
    kind: Schema.tag("payment_notice"),
    ...recorded,
    invoiceId: InvoiceId.schema,
    payment: BookedPayment,
    userId: Schema.NullOr(UserId.schema)
  }),
  /** Its record is of the kind `notice`. */
  Schema.Struct({
    kind: Schema.tag("void_notice"),
    ...recorded,
    invoiceId: InvoiceId.schema
  }),
  Schema.Struct({
    kind: Schema.tag("user_link"),
    ...recorded,
    userId: UserId.schema,
    linkId: UserLinkId.schema
  }),
  /** Informs one user of an event of the account or the workspace. */
  Schema.Struct({
    kind: Schema.tag("notice"),
    ...recorded,
    userId: UserId.schema,
    subject: NoticeSubject,
    /** Instead of the user's address, as after its change. */
    email: Schema.optionalKey(Schema.String),
    at: Schema.DateTimeUtcFromString,
    /** The IP address of the request that caused it; null where none did. */
    address: Schema.NullOr(Schema.String)
  }),
  /** No mail yet: the owner of the address, if any, is resolved when the job is claimed. */
  Schema.Struct({
    kind: Schema.tag("link_request"),
    wanted: Schema.Literals(["password", "portal"]),
    email: Schema.String
  })
])
export type MailJob = typeof MailJob.Type
export const MailJobJson = Schema.fromJsonString(Schema.toCodecJson(MailJob))

export type JobKind = MailJob["kind"]
export type JobOf<Kind extends JobKind> = Extract<MailJob, { kind: Kind }>
/** Kinds of jobs with a record; a request for a link gets one when it is resolved. */
export type RecordedKind = Exclude<JobKind, "link_request">
export type RecordedJob = JobOf<RecordedKind>

/**
 * Seconds between the attempts: 0, 5 s, 15 s, 45 s, 2 min, 10 min, 1 h, 6 h and 24 h after the
 * offer.
 */
const retryDelaysSeconds = [5, 10, 30, 75, 480, 3000, 18_000, 64_800]
/** Seconds after this try, counted from 1. A turn beyond the last one is due at once. */
export const retryDelayAfter = (attempt: number): number => retryDelaysSeconds[attempt - 1] ?? 0
export const maxAttempts = retryDelaysSeconds.length + 1
/** The most claims of one job: a crash in the last attempt leaves a turn to record the failure. */
export const mostTurns = maxAttempts + 4

export class MailOutbox extends Context.Service<
  MailOutbox,
  {
    readonly offer: (job: MailJob) => Effect.Effect<void, never, Transaction>
    /**
     * Takes one job, waiting for it. Success settles it; a failure brings it back after its delay.
     * `attempt` counts from 1 and passes `maxAttempts` only after a crash in the last one. In a
     * unit of work `settled` makes that it is settled part of the unit, where that succeeds.
     */
    readonly take: <E, R>(
      handle: (
        job: MailJob,
        attempt: number,
        settled: Effect.Effect<void, never, Transaction>
      ) => Effect.Effect<void, E, R>
    ) => Effect.Effect<void, E, R>
  }
>()("retainer/app/ports/MailOutbox") {}
