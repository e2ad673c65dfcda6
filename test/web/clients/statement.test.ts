/** The statement of account: balances that add up, by currency and period, as page and as PDF. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { late, setUpClients, textOf } from "../../support/clientPages.ts"

layer(layerRetainerMemory)("the statement of a client", (it) => {
  it.effect("lists movements with the running balance, and open invoices by age", () =>
    Effect.gen(function* () {
      const { client, sent, call, open, member } = yield* setUpClients
      const id = yield* client("Ada <b>", { company: "Engines" })
      const first = yield* sent(id, 700_00, late)
      const paid = yield* call("POST", `/v1/invoices/${first}/payments`, {
        ...{ amount: 720_00, excess: "credit" },
        reference: "R <1>"
      })
      assert.strictEqual(paid.status, 201)
      const second = yield* sent(id, 50_00)
      yield* call("POST", `/v1/invoices/${second}/credit_notes`, {
        ...{ reason: "Less", lines: [{ line: 0, amount: 10_00 }] }
      })
      yield* sent(id, 9_00, { currency: "USD" })
      for (const by of [undefined, member]) {
        const page = yield* open(`/clients/${id}/statement?from=1969-06-01&to=1970-01-31`, by)
        assert.strictEqual(page.status, 200)
        const text = textOf(page)
        for (const part of [
          "Engines, Ada <b>",
          "Opening balance 700.00",
          "Invoice INV-0002 50.00",
          "Credit note CN-0001",
          "Payment for INV-0001 R <1>",
          "Closing balance 20.00",
          "Open invoices 40.00",
          "Less credit -20.00",
          "Balance, USD",
          "Closing balance 9.00"
        ]) {
          assert.include(text, part)
        }
      }
      const all = textOf(yield* open(`/clients/${id}/statement?from=1969-01-01&to=1970-01-31`))
      assert.include(all, "Opening balance 0.00")
      const swapped = yield* open(`/clients/${id}/statement?from=1970-01-31&to=1969-01-01`)
      assert.include(textOf(swapped), "Opening balance 0.00")
      const none = yield* open(`/clients/${id}/statement?from=1950-01-01&to=1950-12-31`)
      assert.include(textOf(none), "Nothing happened in this period.")
      const usual = yield* open(`/clients/${id}/statement?from=nonsense&to=`)
      assert.match(
        usual.body,
        /name="from"[^>]*value="1969-02-01"|value="1969-02-01"[^>]*name="from"/
      )
    })
  )

  it.effect("as PDF, for those who see the client", () =>
    Effect.gen(function* () {
      const { client, sent, visitor, member } = yield* setUpClients
      const id = yield* client("Ada")
      yield* sent(id, 50_00)
      for (const by of [visitor, member]) {
        const pdf = yield* Effect.promise(() =>
          by.once("GET", `/clients/${id}/statement.pdf?from=1970-01-01&to=1970-01-31`)
        )
        assert.strictEqual(pdf.status, 200)
        assert.strictEqual(pdf.headers.get("content-type"), "application/pdf")
        const text = yield* Effect.promise(() => pdf.text())
        assert.include(text, "Ada 1970-01-01 1970-01-31")
        assert.include(text, "EUR 1 50.00")
      }
      const other = yield* setUpClients
      for (const path of [`/clients/${id}/statement`, `/clients/${id}/statement.pdf`]) {
        assert.strictEqual((yield* other.open(path)).status, 404, path)
      }
    })
  )
})
