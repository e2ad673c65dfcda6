/**
 * The request for an export of a workspace. Each workspace has at most one: a newer request
 * replaces it, together with its archive.
 */
import { DateTime } from "effect"
import type { FileId, UserId, WorkspaceId } from "../Ids.ts"

/** From then on the archive cannot be downloaded any more, and its bytes are deleted. */
export const archiveLifetime = { days: 7 } as const

/** From one request to the next, unless the first one failed. */
const pause = { hours: 1 } as const

export const mostAttempts = 3

export type ExportFailure = "disk_full" | "unknown"

interface Requested {
  readonly workspaceId: WorkspaceId
  readonly requestedBy: UserId
  readonly requestedAt: DateTime.Utc
}

export interface PendingExport extends Requested {
  readonly status: "pending"
  /** Those that began, with the one that runs. */
  readonly attempts: number
  /** No other process begins an attempt before; null before the first one. */
  readonly leasedUntil: DateTime.Utc | null
  /** The bytes of the attempt that runs; they identify it. */
  readonly fileId: FileId | null
}

export interface ReadyExport extends Requested {
  readonly status: "ready"
  readonly fileId: FileId
  /** In bytes. */
  readonly size: number
  readonly readyAt: DateTime.Utc
  readonly endsAt: DateTime.Utc
}

interface FailedExport extends Requested {
  readonly status: "failed"
  readonly failure: ExportFailure
}

export type ExportRequest = PendingExport | ReadyExport | FailedExport

/** Whether a process may begin an attempt. */
export const isClaimable = ({ leasedUntil }: PendingExport, now: DateTime.Utc): boolean =>
  leasedUntil === null || DateTime.isLessThanOrEqualTo(leasedUntil, now)

/** Whether its archive can be downloaded. */
export const isAvailable = (request: ExportRequest, now: DateTime.Utc): request is ReadyExport =>
  request.status === "ready" && DateTime.isGreaterThan(request.endsAt, now)

/** When a further request may replace this one; null while its archive is made. */
export const replaceableAt = (request: ExportRequest): DateTime.Utc | null => {
  switch (request.status) {
    case "pending":
      return null
    case "ready":
      return DateTime.addDuration(request.requestedAt, pause)
    case "failed":
      return request.requestedAt
  }
}
