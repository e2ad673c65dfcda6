/**
 * The one place where a change is recorded: in the log, and with it for the webhook endpoints that chose
 * its kind; both are part of the change's transaction. Called last: the endpoints that listen and then
 * the workspace's counter of events are the last that a transaction locks.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { EventType } from "../domain/events/Event.ts"
import { withoutLinks } from "../domain/events/EventLinks.ts"
import { type ShownResource, wireOf } from "../domain/events/ShownResource.ts"
import { EventId, type WorkspaceId } from "../domain/Ids.ts"
import { EventLog } from "./ports/events/EventLog.ts"

export class Journal extends Context.Service<
  Journal,
  {
    /**
     * Records the change of a resource, as the API shows it before (null where it did not exist, or
     * did not change) and after. Payment links are added when an event is sent, and stored nowhere.
     */
    readonly record: <Type extends EventType>(
      workspaceId: WorkspaceId,
      type: Type,
      before: ShownResource<Type> | null,
      after: ShownResource<Type>
    ) => Effect.Effect<void>
  }
>()("retainer/app/Journal") {
  static readonly layer = Layer.effect(
    Journal,
    Effect.gen(function* () {
      const log = yield* EventLog
      const random = yield* SecureRandom.SecureRandom
      return Journal.of({
        record: Effect.fnUntraced(function* (workspaceId, type, before, after) {
          const wire = wireOf[type]
          yield* log.append({
            id: yield* EventId.next(random),
            workspaceId,
            type,
            createdAt: yield* DateTime.now,
            data: withoutLinks({
              object: wire(after),
              previous: before === null ? null : wire(before)
            })
          })
        })
      })
    })
  )
}
