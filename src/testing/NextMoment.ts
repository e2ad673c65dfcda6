/**
 * When something is due next in the app in memory, so that a test's time stops there on its way.
 */
import { DateTime } from "effect"
import { addDays, startOfDay } from "../domain/time/CalendarDate.ts"
import type { MemoryState } from "./store/MemoryStore.ts"

/**
 * Milliseconds after `now`: an invoice becomes overdue, a reminder is due, a webhook is tried
 * again.
 */
export const nextMoment = (state: MemoryState, now: number): number => {
  const days = [...state.invoices.values()].flatMap((invoice) => {
    const workspace = state.workspaces.get(invoice.workspaceId)
    if (workspace === undefined) return []
    const { status, dueDate } = invoice
    if (status !== "sent" && status !== "overdue") return []
    const after = status === "sent" ? [1, ...workspace.reminderDays] : workspace.reminderDays
    return after.map((count) => startOfDay(workspace.zone, addDays(dueDate, count)))
  })
  const tries = [...state.deliveries.values()].flatMap(({ status, nextTryAt }) =>
    status === "pending" && nextTryAt !== null ? [nextTryAt] : []
  )
  return [...days, ...tries]
    .map(DateTime.toEpochMillis)
    .filter((moment) => moment > now)
    .reduce((first, moment) => Math.min(first, moment), Number.POSITIVE_INFINITY)
}
