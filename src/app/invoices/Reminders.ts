/**
 * Reminding clients of open invoices, by hand or on the days that the workspace set: at most one mail
 * a day and invoice, and one for each day that is set, whatever the number of processes.
 */
import { Context, DateTime, Effect, Layer, Result } from "effect"
import { addDays, todayIn } from "../../domain/CalendarDate.ts"
import { InvoiceId, parseOrFail } from "../../domain/Ids.ts"
import { type OpenInvoice, requireRemindable } from "../../domain/invoices/Invoice.ts"
import {
  InvoiceNotFound,
  type InvoiceNotRemindable,
  InvoiceRemindedToday
} from "../../domain/invoices/InvoiceErrors.ts"
import { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { ReminderRepository } from "../ports/invoices/ReminderRepository.ts"
import { MailOutbox } from "../ports/mail/MailOutbox.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { InvoiceChanges } from "./InvoiceChanges.ts"
import { InvoiceViews } from "./InvoiceViews.ts"

export interface RemindResult {
  readonly id: InvoiceId
  readonly status: OpenInvoice["status"]
  readonly remindedAt: DateTime.Utc
  readonly remindedTo: string
}

/** What of a workspace decides who is reminded today. */
export type ReminderChange = Partial<Pick<Workspace, "reminderDays" | "timeZone">>

/** Clients who would be mailed at once. */
export interface AddedToday {
  /** Every invoice, oldest first. */
  readonly ids: ReadonlyArray<InvoiceId>
  /** The first of them, at most `maxNamed`. */
  readonly named: ReadonlyArray<{
    readonly number: string
    readonly client: string
    readonly email: string
  }>
}

/** As many as people read before they agree. */
export const maxNamed = 20

type Refused = InvoiceNotFound | InvoiceNotRemindable | InvoiceRemindedToday

export class Reminders extends Context.Service<
  Reminders,
  {
    readonly remind: (
      workspace: Workspace,
      id: string,
      message: string | null
    ) => Effect.Effect<RemindResult, Refused>
    /** Of which invoices the change would have clients mailed today, who are not so without it. */
    readonly addedToday: (workspace: Workspace, change: ReminderChange) => Effect.Effect<AddedToday>
    /** Sends what is due today in every workspace that reminds by itself; how many mails. */
    readonly remindDue: Effect.Effect<number>
  }
>()("retainer/app/Reminders") {
  static readonly layer = Layer.effect(
    Reminders,
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const workspaces = yield* WorkspaceRepository
      const reminders = yield* ReminderRepository
      const views = yield* InvoiceViews
      const changes = yield* InvoiceChanges
      const outbox = yield* MailOutbox
      const { transact } = yield* UnitOfWork

      const send = Effect.fnUntraced(function* (
        workspace: Workspace,
        id: InvoiceId,
        scheduledDays: number | null,
        message: string | null
      ) {
        return yield* transact(
          Effect.gen(function* () {
            const locked = yield* changes.lock(workspace, id)
            const invoice = yield* Effect.fromResult(requireRemindable(locked))
            const now = yield* DateTime.now
            const day = yield* todayIn(workspace.zone)
            const isFirst = yield* reminders.insert({
              workspaceId: workspace.id,
              invoiceId: id,
              day,
              scheduledDays,
              createdAt: now
            })
            if (!isFirst) return yield* new InvoiceRemindedToday({ number: invoice.number })
            yield* outbox.offer({
              kind: "reminder",
              workspaceId: workspace.id,
              invoiceId: id,
              day,
              message
            })
            yield* changes.record(
              workspace,
              id,
              "invoice.reminded",
              yield* views.get(workspace, id)
            )
            return {
              id,
              status: invoice.status,
              remindedAt: now,
              remindedTo: invoice.recipient.email
            }
          })
        )
      })

      const dueToday = Effect.fnUntraced(function* (workspace: Workspace, scheduledDays: number) {
        const today = yield* todayIn(workspace.zone)
        const day = addDays(today, -scheduledDays)
        return yield* invoices.openDueOn(workspace.id, day, { today, scheduledDays })
      })

      const remindDueOf = Effect.fnUntraced(function* (workspace: Workspace) {
        let count = 0
        for (const scheduledDays of workspace.reminderDays) {
          for (const id of yield* dueToday(workspace, scheduledDays)) {
            // A failure: paid, voided or reminded of in the meantime.
            const sent = yield* Effect.result(send(workspace, id, scheduledDays, null))
            if (Result.isSuccess(sent)) count += 1
          }
        }
        return count
      })

      const allDueToday = (workspace: Workspace) =>
        Effect.map(
          Effect.forEach(workspace.reminderDays, (days) => dueToday(workspace, days)),
          (due) => new Set(due.flat())
        )

      const addedToday = Effect.fn("Reminders.addedToday")(function* (
        workspace: Workspace,
        change: ReminderChange
      ) {
        const changed = new Workspace({ ...workspace, ...change })
        const present = yield* allDueToday(workspace)
        const ids = [...(yield* allDueToday(changed))].filter((id) => !present.has(id)).sort()
        const today = yield* todayIn(changed.zone)
        const named = yield* Effect.forEach(ids.slice(0, maxNamed), (id) =>
          Effect.map(
            Effect.orDie(invoices.view(workspace.id, id, today)),
            ({ number, recipient }) => ({
              number,
              client: recipient.name,
              email: recipient.email
            })
          )
        )
        return { ids, named }
      })

      return Reminders.of({
        addedToday,
        remind: Effect.fn("Reminders.remind")(function* (workspace, idText, message) {
          const id = yield* parseOrFail(
            InvoiceId,
            idText,
            () => new InvoiceNotFound({ id: idText })
          )
          return yield* send(workspace, id, null, message)
        }),
        remindDue: Effect.gen(function* () {
          const counts = yield* Effect.forEach(yield* workspaces.withReminders, remindDueOf)
          return counts.reduce((sum, count) => sum + count, 0)
        }).pipe(Effect.withSpan("Reminders.remindDue"))
      })
    })
  )
}
