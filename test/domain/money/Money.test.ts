/** Money: every vector of the decisions, and properties against an independent exact oracle. */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import {
  computeAmounts as computeAmountsIn,
  divideRounded,
  type InvoiceAmountsInput,
  scaled
} from "../../../src/domain/money/Money.ts"

type Input = Omit<InvoiceAmountsInput, "currency">
const computeAmounts = (input: Input) =>
  computeAmountsIn({ ...input, currency: CurrencyCode.make("KWD") })
const amounts = (input: Input) => Result.getOrThrow(computeAmounts(input))
const issues = (input: Input): ReadonlyArray<string> =>
  Result.match(computeAmounts(input), {
    onSuccess: () => [],
    onFailure: (found) => found.map(({ path }) => path)
  })

const line = (quantity: number, unitPriceMinor: number) => ({ quantity, unitPriceMinor })

describe("vectors", () => {
  const cases = [
    [[line(1, 12_000)], 0.1, 0, [12_000], 12_000, 1200, 13_200],
    [[line(1, 818_000)], 0.09975, 0, [818_000], 818_000, 81_596, 899_596],
    [[line(1, 100)], 0.145, 0, [100], 100, 15, 115],
    [[line(0.29, 50)], null, 0, [15], 15, 0, 15],
    [[line(0.8333, 10_000)], 0.19, 0, [8333], 8333, 1583, 9916],
    [[line(1, 850_000)], 0.19, 750_000, [850_000], 850_000, 19_000, 119_000],
    [[line(1, 10), line(1, 10), line(1, 10)], 0.05, 0, [10, 10, 10], 30, 2, 32],
    [[line(3, 333), line(1, -99)], 0.2, 0, [999, -99], 900, 180, 1080]
  ] as const
  it.each(cases)(
    "%j at %s less %s",
    (lines, taxRate, discountMinor, totals, subtotal, tax, total) => {
      const result = amounts({ lines, taxRate, discountMinor })
      assert.deepStrictEqual(result, {
        lineTotalsMinor: [...totals],
        subtotalMinor: subtotal,
        discountMinor,
        taxMinor: tax,
        totalMinor: total
      })
    }
  )

  it("tax rate 0 and null both give no tax", () => {
    const base = { lines: [line(1, 100)], discountMinor: 0 }
    assert.strictEqual(amounts({ ...base, taxRate: 0 }).taxMinor, 0)
    assert.strictEqual(amounts({ ...base, taxRate: null }).taxMinor, 0)
  })

  it("rounds half away from zero on both sides", () => {
    assert.deepStrictEqual(
      amounts({ lines: [line(1, 100), line(0.5, -1)], taxRate: null, discountMinor: 0 })
        .lineTotalsMinor,
      [100, -1]
    )
    assert.strictEqual(divideRounded(-5n, 2n), -3n)
    assert.strictEqual(divideRounded(5n, 2n), 3n)
    assert.strictEqual(divideRounded(-4n, 3n), -1n)
  })
})

