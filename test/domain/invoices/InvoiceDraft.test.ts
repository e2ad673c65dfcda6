/**
 * The defaults of a draft, and that a revised draft is the one that would have been written anew.
 */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import * as fc from "fast-check"
import { ProjectId } from "../../../src/domain/Ids.ts"
import type { Invalid } from "../../../src/domain/Invalid.ts"
import { draftInvoice, reviseInvoice } from "../../../src/domain/invoices/InvoiceDraft.ts"
import type { InvoiceInput, InvoicePatch } from "../../../src/domain/invoices/InvoiceInputs.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { draftContext, draftOf, inputOf, now, today } from "../../support/invoices.ts"

const later = DateTime.add(now, { minutes: 1 })
const day = (text: string) => CalendarDate.make(text)

const pathsOf = (result: Result.Result<unknown, Invalid>): ReadonlyArray<string> =>
  Result.isFailure(result) ? result.failure.problems.map(({ path }) => path) : []

const someLine = fc.record({
  description: fc.constantFrom("Work", "Travel"),
  quantity: fc.integer({ min: 1, max: 40_000 }).map((quarters) => quarters / 4),
  unit: fc.constantFrom(null, "HUR"),
  unitPriceMinor: fc.integer({ min: 0, max: 1_000_000 })
})

const reference = fc.constantFrom(null, "X 1")
const period = { start: day("2026-01-01"), end: day("2026-01-31") }

/** Inputs with every optional field; each date may be before the other. */
const whole = {
  lineItems: fc.array(someLine, { minLength: 1, maxLength: 4 }),
  projectId: fc.constantFrom(null, ProjectId.fromUuid("0190f5fe-7c00-7a00-8abc-000000000002")),
  issueDate: fc.constantFrom(day("2026-01-31"), day("2026-02-28")),
  dueDate: fc.constantFrom(day("2026-02-01"), day("2026-03-31")),
  currency: fc.constantFrom<CurrencyCode[]>(CurrencyCode.make("EUR"), CurrencyCode.make("JPY")),
  taxRate: fc.constantFrom(null, 0, 0.19, 0.077),
  discountMinor: fc.integer({ min: 0, max: 5000 }),
  notes: fc.constantFrom(null, "Thanks"),
  buyerReference: reference,
  purchaseOrder: reference,
  contractReference: reference,
  buyerAccountingReference: reference,
  deliveryDate: fc.constantFrom(null, day("2026-01-31")),
  servicePeriod: fc.constantFrom(null, period)
}
const someInput = fc.record(whole).map((given): InvoiceInput => inputOf(given))
const somePatch: fc.Arbitrary<InvoicePatch> = fc.record(whole, { requiredKeys: [] })

describe("a draft", () => {
  it("takes defaults from the workspace and its day", () => {
    assert.deepInclude(draftOf(), {
      status: "draft",
      projectId: null,
      issueDate: today,
      dueDate: day("2026-03-15"),
      currency: draftContext.currency,
      taxRate: null,
      taxCategory: null,
      exemptionReason: null,
      taxes: [],
      moneyVersion: 2,
      discountMinor: 0,
      notes: null,
      buyerReference: null,
      purchaseOrder: null,
      contractReference: null,
      buyerAccountingReference: null,
      deliveryDate: null,
      servicePeriod: null,
      paymentLinkSalt: null,
      createdAt: now,
      updatedAt: now
    })
  })

  it("counts the payment terms from a given issue date", () => {
    assert.strictEqual(draftOf({ issueDate: day("2026-02-20") }).dueDate, day("2026-03-06"))
  })

  it("stores each line with its total, and all amounts", () => {
    const draft = draftOf({
      lineItems: [
        { description: "Work", quantity: 1.5, unitPriceMinor: 333 },
        { description: "Deduction", quantity: 1, unitPriceMinor: -100 }
      ],
      taxRate: 0.2,
      discountMinor: 50
    })
    assert.deepStrictEqual(
      draft.lineItems.map(({ totalMinor }) => totalMinor),
      [500, -100]
    )
    assert.deepInclude(draft, { subtotalMinor: 400, discountMinor: 50, taxMinor: 70 })
    assert.strictEqual(draft.totalMinor, 420)
  })

  it("may be due on the day it is issued, not before", () => {
    assert.strictEqual(draftOf({ dueDate: today }).dueDate, today)
    const early = draftInvoice(inputOf({ dueDate: day("2026-02-28") }), draftContext)
    assert.deepStrictEqual(pathsOf(early), ["due_date"])
  })

  it("was delivered on a day or in a period that does not end before it starts", () => {
    const both = inputOf({ deliveryDate: today, servicePeriod: period })
    assert.deepStrictEqual(pathsOf(draftInvoice(both, draftContext)), ["service_period"])
    const reversed = inputOf({ servicePeriod: { start: period.end, end: period.start } })
    assert.deepStrictEqual(pathsOf(draftInvoice(reversed, draftContext)), ["service_period.end"])
    const oneDay = { start: today, end: today }
    assert.deepStrictEqual(draftOf({ servicePeriod: oneDay }).servicePeriod, oneDay)
    const draft = draftOf({ deliveryDate: today })
    const revised = reviseInvoice(draft, { servicePeriod: period }, later)
    assert.deepStrictEqual(pathsOf(revised), ["service_period"])
    const moved = reviseInvoice(draft, { servicePeriod: period, deliveryDate: null }, later)
    assert.isTrue(Result.isSuccess(moved))
  })

  it("names the problems of money and of dates together", () => {
    const wrong = inputOf({ lineItems: [], taxRate: 2, dueDate: day("2026-02-28") })
    const refused = draftInvoice(wrong, draftContext)
    assert.deepStrictEqual(pathsOf(refused), ["line_items", "tax_rate", "due_date"])
  })
})

describe("revising a draft", () => {
  it("with an empty patch returns the same draft", () => {
    const draft = draftOf()
    assert.strictEqual(Result.getOrThrow(reviseInvoice(draft, {}, later)), draft)
  })

  it("gives the result of the merged input", () => {
    fc.assert(
      fc.property(someInput, somePatch, (input, patch) => {
        const drafted = draftInvoice(input, draftContext)
        fc.pre(Result.isSuccess(drafted) && Object.keys(patch).length > 0)
        const draft = { ...Result.getOrThrow(drafted), number: "INV-0001" }
        const anew = draftInvoice({ ...input, ...patch }, draftContext)
        assert.deepStrictEqual(
          reviseInvoice(draft, patch, later),
          Result.map(anew, (fields) => ({ ...fields, number: "INV-0001", updatedAt: later }))
        )
      })
    )
  })

  it("clears null fields and leaves absent ones unchanged", () => {
    const draft = draftOf({ taxRate: 0.2, discountMinor: 100, notes: "Thanks" })
    const untaxed = Result.getOrThrow(reviseInvoice(draft, { taxRate: null }, later))
    assert.deepInclude(untaxed, { taxRate: null, taxMinor: 0, discountMinor: 100, totalMinor: 900 })
    assert.strictEqual(untaxed.notes, "Thanks")
    const bare = Result.getOrThrow(reviseInvoice(draft, { notes: null, discountMinor: 0 }, later))
    assert.deepInclude(bare, { notes: null, discountMinor: 0, taxRate: 0.2, totalMinor: 1200 })
  })
})
