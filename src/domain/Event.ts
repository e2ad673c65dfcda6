/** What happened, as told to others. */
import type { DateTime } from "effect"
import type { EventId, WorkspaceId } from "./Ids.ts"

export const eventTypes = [
  "project.created",
  "project.updated",
  "project.archived",
  "project.restored",
  "client.created",
  "client.updated",
  "client.invited",
  "invoice.created",
  "invoice.updated",
  "invoice.sent",
  "invoice.delivery_failed",
  "invoice.paid",
  "invoice.voided"
] as const
export type EventType = (typeof eventTypes)[number]

export interface Event {
  readonly id: EventId
  readonly workspaceId: WorkspaceId
  /** Gapless per workspace, from 1. */
  readonly sequence: number
  readonly type: EventType
  readonly createdAt: DateTime.Utc
  /** The resource exactly as the API shows it, after and (for changes) before. */
  readonly data: { readonly object: unknown; readonly previous: unknown }
}
