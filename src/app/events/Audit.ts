/** Reads the audit log of a workspace. */
import { Context, Effect, Layer } from "effect"
import type { LoggedLine } from "../../domain/events/LoggedEvent.ts"
import { addDays, type CalendarDate, startOfDay } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type AuditPage, EventLog } from "../ports/events/EventLog.ts"

interface AuditQuery {
  /** Includes the changes of apps for this user. */
  readonly actorId?: string
  readonly objectId?: string
  /** The first part of the action, as `invoice`. */
  readonly family?: string
  /** In the workspace's time zone, both inclusive. */
  readonly from?: CalendarDate
  readonly to?: CalendarDate
}

export class Audit extends Context.Service<
  Audit,
  {
    readonly read: (
      workspace: Workspace,
      query: AuditQuery,
      page: AuditPage
    ) => Effect.Effect<ReadonlyArray<LoggedLine>>
  }
>()("retainer/app/Audit") {
  static readonly layer = Layer.effect(
    Audit,
    Effect.map(EventLog, (log) => ({
      read: ({ id, zone }, { from, to, ...filter }, page) =>
        log.audit(
          id,
          {
            ...filter,
            ...(from === undefined ? {} : { from: startOfDay(zone, from) }),
            ...(to === undefined ? {} : { until: startOfDay(zone, addDays(to, 1)) })
          },
          page
        )
    }))
  )
}
