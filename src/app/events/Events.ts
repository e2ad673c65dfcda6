/** The event log, read page by page: a credential sees the types that its `:read` scopes cover. */
import { Context, Effect, Layer } from "effect"
import type { Principal } from "../../domain/access/Principal.ts"
import { visibleTypes } from "../../domain/events/Event.ts"
import { EventLog } from "../ports/events/EventLog.ts"
import { EventLinks } from "./EventLinks.ts"

/** Entries as JSON texts, oldest first. */
interface LogPage {
  readonly texts: ReadonlyArray<string>
  /** The sequence of the last entry, or that of the request if the page is empty. */
  readonly nextAfter: number
}

export class Events extends Context.Service<
  Events,
  {
    readonly read: (
      principal: Pick<Principal, "workspace" | "scopes" | "role">,
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
        read: Effect.fnUntraced(function* (principal, after, limit) {
          const { workspace } = principal
          const events = yield* log.read(workspace.id, after, limit, visibleTypes(principal))
          return {
            texts: yield* links.texts(workspace.id, events),
            nextAfter: events.at(-1)?.sequence ?? after
          }
        })
      })
    })
  )
}
