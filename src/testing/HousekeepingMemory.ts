/** Drops what is over from the memory store, by the same rule as the database. */
import { DateTime, Effect, Layer } from "effect"
import {
  erasedAfter,
  Housekeeping,
  longRetention,
  mailRecords,
  shortRetention
} from "../app/ports/Housekeeping.ts"
import { issuedOf } from "../domain/invoices/Invoice.ts"
import { type MemoryState, MemoryStore } from "./store/MemoryStore.ts"
import { withoutRows } from "./store/Rows.ts"

const isBefore = (at: DateTime.Utc | null, limit: DateTime.Utc): boolean =>
  at !== null && DateTime.isLessThan(at, limit)

/** Deletes rows that are retained for a while after their end. */
const withoutHistory = (state: MemoryState, old: DateTime.Utc) => {
  const expired = ({ expiresAt }: { readonly expiresAt: DateTime.Utc }) => isBefore(expiresAt, old)
  const codes = withoutRows(state.codes, expired)
  const refreshTokens = withoutRows(state.refreshTokens, expired)
  const held = new Set(
    [codes, refreshTokens, state.accessTokens].flatMap((rows) =>
      [...rows.values()].map(({ grantId }) => grantId)
    )
  )
  const newest = new Map(
    [...state.invitations.values()]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ clientId, id }) => [clientId, id])
  )
  return {
    codes,
    refreshTokens,
    grants: withoutRows(
      state.grants,
      ({ id, createdAt, revokedAt }) =>
        isBefore(revokedAt, old) || (isBefore(createdAt, old) && !held.has(id))
    ),
    invitations: withoutRows(
      state.invitations,
      ({ id, clientId, usedAt, revokedAt, expiresAt }) =>
        newest.get(clientId) !== id &&
        [usedAt, revokedAt, expiresAt].some((ended) => isBefore(ended, old))
    ),
    deliveries: withoutRows(
      state.deliveries,
      ({ endpointId, status, createdAt }) =>
        isBefore(createdAt, old) &&
        (status !== "pending" || state.webhookEndpoints.get(endpointId)?.enabled === false)
    )
  }
}

export const HousekeepingMemory = Layer.effect(
  Housekeeping,
  Effect.map(MemoryStore, (store) => ({
    purge: (now) =>
      store.update((state) => {
        const limit = DateTime.subtractDuration(now, shortRetention)
        const isOver = ({ expiresAt }: { readonly expiresAt: DateTime.Utc }) =>
          isBefore(expiresAt, limit)
        const shown = new Set([
          ...[...state.workspaces.values()].map(({ id, logoHash }) => `${id} ${logoHash}`),
          ...[...state.invoices.values()].map(
            (invoice) => `${invoice.workspaceId} ${issuedOf(invoice)?.seller.logoHash}`
          )
        ])
        const accessTokens = withoutRows(state.accessTokens, isOver)
        return {
          ...state,
          ...withoutHistory(
            { ...state, accessTokens },
            DateTime.subtractDuration(now, longRetention)
          ),
          idempotencyKeys: withoutRows(state.idempotencyKeys, ({ createdAt }) =>
            isBefore(createdAt, limit)
          ),
          logos: withoutRows(state.logos, (_, key) => !shown.has(key)),
          sessions: withoutRows(state.sessions, isOver),
          portalSessions: withoutRows(state.portalSessions, isOver),
          mails: withoutRows(state.mails, ({ createdAt }) =>
            isBefore(createdAt, DateTime.subtractDuration(now, mailRecords))
          ),
          userLinks: withoutRows(state.userLinks, isOver),
          // Its other rows are behind it: each is read by its workspace.
          deletedWorkspaces: withoutRows(
            state.deletedWorkspaces,
            ({ deletedAt }) =>
              !DateTime.isGreaterThan(deletedAt, DateTime.subtractDuration(now, erasedAfter))
          ),
          accessTokens
        }
      }),
    // Memory has no materialised totals to fold.
    foldTotals: Effect.void
  }))
)
