/** Drops what is over from the memory store, by the same rule as the database. */
import { DateTime, Effect, Layer } from "effect"
import { issuedOf } from "../app/invoices/InvoiceShown.ts"
import { Housekeeping } from "../app/ports/Housekeeping.ts"
import { MemoryStore } from "./MemoryStore.ts"
import { withoutRows } from "./Rows.ts"

export const HousekeepingMemory = Layer.effect(
  Housekeeping,
  Effect.map(MemoryStore, (store) => ({
    purge: (now) =>
      store.update((state) => {
        const isOver = ({ expiresAt }: { readonly expiresAt: DateTime.Utc }) =>
          DateTime.isLessThan(expiresAt, DateTime.subtract(now, { days: 1 }))
        const shown = new Set([
          ...[...state.workspaces.values()].map(({ id, logoHash }) => `${id} ${logoHash}`),
          ...[...state.invoices.values()].map(
            (invoice) => `${invoice.workspaceId} ${issuedOf(invoice)?.seller.logoHash}`
          )
        ])
        return {
          ...state,
          logos: withoutRows(state.logos, (_, key) => !shown.has(key)),
          sessions: withoutRows(state.sessions, isOver),
          portalSessions: withoutRows(state.portalSessions, isOver),
          userLinks: withoutRows(state.userLinks, isOver),
          accessTokens: withoutRows(state.accessTokens, isOver)
        }
      }),
    // Nothing is kept here that could be counted.
    foldTotals: Effect.void
  }))
)
