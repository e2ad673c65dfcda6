/**
 * Journal: records each change in the log and queues it for the webhook endpoints that chose its
 * kind, in the transaction of the change. It is called last, because the endpoints and then the
 * workspace's counter of events are the last rows that a transaction locks.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { type Audited, type AuditKind, auditWireOf } from "../domain/events/Audited.ts"
import type { EventType } from "../domain/events/Event.ts"
import { withoutLinks } from "../domain/events/LogEntry.ts"
import { type ShownResource, wireOf } from "../domain/events/ShownResource.ts"
import { EventId, type WorkspaceId } from "../domain/Ids.ts"
import { CurrentActor, CurrentOrigin } from "./CurrentActor.ts"
import { EventLog } from "./ports/events/EventLog.ts"
import type { Transaction } from "./ports/UnitOfWork.ts"

export class Journal extends Context.Service<
  Journal,
  {
    /**
     * Records the change of a resource, as the API shows it before and after. `before` is null if
     * the resource was created or did not change.
     */
    readonly record: <Type extends EventType>(
      workspaceId: WorkspaceId,
      type: Type,
      before: ShownResource<Type> | null,
      after: ShownResource<Type>
    ) => Effect.Effect<void, never, Transaction>
    /** Records a change in the audit log alone, without an event. */
    readonly note: <Kind extends AuditKind>(
      workspaceId: WorkspaceId,
      kind: Kind,
      before: Audited<Kind> | null,
      after: Audited<Kind>
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/Journal") {
  static readonly layer = Layer.effect(
    Journal,
    Effect.gen(function* () {
      const log = yield* EventLog
      const random = yield* SecureRandom.SecureRandom

      const append = (
        workspaceId: WorkspaceId,
        type: string,
        data: { readonly object: unknown; readonly previous: unknown },
        isEvent: boolean
      ) =>
        Effect.gen(function* () {
          const origin = yield* CurrentOrigin
          yield* log.append({
            id: yield* EventId.next(random),
            workspaceId,
            type,
            createdAt: yield* DateTime.now,
            data: withoutLinks(data),
            actor: yield* CurrentActor,
            address: origin === null ? null : origin.address(),
            requestId: origin === null ? null : origin.requestId,
            isEvent
          })
        })

      return Journal.of({
        record: (workspaceId, type, before, after) => {
          const wire = wireOf[type]
          const previous = before === null ? null : wire(before)
          return append(workspaceId, type, { object: wire(after), previous }, true)
        },
        note: <Kind extends AuditKind>(
          workspaceId: WorkspaceId,
          kind: Kind,
          before: Audited<Kind> | null,
          after: Audited<Kind>
        ) => {
          const wire: (resource: Audited<Kind>) => unknown = auditWireOf[kind]
          const previous = before === null ? null : wire(before)
          return append(workspaceId, kind, { object: wire(after), previous }, false)
        }
      })
    })
  )
}
