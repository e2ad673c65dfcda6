/** Deleting a workspace refuses what reaches it, until the deletion is taken back. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { PeriodicJobs } from "../../../src/app/PeriodicJobs.ts"
import { Workspaces } from "../../../src/app/workspaces/Workspaces.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { send, sender } from "../../support/requests.ts"

layer(layerRetainerMemory)("a deleted workspace", (it) => {
  const sentInvoice = Effect.fnUntraced(function* (call: ReturnType<typeof sender>) {
    const client = { name: "Ada", email: "ada@example.com" }
    const client_id = (yield* call("POST", "/v1/clients", client)).body.id
    const line_items = [{ description: "Design", quantity: 1, unit_price: 100 }]
    const { id } = (yield* call("POST", "/v1/invoices", { client_id, line_items })).body
    yield* call("POST", `/v1/invoices/${id}/send`)
    return (yield* call("GET", `/v1/invoices/${id}`)).body
  })

  it.effect("is refused to its keys and links at once, and has all of them again", () =>
    Effect.gen(function* () {
      const retainer = yield* RetainerMemory
      const { workspace, apiKey } = yield* retainer.workspace()
      const other = yield* retainer.workspace()
      const [call, callOther] = [sender(apiKey), sender(other.apiKey)]
      const invoice = yield* sentInvoice(call)
      const link = new URL(invoice.processor_payment_url).pathname
      const statuses = Effect.gen(function* () {
        const own = yield* call("GET", `/v1/invoices/${invoice.id}`)
        const page = yield* send("GET", link)
        return [own.status, page.status, (yield* callOther("GET", "/v1/invoices")).status]
      })
      assert.deepStrictEqual(yield* statuses, [200, 200, 200])
      const workspaces = yield* Workspaces
      const wrong = yield* Effect.flip(workspaces.delete(workspace.id, "Another"))
      assert.strictEqual(wrong._tag, "WorkspaceNameDiffers")
      assert.deepStrictEqual(yield* statuses, [200, 200, 200])

      yield* workspaces.delete(workspace.id, workspace.name)
      assert.deepStrictEqual(yield* statuses, [401, 404, 200])
      const twice = yield* Effect.flip(workspaces.delete(workspace.id, workspace.name))
      assert.strictEqual(twice.message, `There is no workspace ${workspace.id}`)
      const foreign = yield* Effect.flip(workspaces.restore(other.workspace.id))
      assert.include(foreign.message, "There is no deleted workspace")

      yield* TestClock.adjust("13 days")
      yield* (yield* PeriodicJobs).purge
      yield* workspaces.restore(workspace.id)
      assert.deepStrictEqual(yield* statuses, [200, 200, 200])
      const { body } = yield* call("GET", "/v1/audit?limit=100")
      const actions = body.data.map(({ action }: { action: string }) => action)
      assert.deepStrictEqual(actions.slice(-2), ["workspace.deleted", "workspace.restored"])
    })
  )

  it.effect("cannot be taken back after 14 days, and is erased", () =>
    Effect.gen(function* () {
      const { workspace } = yield* (yield* RetainerMemory).workspace()
      const workspaces = yield* Workspaces
      yield* workspaces.delete(workspace.id, workspace.name)
      yield* TestClock.adjust("14 days")
      const late = yield* Effect.flip(workspaces.restore(workspace.id))
      assert.strictEqual(late._tag, "WorkspaceNotFound")
      yield* (yield* PeriodicJobs).purge
      assert.strictEqual((yield* Effect.flip(workspaces.restore(workspace.id)))._tag, late._tag)
    })
  )
})
