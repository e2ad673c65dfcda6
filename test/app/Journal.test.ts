/**
 * A recorded change: the event, and the deliveries to subscribed webhooks, in the change's
 * transaction.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { Journal } from "../../src/app/Journal.ts"
import { EventLog } from "../../src/app/ports/events/EventLog.ts"
import { WebhookRepository } from "../../src/app/ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../src/app/ports/UnitOfWork.ts"
import { ClientResource } from "../../src/domain/clients/ClientResource.ts"
import { type EventChoice, type EventType, eventTypes } from "../../src/domain/events/Event.ts"
import { eventOf } from "../../src/domain/events/LoggedEvent.ts"
import { type WebhookEndpointId, WorkspaceId } from "../../src/domain/Ids.ts"
import { InvoiceResource } from "../../src/domain/invoices/InvoiceResource.ts"
import { layerMemoryStorage } from "../../src/testing/MemoryPorts.ts"
import { firstPage } from "../support/records.ts"
import { each } from "../support/transactions.ts"
import { clientView, invoiceView } from "../support/views.ts"
import { newEndpoint } from "../support/webhookRecords.ts"

const newWorkspaceId = Effect.flatMap(SecureRandom.SecureRandom, (random) =>
  WorkspaceId.next(random)
)

layer(Journal.layer.pipe(Layer.provideMerge(layerMemoryStorage)))("the journal", (it) => {
  it.effect("writes the resource before and after, without its payment link", () =>
    Effect.gen(function* () {
      const journal = yield* each(Journal)
      const log = yield* EventLog
      const id = yield* newWorkspaceId
      const before = {
        ...invoiceView,
        status: "draft",
        processorPaymentUrl: "https://a"
      } as const
      const after = { ...invoiceView, processorPaymentUrl: "https://b" }
      yield* journal.record(id, "invoice.sent", before, after)
      yield* journal.record(id, "client.created", null, clientView)
      const events = yield* log.read(id, 0, 10, eventTypes)
      assert.deepStrictEqual(
        events.map(eventOf).map(({ sequence, type, data }) => ({ sequence, type, data })),
        [
          {
            sequence: 1,
            type: "invoice.sent",
            data: {
              object: InvoiceResource.toWire({ ...after, processorPaymentUrl: null }),
              previous: InvoiceResource.toWire({ ...before, processorPaymentUrl: null })
            }
          },
          {
            sequence: 2,
            type: "client.created",
            data: { object: ClientResource.toWire(clientView), previous: null }
          }
        ]
      )
    })
  )

  it.effect("queues the event for each enabled endpoint that chose it", () =>
    Effect.gen(function* () {
      const journal = yield* each(Journal)
      const webhooks = yield* each(WebhookRepository)
      const id = yield* newWorkspaceId
      const choosing = (events: ReadonlyArray<EventChoice> | null, enabled = true) =>
        newEndpoint(id, { events, enabled })
      const every = yield* choosing(null)
      const family = yield* choosing(["client.*", "invoice.*"])
      const kind = yield* choosing(["invoice.paid"])
      const another = yield* choosing(["invoice.voided", "project.*"])
      const none = yield* choosing([])
      const off = yield* choosing(null, false)
      const foreign = yield* newEndpoint(yield* newWorkspaceId)
      yield* journal.record(id, "invoice.paid", null, invoiceView)
      const toldTo = (endpointId: WebhookEndpointId, workspaceId = id) =>
        Effect.map(webhooks.deliveries(workspaceId, endpointId, firstPage), ({ items }) =>
          items.map(({ eventType }) => eventType)
        )
      for (const told of [every, family, kind]) {
        assert.deepStrictEqual(yield* toldTo(told.id), ["invoice.paid"])
      }
      for (const untold of [another, none, off]) assert.isEmpty(yield* toldTo(untold.id))
      assert.isEmpty(yield* toldTo(foreign.id, foreign.workspaceId))

      yield* journal.record(id, "client.invited", null, clientView)
      yield* webhooks.remove(id, every.id)
      yield* journal.record(id, "client.invited", null, clientView)
      assert.isEmpty(yield* toldTo(every.id))
      assert.deepStrictEqual(yield* toldTo(family.id), [
        "client.invited",
        "client.invited",
        "invoice.paid"
      ])
    })
  )

  it.effect("is undone with the change, and leaves no gap", () =>
    Effect.gen(function* () {
      const journal = yield* Journal
      const { transact } = yield* UnitOfWork
      const id = yield* newWorkspaceId
      const endpoint = yield* newEndpoint(id)
      const told = journal.record(id, "client.updated", clientView, clientView)
      yield* Effect.exit(transact(Effect.andThen(told, Effect.fail("no"))))
      yield* transact(told)
      const log = yield* (yield* EventLog).read(id, 0, 10, eventTypes)
      assert.deepStrictEqual(
        log.map(({ sequence }) => sequence),
        [1]
      )
      const queued = yield* (yield* WebhookRepository).deliveries(id, endpoint.id, firstPage)
      assert.strictEqual(queued.total, 1)
    })
  )

  it.effect("takes of a kind only the resource that the kind is about", () =>
    Effect.gen(function* () {
      const journal = yield* Journal
      const id = yield* newWorkspaceId
      // @ts-expect-error -- a client is not what an invoice's event shows.
      const wrong = journal.record(id, "invoice.sent", null, clientView)
      // @ts-expect-error -- nor was it before.
      const before = journal.record(id, "client.updated", invoiceView, clientView)
      const right = (type: Extract<EventType, `client.${string}`>) =>
        journal.record(id, type, null, clientView)
      assert.lengthOf([wrong, before, right("client.updated")], 3)
    })
  )
})
