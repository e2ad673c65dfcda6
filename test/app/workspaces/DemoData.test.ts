/**
 * Sample data is what the service itself would have come to: the next sweep finds nothing to do.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { PeriodicJobs } from "../../../src/app/PeriodicJobs.ts"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { DemoData } from "../../../src/app/workspaces/DemoData.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"

layer(layerRetainerMemory)("sample data", (it) => {
  it.effect("has overdue invoices, and none that would become so now", () =>
    Effect.gen(function* () {
      const { workspace, apiKey } = yield* (yield* RetainerMemory).workspace()
      const counts = yield* (yield* DemoData).add(workspace, 40, () => Effect.void)
      assert.isAbove(counts.payments, 0)
      const agency = (yield* sender(apiKey)("GET", "/v1/workspace")).body
      assert.deepInclude(agency, { vat_id: "DE811907980", address_text: null })
      const clients = (yield* sender(apiKey)("GET", "/v1/clients")).body.data
      const client = (yield* sender(apiKey)("GET", `/v1/clients/${clients[0].id}`)).body
      assert.isNotNull(client.vat_id)
      // Legal data that are there stay.
      const phone = { vat_id: "FR44732829320", address: null }
      yield* sender(apiKey)("PATCH", "/v1/workspace", phone)
      yield* (yield* DemoData).add(
        (yield* (yield* WorkspaceRepository).find(workspace.id)) ?? workspace,
        1,
        () => Effect.void
      )
      assert.deepInclude((yield* sender(apiKey)("GET", "/v1/workspace")).body, phone)
      const { body } = yield* sender(apiKey)("GET", "/v1/invoices?status=overdue")
      assert.isAbove(body.meta.total, 0)
      assert.strictEqual(yield* (yield* PeriodicJobs).markOverdue, 0)
    })
  )
})
