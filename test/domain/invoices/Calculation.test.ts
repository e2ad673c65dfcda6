/** The steps of a calculation lead to the amounts of the invoice, each from its own operands. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { calculationOf } from "../../../src/domain/invoices/Calculation.ts"
import { draftInvoice } from "../../../src/domain/invoices/InvoiceDraft.ts"
import type { InvoiceInput } from "../../../src/domain/invoices/InvoiceInputs.ts"
import { draftContext, draftOf, inputOf } from "../../support/invoices.ts"

const line = (quantity: number, unitPriceMinor: number, taxRate: number | null = null) => ({
  description: "Work",
  quantity,
  unitPriceMinor,
  taxRate
})

describe("the calculation of an invoice", () => {
  it("has a step for each line, sum, share and tax", () => {
    const draft = draftOf({
      lineItems: [line(0.8333, 10_001), line(1, 5000, 0.07), line(1, -99, 0)],
      taxRate: 0.19,
      discountMinor: 1000
    })
    assert.deepStrictEqual(calculationOf(draft), {
      version: 2,
      steps: [
        {
          name: "line_items[0].total",
          operation: "multiply",
          operands: [0.8333, 10_001],
          exact: "8333.8333",
          roundedMinor: 8334
        },
        {
          name: "line_items[1].total",
          operation: "multiply",
          operands: [1, 5000],
          exact: "5000",
          roundedMinor: 5000
        },
        {
          name: "line_items[2].total",
          operation: "multiply",
          operands: [1, -99],
          exact: "-99",
          roundedMinor: -99
        },
        {
          name: "subtotal",
          operation: "sum",
          operands: [8334, 5000, -99],
          exact: "13235",
          roundedMinor: 13_235
        },
        {
          name: "taxes[0].discount",
          operation: "share",
          operands: [1000, 8334, 13_334],
          exact: "625.018749062547",
          roundedMinor: 625
        },
        {
          name: "taxes[0].tax",
          operation: "multiply",
          operands: [0.19, 7709],
          exact: "1464.71",
          roundedMinor: 1465
        },
        {
          name: "taxes[1].discount",
          operation: "share",
          operands: [1000, 5000, 13_334],
          exact: "374.981250937453",
          roundedMinor: 375
        },
        {
          name: "taxes[1].tax",
          operation: "multiply",
          operands: [0.07, 4625],
          exact: "323.75",
          roundedMinor: 324
        },
        {
          name: "taxes[2].discount",
          operation: "share",
          operands: [1000, -99, 13_334],
          exact: "0",
          roundedMinor: 0
        },
        {
          name: "taxes[2].tax",
          operation: "multiply",
          operands: [0, -99],
          exact: "0",
          roundedMinor: 0
        },
        {
          name: "tax",
          operation: "sum",
          operands: [1465, 324, 0],
          exact: "1789",
          roundedMinor: 1789
        },
        {
          name: "total",
          operation: "sum",
          operands: [13_235, -1000, 1789],
          exact: "14024",
          roundedMinor: 14_024
        }
      ],
      subtotalMinor: 13_235,
      taxMinor: 1789,
      totalMinor: 14_024
    })
  })

  it("of an invoice that is not taxed has no group", () => {
    const { steps } = calculationOf(draftOf({ discountMinor: 1 }))
    assert.deepStrictEqual(
      steps.map(({ name, roundedMinor }) => [name, roundedMinor]),
      [
        ["line_items[0].total", 1000],
        ["subtotal", 1000],
        ["tax", 0],
        ["total", 999]
      ]
    )
  })

  const someInput: fc.Arbitrary<InvoiceInput> = fc
    .record({
      lineItems: fc.array(
        fc
          .record({
            quantity: fc.integer({ min: 1, max: 50_000 }).map((n) => n / 10_000),
            price: fc.integer({ min: -500, max: 100_000 }),
            rate: fc.constantFrom(null, 0, 0.07, 0.19, 0.333333)
          })
          .map(({ quantity, price, rate }) => line(quantity, price, rate)),
        { minLength: 1, maxLength: 8 }
      ),
      taxRate: fc.constantFrom(0, 0.19, 0.077),
      discountMinor: fc.integer({ min: 0, max: 3000 })
    })
    .map(inputOf)

  it("has the figures of the invoice, in both versions, and every step follows from the others", () => {
    fc.assert(
      fc.property(someInput, fc.constantFrom(1, 2), (input, moneyVersion) => {
        const drafted = draftInvoice(input, draftContext)
        fc.pre(Result.isSuccess(drafted))
        const draft = Result.getOrThrow(drafted)
        const { steps, ...amounts } = calculationOf({ ...draft, moneyVersion })
        const { subtotalMinor, taxMinor, totalMinor } = draft
        assert.deepStrictEqual(amounts, {
          version: moneyVersion,
          subtotalMinor,
          taxMinor,
          totalMinor
        })
        const found = new Map(steps.map((step) => [step.name, step]))
        const rounded = (name: string) => found.get(name)?.roundedMinor
        assert.strictEqual(found.size, draft.lineItems.length + 2 * draft.taxes.length + 3)
        for (const [index, { totalMinor: total }] of draft.lineItems.entries()) {
          assert.strictEqual(rounded(`line_items[${index}].total`), total)
        }
        for (const [index, { baseMinor, taxMinor: tax }] of draft.taxes.entries()) {
          const [, sum = 0] = found.get(`taxes[${index}].discount`)?.operands ?? []
          assert.strictEqual(sum - (rounded(`taxes[${index}].discount`) ?? 0), baseMinor)
          assert.strictEqual(rounded(`taxes[${index}].tax`), tax)
        }
        for (const name of ["subtotal", "tax", "total"]) {
          const sum = found.get(name)?.operands.reduce((all, one) => all + one, 0)
          assert.strictEqual(sum, rounded(name))
        }
        for (const { exact, roundedMinor, operation } of steps) {
          assert.match(exact, /^(?:0|-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?)$/)
          const most = operation === "share" ? 1 : 0.5
          assert.isAtMost(Math.abs(Number(exact) - roundedMinor), most)
        }
      })
    )
  })
})
