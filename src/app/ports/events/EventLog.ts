/**
 * Append-only log, written in the transaction of the change: events, which webhooks and the API
 * show, and the audit log, which has a line of every change.
 */
import { Context, type DateTime, type Effect } from "effect"
import type { Event, EventType } from "../../../domain/events/Event.ts"
import type { LogEntry } from "../../../domain/events/LogEntry.ts"
import type { LoggedEvent, LoggedLine } from "../../../domain/events/LoggedEvent.ts"
import type { EventId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Transaction } from "../UnitOfWork.ts"

/** The position of an event in its chain. */
export type ChainPlace = Pick<Event, "sequence" | "previousHash" | "hash">

export interface AuditFilter {
  readonly actorId?: string
  readonly objectId?: string
  /** The first part of the action, as `invoice`. */
  readonly family?: string
  /** Inclusive. */
  readonly from?: DateTime.Utc
  /** Exclusive. */
  readonly until?: DateTime.Utc
}

export interface AuditPage {
  /** Oldest first, the lines after `beyond`; newest first, those before it. */
  readonly order: "oldest" | "newest"
  readonly beyond: number | null
  readonly limit: number
}

export class EventLog extends Context.Service<
  EventLog,
  {
    /**
     * Appends an entry with the next sequence and its hash, and queues an event for each enabled
     * endpoint that chose its type. Locks last of all in a transaction: first the endpoints,
     * waiting for one that is being removed, then the sequence. Only the journal calls this.
     */
    readonly append: (entry: LogEntry) => Effect.Effect<void, never, Transaction>
    /**
     * Events of these types after the sequence, oldest first: at most `limit`, and at most
     * `maxPageBytes` unless the first is longer. Only an empty page is the end of the log.
     */
    readonly read: (
      workspaceId: WorkspaceId,
      after: number,
      limit: number,
      types: ReadonlyArray<EventType>
    ) => Effect.Effect<ReadonlyArray<LoggedEvent>>
    /** Null if the log has no such event. */
    readonly find: (workspaceId: WorkspaceId, id: EventId) => Effect.Effect<LoggedEvent | null>
    /** A page has the bounds of a page of events. */
    readonly audit: (
      workspaceId: WorkspaceId,
      filter: AuditFilter,
      page: AuditPage
    ) => Effect.Effect<ReadonlyArray<LoggedLine>>
  }
>()("retainer/app/ports/EventLog") {}
