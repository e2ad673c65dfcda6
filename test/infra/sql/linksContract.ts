/** What every storage must do for payment links: their salts, and that no event keeps one. */
import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { Journal } from "../../../src/app/Journal.ts"
import { EventLog } from "../../../src/app/ports/events/EventLog.ts"
import { WebhookRepository } from "../../../src/app/ports/events/WebhookRepository.ts"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { InvoiceId, WebhookEndpointId } from "../../../src/domain/Ids.ts"
import { replacePaymentLink, voidInvoice } from "../../../src/domain/invoices/Invoice.ts"
import { toWire } from "../../../src/domain/Wire.ts"
import { invoiceView } from "../../support/views.ts"
import type { MoneyPorts } from "./moneyContract.ts"
import {
  firstPage,
  newClient,
  newDraft,
  newSent,
  newWorkspace,
  now,
  random,
  today
} from "./storageContract.ts"

const salt = "00112233445566ff"

export const linksContract = <E>(name: string, storage: Layer.Layer<MoneyPorts, E>): void => {
  layer(storage, { excludeTestServices: true })(name, (it) => {
    it.effect("a salt is kept, also through a void, and told of invoices that have a link", () =>
      Effect.gen(function* () {
        const invoices = yield* InvoiceRepository
        const { id: workspaceId } = yield* newWorkspace
        const client = yield* newClient(workspaceId)
        const draft = yield* newDraft(workspaceId, client.id)
        const kept = yield* newSent(workspaceId, client.id)
        const sent = yield* newSent(workspaceId, client.id)
        yield* invoices.save(replacePaymentLink(sent, salt, now), "sent")
        const gone = yield* newSent(workspaceId, client.id)
        const replaced = replacePaymentLink(gone, salt, now)
        if (replaced.status === "paid") return assert.fail("it was not paid")
        yield* invoices.save(voidInvoice(replaced, null, now), "sent")
        const absent = yield* InvoiceId.next(yield* random)
        const ids = [draft.id, kept.id, sent.id, gone.id, absent]
        assert.sameDeepMembers(
          [...(yield* invoices.linkSalts(workspaceId, ids))],
          [
            { id: kept.id, paymentLinkSalt: null },
            { id: sent.id, paymentLinkSalt: salt }
          ]
        )
        const other = yield* newWorkspace
        assert.deepStrictEqual(yield* invoices.linkSalts(other.id, ids), [])
        const view = yield* invoices.view(workspaceId, gone.id, today)
        assert.deepInclude(view, { status: "void", paymentLinkSalt: salt })
        const found = yield* invoices.getForUpdate(workspaceId, sent.id)
        assert.strictEqual(found.paymentLinkSalt, salt)
      })
    )

    it.effect("an invoice is found by its number, in its workspace", () =>
      Effect.gen(function* () {
        const invoices = yield* InvoiceRepository
        const { id: workspaceId } = yield* newWorkspace
        const client = yield* newClient(workspaceId)
        const draft = yield* newDraft(workspaceId, client.id)
        assert.strictEqual(yield* invoices.findByNumber(workspaceId, draft.number), draft.id)
        assert.isNull(yield* invoices.findByNumber(workspaceId, `${draft.number}0`))
        assert.isNull(yield* invoices.findByNumber((yield* newWorkspace).id, draft.number))
      })
    )

    it.effect("an invoice is found by the end of its id, whose ever it is", () =>
      Effect.gen(function* () {
        const invoices = yield* InvoiceRepository
        const { id: workspaceId } = yield* newWorkspace
        const { id } = yield* newDraft(workspaceId, (yield* newClient(workspaceId)).id)
        const ending = InvoiceId.toUuid(id).slice(-8)
        const found = yield* invoices.endingIn(ending)
        assert.deepInclude(found, { workspaceId, id, paymentLinkSalt: null })
        assert.deepStrictEqual(yield* invoices.endingIn(ending.slice(1)), [])
      })
    )

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
        const data = { object: toWire(resource(null)), previous: toWire(resource(null)) }
        assert.deepStrictEqual(event?.data, data)
        const { items } = yield* webhooks.deliveries(workspaceId, endpoint.id, firstPage)
        assert.lengthOf(items, 1)
        assert.deepStrictEqual(JSON.parse(items[0]?.payload ?? "").data, data)
      })
    )
  })
}
