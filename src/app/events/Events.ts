/** The log of a workspace, to be pulled: a credential sees the kinds that its `:read` scopes cover. */
import { Context, Effect, Layer } from "effect"
import { type Event, visibleTypes } from "../../domain/events/Event.ts"
import type { Scope } from "../../domain/Scope.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { EventLog } from "../ports/events/EventLog.ts"
import { EventLinks } from "./EventLinks.ts"

export class Events extends Context.Service<
  Events,
  {
    /** Oldest first, those that follow the sequence. */
    readonly read: (
      workspace: Workspace,
      scopes: ReadonlySet<Scope>,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Event>>
  }
>()("retainer/app/Events") {
  static readonly layer = Layer.effect(
    Events,
    Effect.gen(function* () {
      const log = yield* EventLog
      const links = yield* EventLinks
      return Events.of({
        read: (workspace, scopes, after, limit) =>
          Effect.flatMap(log.read(workspace.id, after, limit, visibleTypes(scopes)), (events) =>
            links.told(workspace.id, events)
          )
      })
    })
  )
}
