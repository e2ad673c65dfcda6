/** The log of a workspace, to be pulled: a credential sees the kinds that its `:read` scopes cover. */
import { Context, Effect, Layer } from "effect"
import type { Scope } from "../../domain/access/Scope.ts"
import { visibleTypes } from "../../domain/events/Event.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { EventLog } from "../ports/events/EventLog.ts"
import { EventLinks } from "./EventLinks.ts"

/** Entries of a log as JSON texts, oldest first. */
export interface LogPage {
  readonly texts: ReadonlyArray<string>
  /** The sequence of the last entry; of an empty page, the sequence that the request named. */
  readonly nextAfter: number
}

export class Events extends Context.Service<
  Events,
  {
    readonly read: (
      workspace: Workspace,
      scopes: ReadonlySet<Scope>,
      after: number,
      limit: number
    ) => Effect.Effect<LogPage>
  }
>()("retainer/app/Events") {
  static readonly layer = Layer.effect(
    Events,
    Effect.gen(function* () {
      const log = yield* EventLog
      const links = yield* EventLinks
      return Events.of({
        read: Effect.fnUntraced(function* (workspace, scopes, after, limit) {
          const events = yield* log.read(workspace.id, after, limit, visibleTypes(scopes))
          return {
            texts: yield* links.texts(workspace.id, events),
            nextAfter: events.at(-1)?.sequence ?? after
          }
        })
      })
    })
  )
}
