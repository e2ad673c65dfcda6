/** Reminders in memory. */
import { Effect, Layer } from "effect"
import { ReminderRepository } from "../../app/ports/invoices/ReminderRepository.ts"
import { balanceDue, isOpen, isPastDue } from "../../domain/invoices/Invoice.ts"
import { MemoryStore } from "../store/MemoryStore.ts"

export const ReminderRepositoryMemory = Layer.effect(
  ReminderRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (reminder) =>
      store.modify((state) => {
        const isTaken = state.reminders.some(
          (other) =>
            other.workspaceId === reminder.workspaceId &&
            other.invoiceId === reminder.invoiceId &&
            (other.day === reminder.day ||
              (other.scheduledDays !== null && other.scheduledDays === reminder.scheduledDays))
        )
        return isTaken
          ? [false, state]
          : [true, { ...state, reminders: [...state.reminders, reminder] }]
      }),

    overdueWithout: (workspaceId, clientId, day, limit) =>
      Effect.map(store.state, ({ invoices, reminders }) =>
        [...invoices.values()]
          .filter(
            (invoice) =>
              invoice.workspaceId === workspaceId &&
              invoice.clientId === clientId &&
              isOpen(invoice) &&
              isPastDue(invoice.dueDate, day) &&
              balanceDue(invoice) > 0 &&
              !reminders.some((one) => one.invoiceId === invoice.id && one.day === day)
          )
          .toSorted((a, b) => (`${a.dueDate} ${a.id}` < `${b.dueDate} ${b.id}` ? -1 : 1))
          .slice(0, limit)
          .map(({ id }) => id)
      )
  }))
)
