/**
 * The one place where a change is recorded: in the log, and with it for the webhook endpoints that chose
 * its kind; all are part of the change's transaction. Called last: the endpoints that listen and then
 * the workspace's counter of events are the last that a transaction locks.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { type Audited, type AuditKind, auditWireOf } from "../domain/events/Audited.ts"
import type { EventType } from "../domain/events/Event.ts"
import { withoutLinks } from "../domain/events/LogEntry.ts"
import { type ShownResource, wireOf } from "../domain/events/ShownResource.ts"
import { EventId, type WorkspaceId } from "../domain/Ids.ts"
import { CurrentActor, CurrentOrigin } from "./Acting.ts"
import { EventLog } from "./ports/events/EventLog.ts"
import type { Transaction } from "./ports/UnitOfWork.ts"

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
    ) => Effect.Effect<void, never, Transaction>
    /** Records a change that nobody is told: in the audit log alone. */
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

      /** Who acts, and for which request, is read here and nowhere else. */
      const append = (
        workspaceId: WorkspaceId,
        type: string,
        data: { readonly object: unknown; readonly previous: unknown },
        isTold: boolean
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
            isTold
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
