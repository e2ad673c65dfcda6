/**
 * Sample data is what the service itself would have come to: the next sweep finds nothing to do.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Verification } from "../../../src/app/events/Verification.ts"
import { PeriodicJobs } from "../../../src/app/PeriodicJobs.ts"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { DemoData } from "../../../src/app/workspaces/DemoData.ts"
import { Inbox } from "../../../src/testing/mail/MailerMemory.ts"
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

  it.effect("has corrections that the counts name, and mails nothing", () =>
    Effect.gen(function* () {
      const { workspace, apiKey } = yield* (yield* RetainerMemory).workspace()
      const { add } = yield* DemoData
      const counts = yield* add(workspace, 50, () => Effect.void)
      const get = (path: string) =>
        Effect.map(sender(apiKey)("GET", `/v1/${path}`), ({ body }) => body)
      const events: Array<{ type: string; data: { object: { id: string } } }> = []
      for (let after = 0, length = 1; length > 0; after += length) {
        const { data } = yield* get(`events?limit=100&after=${after}`)
        length = data.length
        events.push(...data)
      }
      const idOf = (type: string) =>
        events.find((event) => event.type === type)?.data.object.id ?? assert.fail(type)
      const all = yield* get("credit_notes")
      assert.strictEqual(all.meta.total, 1)
      const note = yield* get(`credit_notes/${idOf("credit_note.created")}`)
      assert.deepStrictEqual(note.delivery, { status: "sent", attempts: 1, last_error: null })
      const credited = yield* get(`invoices/${note.invoice.id}`)
      assert.strictEqual(credited.amount_credited, note.total)
      const resent = yield* get(`mails?object=${idOf("invoice.resent")}`)
      assert.deepStrictEqual(
        resent.data.map(({ to, status }: { to: string; status: string }) => [to, status]),
        [["accounting@example.com", "sent"]]
      )
      const payments = yield* get(`invoices/${idOf("invoice.payment_reversed")}/payments`)
      assert.deepStrictEqual(
        payments.data.map(({ reversed }: { reversed: boolean }) => reversed),
        [false, true]
      )
      const { data: invoices } = yield* get("invoices?limit=100")
      const details: Array<{ taxes: ReadonlyArray<object> }> = []
      let recorded = 0
      for (const { id } of invoices) {
        details.push(yield* get(`invoices/${id}`))
        recorded += (yield* get(`invoices/${id}/payments`)).meta.total
      }
      assert.isTrue(details.some(({ taxes }) => taxes.length === 2))
      assert.deepInclude(counts, { invoices: 50, payments: recorded, creditNotes: 1 })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* (yield* Inbox).mails, [])
      const verified = yield* (yield* Verification).verify(workspace)
      assert.deepInclude(verified, { firstDifference: null, creditNotes: 1, payments: recorded })
    })
  )
})
