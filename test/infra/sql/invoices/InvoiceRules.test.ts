/** The database refuses each row of an invoice that breaks a rule, by the rule's name. */
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { InvoiceId } from "../../../../src/domain/Ids.ts"
import { MaintenanceClient } from "../../../../src/infra/postgres/ReadClient.ts"
import { newClient, newDraft, newSent, newWorkspace } from "../../../support/records.ts"
import { layerPglite, onDatabase } from "../../../support/storages.ts"

/** By rule: whether the invoice is a draft or sent, and the change that breaks it. */
const broken: Readonly<Record<string, readonly ["draft" | "sent", string]>> = {
  status: ["draft", "status = 'lost'"],
  currency: ["draft", "currency = 'usd'"],
  dates: ["draft", "due_date = issue_date - 1"],
  line_items: ["draft", "line_items = '[]'"],
  discount: ["draft", "discount = subtotal + 1"],
  sum: ["draft", "total = total + 1"],
  total: ["draft", "subtotal = 100000000000001 - tax, discount = 0, total = 100000000000001"],
  tax_rate: ["draft", "tax_rate = 1.1, tax_category = 'S'"],
  tax_category: ["draft", "tax_category = 'X', tax_rate = 0"],
  untaxed: ["draft", "money_version = 1, tax_rate = NULL, tax = 1, total = total - tax + 1"],
  taxes: ["draft", "taxes = NULL"],
  tax_pair: ["draft", "tax_rate = 0.19, tax_category = 'Z'"],
  delivery: ["draft", `service_period = '{"start": "2026-02-02", "end": "2026-02-01"}'`],
  payment_link_salt: ["sent", "payment_link_salt = '0'"],
  snapshot: ["sent", "recipient_email = NULL"],
  project_name: ["draft", "issued_project_name = 'Site'"],
  delivery_status: ["sent", "delivery_status = 'lost'"],
  draft: ["sent", "status = 'draft'"],
  sent: ["draft", "status = 'sent'"],
  unpaid: ["draft", "amount_paid = 1"],
  paid: ["sent", "status = 'paid'"],
  void: ["sent", "voided_at = now()"],
  rest: ["sent", "amount_paid = total + 1"]
}

layer(onDatabase(layerPglite), { excludeTestServices: true })("the row of an invoice", (it) => {
  for (const [rule, [state, change]] of Object.entries(broken)) {
    it.effect(`keeps the rule ${rule}`, () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const workspace = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const { id } =
          state === "draft"
            ? yield* newDraft(workspace.id, client.id)
            : yield* newSent(workspace.id, client.id)
        const update = sql.unsafe(
          `UPDATE invoices SET ${change} WHERE id = '${InvoiceId.toUuid(id)}'`
        )
        const exit = yield* Effect.exit(update)
        if (Exit.isSuccess(exit)) return assert.fail("was stored")
        assert.include(Cause.pretty(exit.cause), `breaks the rule invoices_${rule}`)
      })
    )
  }

  it.effect("has a test of each rule", () =>
    Effect.gen(function* () {
      const sql = yield* MaintenanceClient
      const [found] = yield* sql<{
        source: string
      }>`SELECT prosrc AS source FROM pg_proc WHERE proname = 'check_invoice'`
      const rules = [...(found?.source ?? "").matchAll(/THEN 'invoices_(\w+)'/g)]
      assert.deepStrictEqual(
        rules.map(([, name]) => name),
        Object.keys(broken)
      )
    })
  )
})
