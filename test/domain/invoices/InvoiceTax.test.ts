/** The tax of each line of a draft: pairs, their mixture, reasons, and how a patch changes them. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import type { Invalid } from "../../../src/domain/Invalid.ts"
import { draftInvoice, reviseInvoice } from "../../../src/domain/invoices/InvoiceDraft.ts"
import type { InvoicePatch, LineItemInput } from "../../../src/domain/invoices/InvoiceInputs.ts"
import { taxesOfVersion1 } from "../../../src/domain/invoices/InvoiceTax.ts"
import type { GivenPair } from "../../../src/domain/money/Money.ts"
import type { TaxDefaults } from "../../../src/domain/workspaces/Workspace.ts"
import { draftContext, draftOf, inputOf, now } from "../../support/invoices.ts"

const later = DateTime.add(now, { minutes: 1 })

type Tax = Partial<TaxDefaults>
const lineOf = (tax: GivenPair & { readonly exemptionReason?: string | null } = {}) =>
  ({ description: "Work", quantity: 1, unitPriceMinor: 100, ...tax }) as LineItemInput

const pathsOf = (result: Result.Result<unknown, Invalid>): ReadonlyArray<string> =>
  Result.isFailure(result) ? result.failure.problems.map(({ path }) => path) : []

const drafted = (tax: Tax, ...lineItems: ReadonlyArray<LineItemInput>) =>
  draftInvoice(inputOf({ ...tax, lineItems: lineItems.length > 0 ? lineItems : [lineOf()] }), {
    ...draftContext
  })

const pairOf = ({ taxRate, taxCategory }: GivenPair) => [taxCategory, taxRate]

describe("pairs", () => {
  it("of the invoice and of a line are resolved; a line that follows shows two nulls", () => {
    const draft = Result.getOrThrow(
      drafted(
        { taxRate: 0.19 },
        lineOf(),
        lineOf({ taxRate: 0 }),
        lineOf({ taxCategory: "E", exemptionReason: "Education" }),
        lineOf({ taxRate: 0.07, taxCategory: null }),
        lineOf({ taxRate: null, taxCategory: null })
      )
    )
    assert.deepStrictEqual(pairOf(draft), ["S", 0.19])
    assert.deepStrictEqual(draft.lineItems.map(pairOf), [
      [null, null],
      ["Z", 0],
      ["E", 0],
      ["S", 0.07],
      [null, null]
    ])
    const none = { exemptionReason: null }
    assert.deepStrictEqual(draft.taxes, [
      { category: "S", rate: 0.19, baseMinor: 200, taxMinor: 38, ...none },
      { category: "Z", rate: 0, baseMinor: 100, taxMinor: 0, ...none },
      { category: "E", rate: 0, baseMinor: 100, taxMinor: 0, exemptionReason: "Education" },
      { category: "S", rate: 0.07, baseMinor: 100, taxMinor: 7, ...none }
    ])
    assert.strictEqual(draft.taxMinor, 45)
  })

  it("no tax of the invoice says nothing about lines that have their own", () => {
    const draft = Result.getOrThrow(drafted({ taxRate: null }, lineOf({ taxRate: 0.19 })))
    assert.deepStrictEqual(pairOf(draft), [null, null])
    assert.strictEqual(draft.taxMinor, 19)
  })

  it.each<readonly [Tax, ReadonlyArray<LineItemInput>, ReadonlyArray<string>]>([
    [{ taxRate: 0.1, taxCategory: "AE" }, [], ["tax_rate"]],
    [{ taxCategory: "S" }, [], ["tax_rate"]],
    [{ taxRate: 0.19 }, [lineOf({ taxCategory: "S" })], ["line_items[0].tax_rate"]],
    [
      {},
      [lineOf(), lineOf({ taxRate: 0.19 }), lineOf()],
      ["line_items[0].tax_category", "line_items[2].tax_category"]
    ],
    [{ taxRate: 0.19 }, [lineOf(), lineOf({ taxCategory: "O" })], ["line_items[1].tax_category"]],
    [
      { taxCategory: "O" },
      [lineOf(), lineOf({ taxCategory: "Z" })],
      ["line_items[1].tax_category"]
    ],
    [{ taxCategory: "E" }, [], ["exemption_reason"]],
    [
      { taxCategory: "E" },
      [lineOf(), lineOf(), lineOf({ taxCategory: "E" })],
      ["exemption_reason", "line_items[2].exemption_reason"]
    ],
    [
      { taxRate: 0.19 },
      [lineOf({ taxRate: 0.07, exemptionReason: "?" })],
      ["line_items[0].exemption_reason"]
    ],
    [
      { taxCategory: "AE", exemptionReason: "Article 196" },
      [lineOf({ taxCategory: "E" })],
      ["line_items[0].exemption_reason"]
    ],
    [
      { taxCategory: "E" },
      [lineOf({ exemptionReason: "a".repeat(600) }), lineOf({ exemptionReason: "b".repeat(600) })],
      ["line_items"]
    ]
  ])("%j with %j is refused at %j", (tax, lines, paths) => {
    assert.deepStrictEqual(pathsOf(drafted(tax, ...lines)), paths)
  })

  it("lines outside the scope stand beside each other", () => {
    const draft = Result.getOrThrow(drafted({ taxCategory: "O" }, lineOf(), lineOf()))
    assert.deepStrictEqual(draft.taxes, [
      { category: "O", rate: 0, baseMinor: 200, taxMinor: 0, exemptionReason: null }
    ])
  })
})

describe("reasons", () => {
  it("of the invoice are for its category, and for every line beside a standard rate", () => {
    const reasons = (tax: Tax, ...lines: ReadonlyArray<LineItemInput>) =>
      Result.getOrThrow(drafted(tax, ...lines)).taxes.map(({ category, exemptionReason }) => [
        category,
        exemptionReason
      ])
    const exempt = lineOf({ taxCategory: "E", exemptionReason: "Education" })
    const reverse = lineOf({ taxCategory: "AE" })
    assert.deepStrictEqual(
      reasons({ taxCategory: "AE", exemptionReason: "Article 196" }, reverse, exempt),
      [
        ["AE", "Article 196"],
        ["E", "Education"]
      ]
    )
    assert.deepStrictEqual(
      reasons(
        { taxRate: 0.19, exemptionReason: "Insurance" },
        lineOf({ taxCategory: "E" }),
        lineOf()
      ),
      [
        ["E", "Insurance"],
        ["S", null]
      ]
    )
  })

  it("that differ within a group stand beside each other, each once", () => {
    const exempt = (exemptionReason: string) => lineOf({ taxCategory: "E", exemptionReason })
    const { taxes } = Result.getOrThrow(drafted({}, exempt("A"), exempt("B"), exempt("A")))
    assert.deepStrictEqual(
      taxes.map(({ exemptionReason }) => exemptionReason),
      ["A; B"]
    )
  })
})

describe("defaults of the workspace", () => {
  const exempt: TaxDefaults = { taxRate: 0, taxCategory: "E", exemptionReason: "Small business" }
  const with_ = (tax: Tax) =>
    Result.getOrThrow(draftInvoice(inputOf(tax), { ...draftContext, tax: exempt }))

  it("apply where neither rate nor category is given; null is not taxed", () => {
    assert.deepInclude(with_({}), exempt)
    assert.strictEqual(with_({}).taxes[0]?.exemptionReason, "Small business")
    assert.deepInclude(with_({ exemptionReason: "Other" }), { ...exempt, exemptionReason: "Other" })
    const none = { taxRate: null, taxCategory: null, exemptionReason: null, taxes: [] }
    assert.deepInclude(with_({ taxRate: null }), none)
    assert.deepInclude(with_({ taxCategory: null }), none)
    assert.deepInclude(with_({ taxRate: 0.19 }), { taxCategory: "S", exemptionReason: null })
    assert.deepInclude(with_({ taxCategory: "E" }), exempt)
  })
})

describe("a patch", () => {
  const revised = (tax: Tax, patch: InvoicePatch) => reviseInvoice(draftOf(tax), patch, later)
  const done = (tax: Tax, patch: InvoicePatch) => Result.getOrThrow(revised(tax, patch))

  it("replaces both of the pair by the one that is given", () => {
    assert.deepStrictEqual(pairOf(done({ taxRate: 0.19 }, { taxCategory: "AE" })), ["AE", 0])
    assert.deepStrictEqual(pairOf(done({ taxCategory: "AE" }, { taxRate: 0.19 })), ["S", 0.19])
    assert.deepStrictEqual(pairOf(done({ taxRate: 0.19 }, { taxRate: null })), [null, null])
    assert.deepStrictEqual(pairOf(done({ taxRate: 0.19 }, { taxCategory: null })), [null, null])
    assert.deepStrictEqual(pathsOf(revised({ taxRate: 0.19 }, { taxCategory: "S" })), ["tax_rate"])
  })

  it("of other fields leaves pair, reason and the pairs of lines", () => {
    const tax = { taxCategory: "E", exemptionReason: "Education" } as const
    const lines = { lineItems: [lineOf(), lineOf({ taxRate: 0.07 })] }
    const draft = draftOf({ ...tax, ...lines })
    const noted = Result.getOrThrow(reviseInvoice(draft, { notes: "n" }, later))
    assert.deepStrictEqual({ ...noted, notes: null, updatedAt: now }, draft)
  })

  it("that changes the category ends its reason", () => {
    const exempt = { taxCategory: "E", exemptionReason: "Education" } as const
    assert.isNull(done(exempt, { taxCategory: "AE" }).exemptionReason)
    assert.strictEqual(done(exempt, { taxRate: 0, taxCategory: "E" }).exemptionReason, "Education")
    const given = { taxCategory: "AE", exemptionReason: "Article 196" } as const
    assert.strictEqual(done(exempt, given).exemptionReason, "Article 196")
    assert.deepStrictEqual(pathsOf(revised(exempt, { exemptionReason: null })), [
      "exemption_reason"
    ])
  })

  it("makes a draft of version 1 one of version 2", () => {
    const old = { ...draftOf({ taxRate: 0.19 }), moneyVersion: 1 }
    const patched = Result.getOrThrow(reviseInvoice(old, { notes: "n" }, later))
    assert.strictEqual(patched.moneyVersion, 2)
    assert.deepStrictEqual(patched.taxes, old.taxes)
  })
})

describe("taxes of version 1", () => {
  it.each([0.19, 0, null])("with the rate %s are those of version 2", (taxRate) => {
    const draft = draftOf({ taxRate, discountMinor: 100 })
    assert.deepStrictEqual(taxesOfVersion1(draft), {
      taxCategory: draft.taxCategory,
      taxes: draft.taxes
    })
  })
})
