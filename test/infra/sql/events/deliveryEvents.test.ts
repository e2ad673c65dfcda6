/** A delivery stores no copy of its event, and the copy of an earlier version is not sent. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { EventLinks } from "../../../../src/app/events/EventLinks.ts"
import { Journal } from "../../../../src/app/Journal.ts"
import { PaymentLinks } from "../../../../src/app/PaymentLinks.ts"
import { EventLog } from "../../../../src/app/ports/events/EventLog.ts"
import { WebhookRepository } from "../../../../src/app/ports/events/WebhookRepository.ts"
import { PublicUrls } from "../../../../src/app/ports/PublicUrls.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { eventText } from "../../../../src/domain/events/LoggedEvent.ts"
import { WorkspaceId } from "../../../../src/domain/Ids.ts"
import { MaintenanceClient } from "../../../../src/infra/postgres/ReadClient.ts"
import { SignerMemory } from "../../../../src/testing/SignerMemory.ts"
import { WorkspaceMovesMemory } from "../../../../src/testing/workspaces/WorkspaceMovesMemory.ts"
import { firstPage, newWorkspace } from "../../../support/records.ts"
import { layerPostgres, onDatabase } from "../../../support/storages.ts"
import { each } from "../../../support/transactions.ts"
import { clientView } from "../../../support/views.ts"
import { newDelivery, newEndpoint } from "../../../support/webhookRecords.ts"

const baseUrl = "https://retainer.example"
const onPostgres = Layer.mergeAll(EventLinks.layer, Journal.layer).pipe(
  Layer.provide(Layer.provide(PaymentLinks.layer, WorkspaceMovesMemory)),
  Layer.provideMerge(onDatabase(layerPostgres)),
  Layer.provide([
    SignerMemory,
    Layer.succeed(PublicUrls, { baseUrl, authUrl: baseUrl, portalUrl: baseUrl })
  ])
)

layer(onPostgres, { excludeTestServices: true })("a delivery", (it) => {
  it.effect("refers to its event, also one of an earlier version that has a copy", () =>
    Effect.gen(function* () {
      const sql = yield* MaintenanceClient
      const links = yield* EventLinks
      const journal = yield* Journal
      const webhooks = yield* each(WebhookRepository)
      const { transact } = yield* UnitOfWork
      const { id } = yield* newWorkspace
      const endpoint = yield* newEndpoint(id)
      yield* transact(journal.record(id, "client.created", null, clientView))
      const { items } = yield* webhooks.deliveries(id, endpoint.id, firstPage)
      const [delivery] = items
      if (delivery === undefined) return assert.fail("there is no delivery")
      const workspace = WorkspaceId.toUuid(id)
      assert.deepStrictEqual(
        yield* sql`SELECT payload FROM webhook_deliveries WHERE workspace_id = ${workspace}`,
        [{ payload: null }]
      )
      const event = yield* (yield* EventLog).find(id, delivery.eventId)
      const text = event === null ? "" : eventText(event, new Map())
      assert.include(text, '"type":"client.created"')
      assert.strictEqual(yield* links.bodyOf(delivery), text)
      yield* sql`UPDATE webhook_deliveries SET payload = '{"old":true}'
        WHERE workspace_id = ${workspace}`
      assert.strictEqual(yield* links.bodyOf(delivery), text)
    })
  )

  it.effect("of the test of an endpoint has a message of its own", () =>
    Effect.gen(function* () {
      const { id } = yield* newWorkspace
      const test = yield* newDelivery(yield* newEndpoint(id))
      yield* (yield* each(WebhookRepository)).insertDelivery(test, '{"type":"webhook.test"}')
      const body = yield* (yield* EventLinks).bodyOf(test)
      assert.strictEqual(body, '{"type":"webhook.test"}')
    })
  )
})
