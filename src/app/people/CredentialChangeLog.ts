/**
 * Remembers which workspaces' credentials changed, and in which order: what the adapters of
 * `CredentialChanges` have in common. It forgets towards safety: what it no longer knows has changed.
 */
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { CredentialChanges } from "../ports/people/CredentialChanges.ts"

export interface CredentialChangeLog {
  readonly changes: CredentialChanges["Service"]
  /** Something of the workspace changed; null stands for any of them. */
  readonly tell: (workspaceId: WorkspaceId | null) => void
  /** From now on changes by others are heard, or no longer; what was read before is worth nothing. */
  readonly hear: (areHeard: boolean) => void
}

export const makeCredentialChangeLog = (options: {
  readonly areHeard: boolean
  /** So many workspaces are told apart. */
  readonly capacity?: number
}): CredentialChangeLog => {
  const { capacity = 10_000 } = options
  let areHeard = options.areHeard
  let count = 0
  let allChangedAt = 0
  const changedAt = new Map<WorkspaceId, number>()

  const tell = (workspaceId: WorkspaceId | null): void => {
    count += 1
    if (workspaceId !== null && changedAt.size < capacity) {
      changedAt.set(workspaceId, count)
      return
    }
    allChangedAt = count
    changedAt.clear()
  }

  return {
    tell,
    hear: (now) => {
      if (now === areHeard) return
      tell(null)
      areHeard = now
    },
    changes: {
      areHeard: () => areHeard,
      count: () => count,
      isCurrent: (workspaceId, since) =>
        since >= allChangedAt && since >= (changedAt.get(workspaceId) ?? 0)
    }
  }
}
