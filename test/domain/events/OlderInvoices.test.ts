/** Invoices in events from before they had taxes: version 1 of the amounts had one rate. */
import { assert, describe, it } from "@effect/vitest"
import { completedOf } from "../../../src/domain/events/ShownResource.ts"
import { InvoiceResource } from "../../../src/domain/invoices/InvoiceResource.ts"
import { invoiceView, lineOf } from "../../support/views.ts"

const added = new Set([
  "tax_category",
  "taxes",
  "exemption_reason",
  "buyer_reference",
  "purchase_order",
  "contract_reference",
  "buyer_accounting_reference",
  "delivery_date",
  "service_period"
])
const addedToLines = new Set(["unit", "tax_rate", "tax_category", "exemption_reason"])

const without = (names: ReadonlySet<string>, value: object) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))

describe("an invoice of an older event", () => {
  it.each([
    [0.19, "S", 180],
    [0, "Z", 0],
    [null, null, 0]
  ] as const)("with the rate %s has the taxes of it", (taxRate, taxCategory, taxMinor) => {
    const whole = InvoiceResource.toWire({
      ...invoiceView,
      lineItems: [lineOf("Work", 1, 1000)],
      discountMinor: 50,
      totalMinor: 950 + taxMinor,
      taxRate,
      taxCategory,
      taxMinor,
      taxes:
        taxCategory === null
          ? []
          : [
              {
                category: taxCategory,
                rate: taxRate,
                baseMinor: 950,
                taxMinor,
                exemptionReason: null
              }
            ]
    })
    const older = {
      ...without(added, whole),
      line_items: whole.line_items.map((line) => without(addedToLines, line))
    }
    assert.deepStrictEqual(completedOf.invoice(older), whole)
  })

  it("stays as it is where it has taxes", () => {
    const wire = InvoiceResource.toWire({ ...invoiceView, taxRate: 0.19 })
    assert.deepStrictEqual(completedOf.invoice(wire), wire)
  })
})
