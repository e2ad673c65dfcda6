/**
 * The records of mails and their results. A record is written in the transaction that enqueues the
 * mail.
 */
import { Context, type DateTime, type Effect } from "effect"
import type { MailId, WorkspaceId } from "../../../domain/Ids.ts"
import type {
  MailKind,
  MailListed,
  MailObjectType,
  MailStatus,
  MailStored
} from "../../../domain/mail/MailResource.ts"
import type { Page } from "../../../domain/Page.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface MailFilter {
  /** About these types of objects; all by default. */
  readonly objects?: ReadonlyArray<MailObjectType>
  readonly kind?: MailKind
  readonly status?: MailStatus
  /** The id of an invoice, a credit note, a client or a user. */
  readonly object?: string
}

/** The fields that a try of a mail changes. */
export type MailResult = Pick<MailStored, "status" | "attempts" | "lastError" | "sentAt"> &
  Partial<Pick<MailStored, "recipient" | "counted">>

/** Selects counted mails: of one address or all, since a time, and before a mail or up to now. */
interface CountedMails {
  readonly recipient: string | null
  readonly after: DateTime.Utc
  readonly before: MailId | null
}

export class MailRepository extends Context.Service<
  MailRepository,
  {
    readonly insert: (mail: MailStored) => Effect.Effect<void, never, Transaction>
    /** Records a result, if the record still exists. */
    readonly saveResult: (
      workspaceId: WorkspaceId,
      id: MailId,
      result: MailResult
    ) => Effect.Effect<void, never, Transaction>
    readonly find: (workspaceId: WorkspaceId, id: MailId) => Effect.Effect<MailStored | null>
    /** Newest first. */
    readonly list: (
      workspaceId: WorkspaceId,
      filter: MailFilter,
      page: PageRequest<MailId>
    ) => Effect.Effect<Page<MailListed, MailId>>
    /** The creation time of the nth newest of these mails; null if there are fewer. */
    readonly createdAtOf: (
      workspaceId: WorkspaceId,
      nth: number,
      mails: CountedMails
    ) => Effect.Effect<DateTime.Utc | null>
  }
>()("retainer/app/ports/MailRepository") {}
