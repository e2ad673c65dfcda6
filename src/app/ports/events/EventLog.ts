/** The log of what happened, written in the transaction of the change. */
import { Context, type Effect } from "effect"
import type { Event, EventType } from "../../../domain/events/Event.ts"
import type { WorkspaceId } from "../../../domain/Ids.ts"

export interface NewEvent {
  readonly workspaceId: WorkspaceId
  readonly type: EventType
  /** The resource as the API shows it. */
  readonly object: unknown
  /** The same before the change; null where there was none. */
  readonly previous: unknown
}

export class EventLog extends Context.Service<
  EventLog,
  {
    /**
     * Appends, without payment links (those are put in when the event is told), and queues a delivery
     * for every webhook endpoint that chose the kind. Numbered with the next sequence of the
     * workspace: the last lock a transaction takes.
     */
    readonly append: (event: NewEvent) => Effect.Effect<void>
    /** Events of these kinds after the sequence, oldest first. */
    readonly read: (
      workspaceId: WorkspaceId,
      after: number,
      limit: number,
      types: ReadonlyArray<EventType>
    ) => Effect.Effect<ReadonlyArray<Event>>
  }
>()("retainer/app/ports/EventLog") {}
