/** The record of each mail: what became of it. It is written with the change that owes the mail. */
import { Context, type DateTime, type Effect } from "effect"
import type { MailId, WorkspaceId } from "../../../domain/Ids.ts"
import type {
  MailKind,
  MailListed,
  MailStatus,
  MailStored
} from "../../../domain/mail/MailResource.ts"
import type { Page } from "../../../domain/Page.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface MailFilter {
  readonly kinds: ReadonlyArray<MailKind>
  readonly status?: MailStatus
  /** The id of an invoice, a credit note, a client or a user. */
  readonly object?: string
}

/** What a try of a mail changes. */
export type MailResult = Pick<MailStored, "status" | "attempts" | "lastError" | "sentAt"> &
  Partial<Pick<MailStored, "recipient" | "counted">>

/** Which counted mails: to one address or to all, of one time, before a mail or all. */
export interface CountedMails {
  readonly recipient: string | null
  readonly after: DateTime.Utc
  readonly before: MailId | null
}

export class MailRepository extends Context.Service<
  MailRepository,
  {
    readonly insert: (mail: MailStored) => Effect.Effect<void, never, Transaction>
    /** Records a result, where the mail is still recorded. */
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
    /** When the newest of these mails but so many was created; null where there are fewer. */
    readonly createdAtOf: (
      workspaceId: WorkspaceId,
      nth: number,
      mails: CountedMails
    ) => Effect.Effect<DateTime.Utc | null>
  }
>()("retainer/app/ports/MailRepository") {}
