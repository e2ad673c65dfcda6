/** The log of what happened, written in the transaction of the change. */
import { Context, type Effect } from "effect"
import type { Event, EventType } from "../../../domain/events/Event.ts"
import type { WorkspaceId } from "../../../domain/Ids.ts"

export class EventLog extends Context.Service<
  EventLog,
  {
    /**
     * Appends, numbered with the next sequence of the workspace, and queues a delivery for each
     * enabled endpoint that chose the kind. Both lock what a transaction locks last: first the
     * endpoints, where one that is being removed is waited for and left out, then the sequence.
     * For the journal alone.
     */
    readonly append: (event: Omit<Event, "sequence">) => Effect.Effect<void>
    /** Events of these kinds after the sequence, oldest first. */
    readonly read: (
      workspaceId: WorkspaceId,
      after: number,
      limit: number,
      types: ReadonlyArray<EventType>
    ) => Effect.Effect<ReadonlyArray<Event>>
  }
>()("retainer/app/ports/EventLog") {}
