/**
 * Sample data is what the service itself would have come to: the next sweep finds nothing to do.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { PeriodicJobs } from "../../../src/app/PeriodicJobs.ts"
import { DemoData } from "../../../src/app/workspaces/DemoData.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"

layer(layerRetainerMemory)("sample data", (it) => {
  it.effect("has overdue invoices, and none that would become so now", () =>
    Effect.gen(function* () {
      const { workspace, apiKey } = yield* (yield* RetainerMemory).workspace()
      const counts = yield* (yield* DemoData).add(workspace, 40, () => Effect.void)
      assert.isAbove(counts.payments, 0)
      const { body } = yield* sender(apiKey)("GET", "/v1/invoices?status=overdue")
      assert.isAbove(body.meta.total, 0)
      assert.strictEqual(yield* (yield* PeriodicJobs).markOverdue, 0)
    })
  )
})
