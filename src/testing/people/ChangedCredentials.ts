/** Which workspaces' credentials differ between two states of the memory store. */
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { MemoryState } from "../MemoryStore.ts"
import type { Rows } from "../Rows.ts"

/** The workspaces of the rows that are gone or became others; new ones change no answer. */
const changed = <Id, Row>(
  before: Rows<Id, Row>,
  after: Rows<Id, Row>,
  workspaceOf: (row: Row) => WorkspaceId,
  isSame = (one: Row, other: Row): boolean => one === other
): ReadonlyArray<WorkspaceId> =>
  before === after
    ? []
    : [...before].flatMap(([id, row]) => {
        const now = after.get(id)
        return now !== undefined && isSame(row, now) ? [] : [workspaceOf(row)]
      })

export const changedCredentials = (
  before: MemoryState,
  after: MemoryState
): ReadonlySet<WorkspaceId> =>
  new Set([
    ...changed(before.workspaces, after.workspaces, ({ id }) => id),
    ...changed(before.users, after.users, ({ user }) => user.workspaceId),
    ...changed(
      before.apiKeys,
      after.apiKeys,
      ({ workspaceId }) => workspaceId,
      // When a key was last used changes nothing of what it may do.
      (one, other) => one.revokedAt === other.revokedAt && one.scopes === other.scopes
    ),
    ...changed(before.grants, after.grants, ({ workspaceId }) => workspaceId),
    ...changed(before.accessTokens, after.accessTokens, ({ workspaceId }) => workspaceId)
  ])
