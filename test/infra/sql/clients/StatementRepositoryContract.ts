/**
 * Movements of a client's account, in every storage. Random ledgers compare all kinds of them
 * (`test/http/payments/ledgers.test.ts`).
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { StatementRepository } from "../../../../src/app/ports/clients/StatementRepository.ts"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { becomeVoid } from "../../../../src/domain/invoices/Invoice.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { book, paymentOf } from "../../../support/paymentRecords.ts"
import { at, newClient, newDraft, newOpen, newWorkspace } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const date = CalendarDate.make
const euro = CurrencyCode.make("EUR")

const priced = (unitPriceMinor: number, issueDate: string, fields: object = {}) => ({
  lineItems: [{ description: "Work", quantity: 1, unitPriceMinor }],
  ...{ taxRate: null, taxCategory: null },
  issueDate: date(issueDate),
  dueDate: date("2026-03-31"),
  ...fields
})

export const statementRepositoryContract: StorageContract = (it) => {
  it.effect("movements by day and kind, sums before the period, and rests after it", () =>
    Effect.gen(function* () {
      const statements = yield* StatementRepository
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const stranger = yield* newClient(workspace.id, "Eve")
      const read = (from: string, to: string, limit = 100, id = client.id) =>
        statements.read(workspace.id, id, {
          ...{ from: date(from), to: date(to), limit },
          timeZone: "Europe/Berlin"
        })
      yield* newDraft(workspace.id, client.id, priced(9, "2026-02-01"))
      yield* newOpen(workspace.id, stranger.id, priced(5, "2026-02-01"))
      const first = yield* newOpen(workspace.id, client.id, priced(1000, "2026-02-01"))
      const second = yield* newOpen(workspace.id, client.id, priced(70, "2026-03-02"))
      const dollars = { currency: CurrencyCode.make("USD") }
      const third = yield* newOpen(workspace.id, client.id, priced(8, "2026-03-03", dollars))
      // Half an hour after midnight in the zone of the workspace.
      const paidAt = at("2026-03-01T23:30:00Z")
      const payment = yield* paymentOf(first, 400, { paidAt, reference: "R 1" })
      yield* book(first, payment)
      const voided = becomeVoid(second, "wrong", at("2026-03-05T12:00:00Z"))
      yield* (yield* each(InvoiceRepository)).save(voided, "sent")
      const paid = {
        ...{ day: date("2026-03-02"), kind: "payment", currency: euro, amountMinor: -400 },
        ...{ number: first.number, reference: "R 1" }
      }
      const plain = { currency: euro, reference: null }
      const [issued, gone] = [
        { day: date("2026-03-02"), kind: "invoice", ...plain, amountMinor: 70 },
        { day: date("2026-03-05"), kind: "void", ...plain, amountMinor: -70 }
      ].map((movement) => ({ ...movement, number: second.number }))
      const inDollars = {
        ...{ day: date("2026-03-03"), kind: "invoice", reference: null, amountMinor: 8 },
        ...{ currency: dollars.currency, number: third.number }
      }
      const march = yield* read("2026-03-01", "2026-03-31")
      assert.deepStrictEqual<unknown>(march, {
        opening: [{ currency: euro, amountMinor: 1000 }],
        movements: [issued, paid, inDollars, gone],
        open: [
          { currency: euro, dueDate: date("2026-03-31"), restMinor: 600 },
          { currency: dollars.currency, dueDate: date("2026-03-31"), restMinor: 8 }
        ]
      })
      assert.lengthOf((yield* read("2026-03-01", "2026-03-31", 2)).movements, 2)
      const day = yield* read("2026-03-02", "2026-03-02")
      assert.deepStrictEqual<unknown>(day.movements, [issued, paid])
      assert.deepStrictEqual<unknown>(day.open, [
        { currency: euro, dueDate: date("2026-03-31"), restMinor: 670 }
      ])
      const nothing = { opening: [], movements: [], open: [] }
      assert.deepStrictEqual(yield* read("2020-01-01", "2020-12-31"), nothing)
      const other = yield* newWorkspace
      const elsewhere = yield* statements.read(other.id, client.id, {
        ...{ from: date("2020-01-01"), to: date("2030-01-01"), limit: 100 },
        timeZone: "UTC"
      })
      assert.deepStrictEqual(elsewhere, nothing)
    })
  )
}
