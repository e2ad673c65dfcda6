/** What every storage must do for money, reminders, repeats and webhooks. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Exit, type Layer } from "effect"
import { Journal } from "../../../src/app/Journal.ts"
import { WebhookRepository } from "../../../src/app/ports/events/WebhookRepository.ts"
import { Housekeeping } from "../../../src/app/ports/Housekeeping.ts"
import { IdempotencyRepository } from "../../../src/app/ports/IdempotencyRepository.ts"
import {
  type DueInvoice,
  InvoiceRepository
} from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { ReminderRepository } from "../../../src/app/ports/invoices/ReminderRepository.ts"
import { PaymentRepository } from "../../../src/app/ports/payments/PaymentRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { CalendarDate } from "../../../src/domain/CalendarDate.ts"
import type { WebhookDelivery, WebhookEndpoint } from "../../../src/domain/events/Webhook.ts"
import {
  type ClientId,
  DeliveryId,
  EventId,
  type InvoiceId,
  PaymentId,
  WebhookEndpointId,
  type WorkspaceId
} from "../../../src/domain/Ids.ts"
import * as Invoice from "../../../src/domain/invoices/Invoice.ts"
import type { Payment } from "../../../src/domain/payments/Payment.ts"
import { Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { clientView, invoiceView } from "../../support/views.ts"
import {
  firstPage,
  newClient,
  newSent,
  newWorkspace,
  now,
  random,
  type StoragePorts
} from "./storageContract.ts"

export type MoneyPorts =
  | StoragePorts
  | Housekeeping
  | IdempotencyRepository
  | PaymentRepository
  | ReminderRepository
  | WebhookRepository

const later = DateTime.add(now, { hours: 1 })

const paymentOf = Effect.fnUntraced(function* (
  invoice: Invoice.SentInvoice,
  amountMinor: number,
  fields: Partial<Payment> = {}
) {
  const payment: Payment = {
    id: yield* PaymentId.next(yield* random),
    workspaceId: invoice.workspaceId,
    invoiceId: invoice.id,
    amountMinor,
    currency: invoice.currency,
    paidAt: now,
    method: "cash",
    reference: null,
    processorReference: null,
    createdAt: now,
    ...fields
  }
  return payment
})

/** The entry and what it makes of the invoice, in one transaction as the ledger wants it. */
const book = (invoice: Invoice.SentInvoice, payment: Payment) =>
  Effect.gen(function* () {
    const { transact } = yield* UnitOfWork
    const paid = Invoice.applyPayment(invoice, payment.amountMinor, payment.paidAt, now)
    yield* transact(
      Effect.gen(function* () {
        yield* (yield* PaymentRepository).insert(payment)
        yield* (yield* InvoiceRepository).save(paid, invoice.status)
      })
    )
    return paid
  })

const newOpen = (workspaceId: WorkspaceId, clientId: ClientId) =>
  Effect.flatMap(newSent(workspaceId, clientId), (invoice) =>
    invoice.status === "sent" ? Effect.succeed(invoice) : Effect.die("an invoice over nothing")
  )

export const newEndpoint = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  fields: Partial<WebhookEndpoint> = {}
) {
  const endpoint: WebhookEndpoint = {
    id: yield* WebhookEndpointId.next(yield* random),
    workspaceId,
    url: "https://x.example/hook",
    events: null,
    description: null,
    enabled: true,
    secret: "encrypted",
    previousSecret: null,
    previousExpiresAt: null,
    createdAt: now,
    updatedAt: now,
    ...fields
  }
  yield* (yield* WebhookRepository).insert(endpoint)
  return endpoint
})

/** Due at once, not tried yet. */
export const newDelivery = Effect.fnUntraced(function* (endpoint: WebhookEndpoint) {
  const delivery: WebhookDelivery = {
    id: yield* DeliveryId.next(yield* random),
    workspaceId: endpoint.workspaceId,
    endpointId: endpoint.id,
    eventId: yield* EventId.next(yield* random),
    eventType: "webhook.test",
    payload: "{}",
    status: "pending",
    tries: 0,
    firstTryAt: null,
    nextTryAt: now,
    attempts: [],
    createdAt: now
  }
  return delivery
})

const append = (workspaceId: WorkspaceId, type: "client.created" | "invoice.paid") =>
  Effect.flatMap(Journal, (journal) =>
    type === "invoice.paid"
      ? journal.record(workspaceId, type, null, invoiceView)
      : journal.record(workspaceId, type, null, clientView)
  ).pipe(Effect.provide(Journal.layer))

