/** Numbers of invoices, as they are written. */
import { assert, describe, it } from "@effect/vitest"
import { formatInvoiceNumber } from "../../../src/domain/invoices/Invoice.ts"

describe("invoice numbers", () => {
  it("have at least four digits", () => {
    assert.strictEqual(formatInvoiceNumber("INV", 1), "INV-0001")
    assert.strictEqual(formatInvoiceNumber("A-B", 12_345), "A-B-12345")
  })
})
