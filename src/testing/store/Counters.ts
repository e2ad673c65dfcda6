/** The counters of a workspace in memory: numbers of invoices and credit notes. */
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { MemoryState } from "./MemoryStore.ts"
import { withRow } from "./Rows.ts"

/** Takes the next value of a counter, which starts at 1. */
export const takeNext = (
  state: MemoryState,
  workspaceId: WorkspaceId,
  name: "invoice_number" | "credit_note_number"
): readonly [number, MemoryState] => {
  const key = `${workspaceId}:${name}`
  const value = (state.counters.get(key) ?? 0) + 1
  return [value, { ...state, counters: withRow(state.counters, key, value) }]
}
