/** The log of what happened, written in the transaction of the change. */
import { Context, type Effect } from "effect"
import type { Event, EventType } from "../../../domain/events/Event.ts"
import type { WorkspaceId } from "../../../domain/Ids.ts"

export class EventLog extends Context.Service<
  EventLog,
  {
    /**
     * Appends, numbered with the next sequence of the workspace: a transaction locks it after all
     * else. For the journal alone, which also tells the webhooks.
     */
    readonly append: (event: Omit<Event, "sequence">) => Effect.Effect<Event>
    /** Events of these kinds after the sequence, oldest first. */
    readonly read: (
      workspaceId: WorkspaceId,
      after: number,
      limit: number,
      types: ReadonlyArray<EventType>
    ) => Effect.Effect<ReadonlyArray<Event>>
  }
>()("retainer/app/ports/EventLog") {}
