/** What an event keeps, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Journal } from "../../../../src/app/Journal.ts"
import { EventLog } from "../../../../src/app/ports/events/EventLog.ts"
import { WebhookRepository } from "../../../../src/app/ports/events/WebhookRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { EventResource } from "../../../../src/domain/events/Event.ts"
import { WebhookEndpointId } from "../../../../src/domain/Ids.ts"
import { InvoiceResource } from "../../../../src/domain/invoices/InvoiceResource.ts"
import { firstPage, newWorkspace, now, random } from "../../../support/records.ts"
import { invoiceView } from "../../../support/views.ts"
import type { StorageContract } from "../contracts.ts"

export const eventLogContract: StorageContract = (it) => {
  it.effect("an event and its deliveries are kept without the links", () =>
    Effect.gen(function* () {
      const events = yield* EventLog
      const webhooks = yield* WebhookRepository
      const { transact } = yield* UnitOfWork
      const { id: workspaceId } = yield* newWorkspace
      const endpoint = {
        id: yield* WebhookEndpointId.next(yield* random),
        workspaceId,
        url: "https://receiver.example",
        events: null,
        description: null,
        enabled: true,
        secret: "encrypted",
        previousSecret: null,
        previousExpiresAt: null,
        createdAt: now,
        updatedAt: now
      }
      yield* webhooks.insert(endpoint)
      const second = { ...endpoint, id: yield* WebhookEndpointId.next(yield* random) }
      yield* webhooks.insert(second)
      const resource = (processorPaymentUrl: string | null) => ({
        ...invoiceView,
        processorPaymentUrl,
        notes: '"processor_payment_url":"kept"'
      })
      const before = resource("https://x.example/pay/old")
      const after = resource("https://x.example/pay/live")
      yield* transact(
        Effect.flatMap(Journal, (journal) =>
          journal.record(workspaceId, "invoice.updated", before, after)
        ).pipe(Effect.provide(Journal.layer))
      )
      const [event] = yield* events.read(workspaceId, 0, 10, ["invoice.updated"])
      const data = {
        object: InvoiceResource.toWire(resource(null)),
        previous: InvoiceResource.toWire(resource(null))
      }
      assert.deepStrictEqual(event?.data, data)
      const { items } = yield* webhooks.deliveries(workspaceId, endpoint.id, firstPage)
      assert.lengthOf(items, 1)
      // Whoever puts the payload together: it is the event as the API shows it.
      const payload = JSON.parse(items[0]?.payload ?? "")
      assert.deepStrictEqual(payload, event && EventResource.toWire(event))
      assert.strictEqual(payload.sequence, 1)
      const others = yield* webhooks.deliveries(workspaceId, second.id, firstPage)
      assert.strictEqual(others.items[0]?.payload, items[0]?.payload)
      assert.notStrictEqual(others.items[0]?.id, items[0]?.id)
    })
  )
}