export const moneyContract = <E>(name: string, storage: Layer.Layer<MoneyPorts, E>): void => {
  layer(storage, { excludeTestServices: true })(name, (it) => {
    it.effect("the ledger keeps payments and credits, and knows a processor's names", () =>
      Effect.gen(function* () {
        const ledger = yield* PaymentRepository
        const workspace = yield* newWorkspace
        const other = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const invoice = yield* newOpen(workspace.id, client.id)
        const first = yield* paymentOf(invoice, 400, { processorReference: "pi_1" })
        yield* book(invoice, first)
        const page = yield* ledger.list(workspace.id, invoice.id, firstPage)
        assert.deepStrictEqual(page, { items: [first], total: 1, next: null })
        assert.strictEqual((yield* ledger.list(other.id, invoice.id, firstPage)).total, 0)
        assert.isTrue(yield* ledger.isKnown(workspace.id, "pi_1"))
        assert.isFalse(yield* ledger.isKnown(other.id, "pi_1"))
        const credit = {
          id: yield* PaymentId.next(yield* random),
          workspaceId: workspace.id,
          invoiceId: invoice.id,
          amountMinor: 5,
          currency: invoice.currency,
          receivedAt: now,
          processorReference: "pi_2",
          createdAt: now
        }
        yield* ledger.insertCredit(credit)
        assert.deepStrictEqual(yield* ledger.credits(workspace.id, invoice.id), [credit])
        assert.isTrue(yield* ledger.isKnown(workspace.id, "pi_2"))
        assert.isTrue(yield* ledger.noteMessage(workspace.id, "stripe", "evt", now))
        assert.isFalse(yield* ledger.noteMessage(workspace.id, "stripe", "evt", now))
        assert.isTrue(yield* ledger.noteMessage(workspace.id, "test", "evt", now))
        assert.isTrue(yield* ledger.noteMessage(other.id, "stripe", "evt", now))
      })
    )

    it.effect("tells the latest payments that made up a sum, and none that came after it", () =>
      Effect.gen(function* () {
        const ledger = yield* PaymentRepository
        const { id: workspaceId } = yield* newWorkspace
        const client = yield* newClient(workspaceId)
        let open: Invoice.SentInvoice = yield* newOpen(workspaceId, client.id)
        const booked: Payment[] = []
        for (const amount of [100, 20, 3]) {
          const payment = yield* paymentOf(open, amount)
          const paid = yield* book(open, payment)
          if (paid.status !== "sent") return assert.fail("paid already")
          open = paid
          booked.push(payment)
        }
        const making = (paidMinor: number, limit = 50) =>
          ledger.making(workspaceId, open.id, paidMinor, limit)
        assert.deepStrictEqual(yield* making(123), booked)
        assert.deepStrictEqual(yield* making(120), booked.slice(0, 2))
        assert.deepStrictEqual(yield* making(123, 2), booked.slice(1))
        assert.deepStrictEqual(yield* making(0), [])
        const { id: other } = yield* newWorkspace
        assert.deepStrictEqual(yield* ledger.making(other, open.id, 123, 50), [])
      })
    )

    it.effect("sums by year, due invoices by day, in pages and by workspace", () =>
      Effect.gen(function* () {
        const invoices = yield* InvoiceRepository
        const workspace = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const dueDate = CalendarDate.make("2026-03-24")
        const sent = yield* Effect.forEach([0, 1, 2], () => newOpen(workspace.id, client.id))
        const [first] = sent
        if (first === undefined) return assert.fail("no invoice")
        yield* book(first, yield* paymentOf(first, 300))
        const sums = Effect.fnUntraced(function* (yearStart: DateTime.Utc) {
          const at = { today: dueDate, yearStart }
          const list = yield* invoices.list(workspace.id, {}, firstPage, at)
          return list.sums[0]?.totalCollectedYtdMinor
        })
        assert.strictEqual(yield* sums(now), 300)
        assert.strictEqual(yield* sums(later), 0)
        const reminder = { today: CalendarDate.make("2026-03-31"), scheduledDays: 7 }
        assert.sameMembers(
          [...(yield* invoices.openDueOn(workspace.id, dueDate, reminder))],
          sent.map(({ id }) => id)
        )
        assert.lengthOf(
          yield* invoices.openDueOn(workspace.id, CalendarDate.make("2026-03-23"), reminder),
          0
        )
        const found: InvoiceId[] = []
        let after: DueInvoice | null = null
        for (;;) {
          const page: ReadonlyArray<DueInvoice> = yield* invoices.sentDueBefore(
            CalendarDate.make("2026-03-25"),
            after,
            2
          )
          found.push(...page.filter((due) => due.workspaceId === workspace.id).map(({ id }) => id))
          after = page.at(-1) ?? null
          if (page.length < 2) break
        }
        assert.sameMembers(
          found,
          sent.map(({ id }) => id)
        )
        const none = yield* invoices.sentDueBefore(dueDate, null, 100)
        assert.isFalse(none.some((due) => due.workspaceId === workspace.id))
      })
    )

    it.effect("a reminder is one a day, and one for each day that is set", () =>
      Effect.gen(function* () {
        const reminders = yield* ReminderRepository
        const invoices = yield* InvoiceRepository
        const workspaces = yield* WorkspaceRepository
        const workspace = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const { id: invoiceId } = yield* newOpen(workspace.id, client.id)
        const insert = (day: string, scheduledDays: number | null) =>
          reminders.insert({
            workspaceId: workspace.id,
            invoiceId,
            day: CalendarDate.make(day),
            scheduledDays,
            createdAt: now
          })
        const unreminded = (today: string, scheduledDays: number) =>
          Effect.map(
            invoices.openDueOn(workspace.id, CalendarDate.make("2026-03-24"), {
              today: CalendarDate.make(today),
              scheduledDays
            }),
            (ids) => ids.length
          )
        assert.strictEqual(yield* unreminded("2026-03-10", 7), 1)
        assert.isTrue(yield* insert("2026-03-10", 7))
        assert.strictEqual(yield* unreminded("2026-03-10", 0), 0)
        assert.strictEqual(yield* unreminded("2026-03-11", 7), 0)
        assert.strictEqual(yield* unreminded("2026-03-11", 0), 1)
        assert.isFalse(yield* insert("2026-03-10", null))
        assert.isFalse(yield* insert("2026-03-11", 7))
        assert.isTrue(yield* insert("2026-03-11", null))
        assert.isTrue(yield* insert("2026-03-12", null))
        yield* workspaces.save(new Workspace({ ...workspace, reminderDays: [-3, 14] }))
        const reminding = yield* workspaces.withReminders
        assert.deepStrictEqual(
          reminding.find(({ id }) => id === workspace.id)?.reminderDays,
          [-3, 14]
        )
      })
    )

    it.effect("a key is kept with its answer or not at all, and forgotten after its time", () =>
      Effect.gen(function* () {
        const repository = yield* IdempotencyRepository
        const { transact } = yield* UnitOfWork
        const workspace = yield* newWorkspace
        const scope = {
          workspaceId: workspace.id,
          credential: "key_1",
          route: "POST /v1/clients",
          key: "k"
        }
        const expired = DateTime.subtract(now, { hours: 24 })
        const failed = yield* Effect.exit(
          transact(
            Effect.andThen(repository.reserve(scope, "hash", now, expired), Effect.fail("refused"))
          )
        )
        assert.isTrue(Exit.isFailure(failed))
        const first = yield* transact(
          Effect.tap(repository.reserve(scope, "hash", now, expired), () =>
            repository.keep(scope, 201, "answer")
          )
        )
        assert.isNull(first)
        const again = repository.reserve(scope, "other", now, expired)
        assert.deepStrictEqual(yield* again, { requestHash: "hash", status: 201, body: "answer" })
        const other = { ...scope, credential: "key_2" }
        assert.isNull(
          yield* transact(
            Effect.tap(repository.reserve(other, "hash", now, expired), () =>
              repository.keep(other, 200, "b")
            )
          )
        )
        assert.isNull(
          yield* transact(
            Effect.tap(repository.reserve(scope, "new", later, later), () =>
              repository.keep(scope, 201, "c")
            )
          )
        )
      })
    )

    it.effect("an event is queued for every endpoint that chose its kind, in its transaction", () =>
      Effect.gen(function* () {
        const repository = yield* WebhookRepository
        const { transact } = yield* UnitOfWork
        const workspace = yield* newWorkspace
        const all = yield* newEndpoint(workspace.id)
        const some = yield* newEndpoint(workspace.id, { events: ["invoice.*"] })
        const off = yield* newEndpoint(workspace.id, { enabled: false })
        const foreign = yield* newEndpoint((yield* newWorkspace).id)
        yield* Effect.exit(
          transact(Effect.andThen(append(workspace.id, "invoice.paid"), Effect.fail("undone")))
        )
        yield* transact(append(workspace.id, "client.created"))
        yield* transact(append(workspace.id, "invoice.paid"))
        const typesOf = (endpoint: WebhookEndpoint) =>
          Effect.map(
            repository.deliveries(endpoint.workspaceId, endpoint.id, firstPage),
            ({ items }) => items.map(({ eventType }) => eventType)
          )
        assert.deepStrictEqual(yield* typesOf(all), ["invoice.paid", "client.created"])
        assert.deepStrictEqual(yield* typesOf(some), ["invoice.paid"])
        assert.deepStrictEqual(yield* typesOf(off), [])
        assert.deepStrictEqual(yield* typesOf(foreign), [])
        const list = yield* repository.list(workspace.id, firstPage)
        assert.deepStrictEqual(
          list.items.map(({ id }) => id),
          [off.id, some.id, all.id]
        )
        assert.isNull(yield* repository.find(foreign.workspaceId, all.id))
        yield* repository.remove(workspace.id, all.id)
        assert.isNull(yield* repository.find(workspace.id, all.id))
      })
    )

    it.effect("an endpoint is claimed by one, until its lease ends or is given back", () =>
      Effect.gen(function* () {
        const repository = yield* WebhookRepository
        const workspace = yield* newWorkspace
        const endpoint = yield* newEndpoint(workspace.id)
        const delivery = yield* newDelivery(endpoint)
        yield* repository.insertDeliveries([delivery])
        const ref = { workspaceId: workspace.id, id: endpoint.id }
        const claimAt = (at: DateTime.Utc) =>
          Effect.map(repository.claim(at, DateTime.add(at, { minutes: 1 }), 1000), (all) =>
            all.find(({ id }) => id === endpoint.id)
          )
        const required = Effect.filterOrElse(
          claimAt(now),
          (claim) => claim !== undefined,
          () => Effect.die("nothing was claimed")
        )
        assert.isUndefined(yield* claimAt(DateTime.subtract(now, { seconds: 1 })))
        const first = yield* required
        assert.deepStrictEqual(first, { ...ref, until: DateTime.add(now, { minutes: 1 }) })
        assert.isUndefined(yield* claimAt(now))
        assert.isTrue(yield* repository.keepClaim(first, later))
        const kept = { ...first, until: later }
        assert.isUndefined(yield* claimAt(DateTime.subtract(later, { seconds: 1 })))
        // Whoever comes too late neither keeps nor gives back what is another's.
        const second = yield* claimAt(later)
        assert.isDefined(second)
        assert.isFalse(yield* repository.keepClaim(kept, now))
        assert.isFalse(yield* repository.keepClaim(kept, null))
        assert.isUndefined(yield* claimAt(later))
        assert.isTrue(yield* repository.keepClaim(second ?? kept, null))
        const third = yield* required
        assert.deepStrictEqual(yield* repository.nextDue(ref, now), delivery)
        const attempt = { at: now, statusCode: 500, error: null, durationMs: 12 }
        const tried = {
          ...delivery,
          tries: 1,
          firstTryAt: now,
          nextTryAt: later,
          attempts: [attempt]
        }
        yield* repository.saveDelivery(tried)
        assert.isNull(yield* repository.nextDue(ref, now))
        assert.deepStrictEqual(
          yield* repository.findDelivery(workspace.id, endpoint.id, delivery.id),
          tried
        )
        const rotated = {
          ...endpoint,
          secret: "new",
          previousSecret: "old",
          previousExpiresAt: later,
          events: ["invoice.paid" as const],
          enabled: false
        }
        yield* repository.save(rotated)
        assert.deepStrictEqual(yield* repository.getForUpdate(workspace.id, endpoint.id), rotated)
        assert.isTrue(yield* repository.keepClaim(third, null))
        assert.isUndefined(yield* claimAt(later))
        yield* repository.remove(workspace.id, endpoint.id)
        assert.isFalse(yield* repository.keepClaim(third, later))
      })
    )

    it.effect("housekeeping runs", () =>
      Effect.flatMap(Housekeeping, ({ purge }) => purge(DateTime.subtract(now, { days: 400 })))
    )
  })
}
