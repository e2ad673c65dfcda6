/** Reminders in memory. */
import { Effect, Layer } from "effect"
import { ReminderRepository } from "../../app/ports/invoices/ReminderRepository.ts"
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
      })
  }))
)
