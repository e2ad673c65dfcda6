/** The ledger, reminders, kept answers and housekeeping in memory. */
import { DateTime, Effect, Layer } from "effect"
import { Housekeeping } from "../app/ports/Housekeeping.ts"
import { IdempotencyRepository, type KeyScope } from "../app/ports/IdempotencyRepository.ts"
import { ReminderRepository } from "../app/ports/invoices/ReminderRepository.ts"
import { PaymentRepository } from "../app/ports/payments/PaymentRepository.ts"
import { issuedOf } from "./invoices/InvoiceRepositoryMemory.ts"
import { MemoryStore, withoutRows, withRow } from "./MemoryStore.ts"
import { pageOf } from "./PageOf.ts"

export const PaymentRepositoryMemory = Layer.effect(
  PaymentRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (payment) =>
      store.update((state) => ({ ...state, payments: [...state.payments, payment] })),
    insertCredit: (credit) =>
      store.update((state) => ({ ...state, credits: [...state.credits, credit] })),
    list: (workspaceId, invoiceId, page) =>
      Effect.map(store.state, ({ payments }) =>
        pageOf(
          payments.filter(
            (payment) => payment.workspaceId === workspaceId && payment.invoiceId === invoiceId
          ),
          page
        )
      ),
    making: (workspaceId, invoiceId, amountPaidMinor, limit) =>
      Effect.map(store.state, ({ payments }) => {
        let paid = 0
        return payments
          .filter((entry) => entry.workspaceId === workspaceId && entry.invoiceId === invoiceId)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .filter(({ amountMinor }) => {
            paid += amountMinor
            return paid <= amountPaidMinor
          })
          .slice(-limit)
      }),
    credits: (workspaceId, invoiceId) =>
      Effect.map(store.state, ({ credits }) =>
        credits.filter(
          (credit) => credit.workspaceId === workspaceId && credit.invoiceId === invoiceId
        )
      ),
    isKnown: (workspaceId, reference) =>
      Effect.map(store.state, ({ payments, credits }) =>
        [...payments, ...credits].some(
          (entry) => entry.workspaceId === workspaceId && entry.processorReference === reference
        )
      ),
    noteMessage: (workspaceId, processor, id) =>
      store.modify((state) => {
        const key = `${workspaceId} ${processor} ${id}`
        return state.processorMessages.has(key)
          ? [false, state]
          : [true, { ...state, processorMessages: new Set([...state.processorMessages, key]) }]
      })
  }))
)

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

const keyOf = ({ workspaceId, credential, route, key }: KeyScope): string =>
  JSON.stringify([workspaceId, credential, route, key])

export const IdempotencyRepositoryMemory = Layer.effect(
  IdempotencyRepository,
  Effect.map(MemoryStore, (store) => ({
    reserve: (scope, requestHash, createdAt, expired) =>
      Effect.flatMap(
        store.modify((state) => {
          const key = keyOf(scope)
          const found = state.keptAnswers.get(key)
          if (found !== undefined && !DateTime.isLessThan(found.createdAt, expired)) {
            return [found, state]
          }
          const row = { requestHash, answer: null, createdAt }
          return [null, { ...state, keptAnswers: withRow(state.keptAnswers, key, row) }]
        }),
        (found) => {
          if (found === null) return Effect.succeed(null)
          return found.answer === null
            ? Effect.die(new Error("an idempotency key was kept without its answer"))
            : Effect.succeed({ requestHash: found.requestHash, ...found.answer })
        }
      ),
    keep: (scope, status, body) =>
      store.update((state) => {
        const key = keyOf(scope)
        const found = state.keptAnswers.get(key)
        return found === undefined
          ? state
          : {
              ...state,
              keptAnswers: withRow(state.keptAnswers, key, { ...found, answer: { status, body } })
            }
      })
  }))
)

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
      })
  }))
)