describe("limits name their place", () => {
  const base = { lines: [line(1, 100)], taxRate: null, discountMinor: 0 }
  it.each([
    [{ ...base, lines: [] }, ["line_items"]],
    [{ ...base, lines: Array.from({ length: 201 }, () => line(1, 1)) }, ["line_items"]],
    [{ ...base, lines: [line(0, 1)] }, ["line_items[0].quantity"]],
    [{ ...base, lines: [line(-1, 1)] }, ["line_items[0].quantity"]],
    [{ ...base, lines: [line(1_000_000.5, 1)] }, ["line_items[0].quantity"]],
    [{ ...base, lines: [line(0.00001, 1)] }, ["line_items[0].quantity"]],
    [{ ...base, lines: [line(Number.NaN, 1)] }, ["line_items[0].quantity"]],
    [{ ...base, lines: [line(1, 0.5)] }, ["line_items[0].unit_price"]],
    [{ ...base, lines: [line(1, 100_000_000_001)] }, ["line_items[0].unit_price"]],
    [{ ...base, lines: [line(1, 1), line(1, -100_000_000_001)] }, ["line_items[1].unit_price"]],
    [{ ...base, lines: [line(1_000_000, 100_000_000_000)] }, ["line_items[0]"]],
    [{ ...base, lines: [line(1, -1)] }, ["line_items"]],
    [{ ...base, taxRate: 1.1 }, ["tax_rate"]],
    [{ ...base, taxRate: -0.1 }, ["tax_rate"]],
    [{ ...base, taxRate: 0.1234567 }, ["tax_rate"]],
    [{ ...base, discountMinor: 101 }, ["discount"]],
    [{ ...base, discountMinor: -1 }, ["discount"]],
    [{ ...base, discountMinor: 0.5 }, ["discount"]],
    [
      { lines: [line(0, 0.5)], taxRate: 2, discountMinor: -1 },
      ["line_items[0].quantity", "line_items[0].unit_price", "tax_rate", "discount"]
    ],
    [
      { ...base, lines: Array.from({ length: 2 }, () => line(1000, 100_000_000_000)) },
      ["line_items"]
    ]
  ])("%#", (input, paths) => {
    assert.deepStrictEqual(issues(input), paths)
  })

  it("accepts the edges", () => {
    assert.deepStrictEqual(issues({ ...base, lines: [line(1000, 100_000_000_000)] }), [])
    assert.deepStrictEqual(issues({ ...base, lines: [line(0.0001, 1)], taxRate: 0.000001 }), [])
    assert.deepStrictEqual(issues({ ...base, taxRate: 1, discountMinor: 100 }), [])
  })
})

/**
 * The oracle works on decimal text with a scale of its own and rounds by looking at the remainder:
 * nothing is shared with the code under test.
 */
const oracle = (input: Input) => {
  const parse = (value: number): { digits: bigint; scale: number } => {
    const [whole = "", fraction = ""] = value.toFixed(10).split(".")
    return { digits: BigInt(whole + fraction), scale: fraction.length }
  }
  const round = (digits: bigint, scale: number): bigint => {
    const unit = 10n ** BigInt(scale)
    const quotient = digits / unit
    const remainder = digits % unit
    const twice = 2n * (remainder < 0n ? -remainder : remainder)
    return twice >= unit ? quotient + (digits < 0n ? -1n : 1n) : quotient
  }
  const totals = input.lines.map(({ quantity, unitPriceMinor }) => {
    const { digits, scale } = parse(quantity)
    return round(digits * BigInt(unitPriceMinor), scale)
  })
  const subtotal = totals.reduce((a, b) => a + b, 0n)
  const rate = parse(input.taxRate ?? 0)
  const tax = round((subtotal - BigInt(input.discountMinor)) * rate.digits, rate.scale)
  return { totals, subtotal, tax, total: subtotal - BigInt(input.discountMinor) + tax }
}

const Quantity = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 99_999_999 }))
const Price = Schema.Int.check(Schema.isBetween({ minimum: -50_000, maximum: 1_000_000 }))
const Rate = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
const Line = Schema.Struct({ quantity: Quantity, price: Price })

describe("properties", () => {
  it.prop(
    "agrees with the oracle",
    {
      lines: Schema.Array(Line).check(Schema.isBetweenLength(1, 12)),
      rate: Rate,
      discount: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))
    },
    ({ lines, rate, discount }) => {
      const input = {
        lines: lines.map(({ quantity, price }) => line(quantity / 10_000, price)),
        taxRate: rate / 1_000_000,
        discountMinor: discount
      }
      const expected = oracle(input)
      const result = computeAmounts(input)
      if (expected.subtotal < BigInt(discount)) return Result.isFailure(result)
      const found = Result.getOrThrow(result)
      assert.deepStrictEqual(found.lineTotalsMinor.map(BigInt), expected.totals)
      assert.strictEqual(BigInt(found.subtotalMinor), expected.subtotal)
      assert.strictEqual(BigInt(found.taxMinor), expected.tax)
      assert.strictEqual(BigInt(found.totalMinor), expected.total)
      assert.strictEqual(
        found.totalMinor,
        found.subtotalMinor - found.discountMinor + found.taxMinor
      )
      return true
    },
    { arbitrary: { runs: 2000 } }
  )

  it.prop("reads the shortest decimal form exactly", { n: Quantity }, ({ n }) => {
    assert.strictEqual(scaled(n / 10_000, 4), BigInt(n))
  })
})
