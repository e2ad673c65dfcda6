/**
 * The use cases of the invoice form on memory Layers: a draft with its new client and its milestones
 * is one change; amounts and document of what is not saved leave nothing behind.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Invoicing } from "../../../src/app/invoices/Invoicing.ts"
import { MilestoneId, ProjectId } from "../../../src/domain/Ids.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { newAddress } from "../../support/owners.ts"
import { sender } from "../../support/requests.ts"

const lineItems = [{ description: "Design", quantity: 2, unitPriceMinor: 12_345 }]
const ada = { name: "Ada", email: "ada@x.example", company: "Engines Ltd" } as const

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const { workspace, apiKey } = yield* app.workspace({ currency: "EUR", ownerEmail: newAddress() })
  const call = sender(apiKey)
  const count = (path: string) =>
    Effect.map(call("GET", `/v1/${path}`), ({ body }) => Number(body.meta.total))
  return { workspace, call, count, invoicing: yield* Invoicing }
})

/** A completed milestone of a project that has a client. */
const newMilestone = Effect.fnUntraced(function* (call: ReturnType<typeof sender>) {
  const client = (yield* call("POST", "/v1/clients", ada)).body
  const project = (yield* call("POST", "/v1/projects", { name: "Site", client_id: client.id })).body
  const milestone = (yield* call("POST", `/v1/projects/${project.id}/milestones`, {
    name: "Done",
    amount: 500
  })).body
  return {
    clientId: client.id,
    projectId: ProjectId.schema.make(project.id),
    milestoneId: MilestoneId.schema.make(milestone.id)
  }
})

layer(layerRetainerMemory)("the invoice form", (it) => {
  it.effect("creates a new client with the draft, with the events of both", () =>
    Effect.gen(function* () {
      const { workspace, call, count, invoicing } = yield* setUp
      const content = { lineItems, taxRate: 0.19 }
      const invoice = yield* invoicing.compose(workspace, {
        content,
        client: ada,
        milestoneIds: []
      })
      assert.strictEqual(invoice.number, "INV-0001")
      assert.strictEqual(invoice.client.name, "Ada")
      assert.strictEqual(invoice.totalMinor, 29_381)
      assert.strictEqual(yield* count("clients"), 1)
      const events = (yield* call("GET", "/v1/events")).body.data
      assert.deepStrictEqual(
        events.map(({ type }: { type: string }) => type),
        ["client.created", "invoice.created"]
      )
    })
  )

  it.effect("creates no client where the invoice is refused", () =>
    Effect.gen(function* () {
      const { workspace, count, invoicing } = yield* setUp
      const content = { lineItems, discountMinor: 99_999 }
      const refused = yield* Effect.flip(
        invoicing.compose(workspace, { content, client: ada, milestoneIds: [] })
      )
      assert.strictEqual(refused.problems[0].path, "discount")
      assert.deepStrictEqual([yield* count("clients"), yield* count("invoices")], [0, 0])
      const next = yield* invoicing.compose(workspace, {
        content: { lineItems },
        client: ada,
        milestoneIds: []
      })
      assert.strictEqual(next.number, "INV-0001")
    })
  )

  it.effect("bills milestones once, and only those of its project", () =>
    Effect.gen(function* () {
      const { workspace, call, count, invoicing } = yield* setUp
      const { clientId, projectId, milestoneId } = yield* newMilestone(call)
      const compose = (project: ProjectId | null) =>
        invoicing.compose(workspace, {
          content: { lineItems, projectId: project },
          client: clientId,
          milestoneIds: [milestoneId]
        })
      const stranger = yield* Effect.flip(compose(null))
      assert.strictEqual(stranger.problems[0].path, "milestones")
      const invoice = yield* compose(projectId)
      const billed = (yield* call("GET", `/v1/milestones/${milestoneId}`)).body
      assert.deepStrictEqual(billed.invoice, { id: invoice.id, number: invoice.number })
      const events = (yield* call("GET", "/v1/events?limit=100")).body.data
      const last = events.at(-1)
      assert.strictEqual(last.type, "milestone.billed")
      assert.deepStrictEqual(last.data.object.invoice, billed.invoice)
      const again = yield* Effect.flip(compose(projectId))
      assert.include(again.message, invoice.number)
      assert.strictEqual(yield* count("invoices"), 1)
      assert.strictEqual((yield* call("POST", `/v1/milestones/${milestoneId}/invoice`)).status, 422)
    })
  )

  it.effect("estimates and previews without a trace", () =>
    Effect.gen(function* () {
      const { workspace, call, invoicing } = yield* setUp
      const { clientId } = yield* newMilestone(call)
      const { state } = yield* MemoryStore
      const before = yield* state
      const content = { lineItems, taxRate: 0.19, discountMinor: 690 }
      const estimate = yield* invoicing.estimate(workspace, content)
      assert.deepStrictEqual(
        [estimate.subtotalMinor, estimate.taxMinor, estimate.totalMinor, estimate.dueDate],
        [24_690, 4560, 28_560, "1970-01-31"]
      )
      const drawn = (client: Parameters<typeof invoicing.preview>[1]["client"], number = "") =>
        Effect.map(
          invoicing.preview(
            workspace,
            { content, client, milestoneIds: [] },
            number === "" ? null : number
          ),
          ({ bytes }) => new TextDecoder().decode(bytes)
        )
      const known = yield* drawn(clientId)
      assert.include(known, "DRAFT draft Ada 285.60 EUR")
      assert.include(yield* drawn({ name: "Kim", email: "kim@x.example", language: "de" }), "Kim")
      assert.include(yield* drawn(clientId, "INV-0007"), "INV-0007 draft Ada")
      const gone = "client_00000000000000000000000000"
      assert.include((yield* Effect.flip(drawn(gone as typeof clientId))).message, "client_id")
      assert.strictEqual(yield* state, before)
    })
  )
})
