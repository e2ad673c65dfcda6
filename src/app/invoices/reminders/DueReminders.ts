/**
 * Finds the invoices whose reminder is due today by the workspace's settings, and sends the
 * reminders.
 */
import { Effect, Result } from "effect"
import type { InvoiceId } from "../../../domain/Ids.ts"
import { addDays, todayIn } from "../../../domain/time/CalendarDate.ts"
import { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { InvoiceRepository } from "../../ports/invoices/InvoiceRepository.ts"
import { WorkspaceRepository } from "../../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../../UseCase.ts"
import { sendScheduledReminder } from "./SendReminder.ts"

/** The settings of a workspace that decide which invoices are due for a reminder. */
export type ReminderChange = Partial<Pick<Workspace, "reminderDays" | "timeZone">>

/** Reminders of today that a change of the settings adds. */
export interface AddedToday {
  /** All invoices, oldest first. */
  readonly ids: ReadonlyArray<InvoiceId>
  /** The first of them, at most `maxNamed`. */
  readonly named: ReadonlyArray<{
    readonly number: string
    readonly client: string
    readonly email: string
  }>
}

/** A list for a person to read before confirming. */
const maxNamed = 20

const invoicesDueToday = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository

  return Effect.fnUntraced(function* (workspace: Workspace, scheduledDays: number) {
    const today = yield* todayIn(workspace.zone)
    const day = addDays(today, -scheduledDays)
    return yield* invoices.openDueOn(workspace.id, day, { today, scheduledDays })
  })
})

export const remindersAddedToday = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const dueToday = yield* invoicesDueToday

  const allDueToday = (workspace: Workspace) =>
    Effect.map(
      Effect.forEach(workspace.reminderDays, (days) => dueToday(workspace, days)),
      (due) => new Set(due.flat())
    )

  return useCase("Reminders.addedToday")(function* (workspace: Workspace, change: ReminderChange) {
    const changed = new Workspace({ ...workspace, ...change })
    const present = yield* allDueToday(workspace)
    const ids = [...(yield* allDueToday(changed))].filter((id) => !present.has(id)).sort()
    const today = yield* todayIn(changed.zone)
    const named = yield* Effect.forEach(ids.slice(0, maxNamed), (id) =>
      Effect.map(
        Effect.orDie(invoices.view(workspace.id, id, today)),
        ({ invoice: { number }, recipient }) => ({
          number,
          client: recipient.name,
          email: recipient.email
        })
      )
    )
    return { ids, named }
  })
})

export const remindDue = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const dueToday = yield* invoicesDueToday
  const send = yield* sendScheduledReminder

  const remindDueOf = Effect.fnUntraced(function* (workspace: Workspace) {
    let count = 0
    for (const scheduledDays of workspace.reminderDays) {
      for (const id of yield* dueToday(workspace, scheduledDays)) {
        // It fails if the invoice was paid, voided or reminded of since the query.
        const sent = yield* Effect.result(send(workspace, id, scheduledDays))
        if (Result.isSuccess(sent)) count += 1
      }
    }
    return count
  })

  return useCase("Reminders.remindDue")(function* () {
    const counts = yield* Effect.forEach(yield* workspaces.withReminders, remindDueOf)
    return counts.reduce((sum, count) => sum + count, 0)
  })()
})
