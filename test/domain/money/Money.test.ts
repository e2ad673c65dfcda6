/** Money: every vector of the decisions, and properties against an independent exact oracle. */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import fc from "fast-check"
import type { FieldProblem } from "../../../src/domain/Invalid.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import {
  computeAmounts as computeAmountsIn,
  divideRounded,
  type GivenPair,
  type InvoiceAmountsInput,
  pairOf,
  scaled,
  type TaxCategory,
  type TaxPair,
  taxOfLine
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

const taxedAt = (taxRate: number | null): TaxPair | null =>
  taxRate === null ? null : { taxRate, taxCategory: taxRate > 0 ? "S" : "Z" }
const line = (quantity: number, unitPriceMinor: number, rate: number | null = null) => ({
  quantity,
  unitPriceMinor,
  tax: taxedAt(rate)
})
/** An invoice of one rate. */
const atRate = (
  lines: ReadonlyArray<readonly [quantity: number, unitPriceMinor: number]>,
  rate: number | null,
  discountMinor = 0
): Input => ({
  lines: lines.map(([quantity, price]) => line(quantity, price, rate)),
  discountMinor
})

describe("vectors", () => {
  const cases = [
    [[[1, 12_000]], 0.1, 0, [12_000], 12_000, 1200, 13_200],
    [[[1, 818_000]], 0.09975, 0, [818_000], 818_000, 81_596, 899_596],
    [[[1, 100]], 0.145, 0, [100], 100, 15, 115],
    [[[0.29, 50]], null, 0, [15], 15, 0, 15],
    [[[0.8333, 10_000]], 0.19, 0, [8333], 8333, 1583, 9916],
    [[[1, 850_000]], 0.19, 750_000, [850_000], 850_000, 19_000, 119_000],
    [
      [
        [1, 10],
        [1, 10],
        [1, 10]
      ],
      0.05,
      0,
      [10, 10, 10],
      30,
      2,
      32
    ],
    [
      [
        [3, 333],
        [1, -99]
      ],
      0.2,
      0,
      [999, -99],
      900,
      180,
      1080
    ]
  ] as const
  it.each(cases)("%j at %s less %s", (lines, rate, discountMinor, totals, subtotal, tax, total) => {
    const { groups, ...result } = amounts(atRate(lines, rate, discountMinor))
    assert.deepStrictEqual(result, {
      lineTotalsMinor: [...totals],
      subtotalMinor: subtotal,
      discountMinor,
      taxMinor: tax,
      totalMinor: total
    })
    assert.deepStrictEqual(
      groups.map(({ baseMinor, taxMinor }) => [baseMinor, taxMinor]),
      rate === null ? [] : [[subtotal - discountMinor, tax]]
    )
  })

  const mixed = [line(1, 10_000, 0.19), line(1, 5000, 0.07), line(1, 2500, 0)]
  it.each([
    [mixed, 0, [10_000, 5000, 2500], [1900, 350, 0], 19_750],
    [mixed, 1000, [9429, 4714, 2357], [1792, 330, 0], 18_622],
    [[line(3, 3333, 0.19), line(1, 1, 0.07)], 100, [9899, 1], [1881, 0], 11_781]
  ] as const)("of several rates %#", (lines, discountMinor, bases, taxes, total) => {
    const result = amounts({ lines, discountMinor })
    assert.deepStrictEqual(
      result.groups.map(({ baseMinor }) => baseMinor),
      [...bases]
    )
    assert.deepStrictEqual(
      result.groups.map(({ taxMinor }) => taxMinor),
      [...taxes]
    )
    assert.strictEqual(result.totalMinor, total)
  })

  it("groups by category and rate, in the order of the first lines", () => {
    const at = (taxCategory: TaxCategory, taxRate: number) => ({
      ...line(1, 100),
      tax: { taxCategory, taxRate }
    })
    const { groups } = amounts({
      lines: [at("AE", 0), at("S", 0.1), at("Z", 0), at("S", 0.1), at("E", 0), at("AE", 0)],
      discountMinor: 0
    })
    assert.deepStrictEqual(
      groups.map(({ category, rate, baseMinor }) => [category, rate, baseMinor]),
      [
        ["AE", 0, 200],
        ["S", 0.1, 200],
        ["Z", 0, 100],
        ["E", 0, 100]
      ]
    )
  })

  it("divides the discount among groups with a positive sum alone, equal parts to the first", () => {
    const lines = [line(1, -50, 0.1), line(1, 100, 0.2), line(1, 100, 0.3)]
    const { groups, totalMinor } = amounts({ lines, discountMinor: 3 })
    assert.deepStrictEqual(
      groups.map(({ discountMinor }) => discountMinor),
      [0, 2, 1]
    )
    assert.strictEqual(totalMinor, 147 - 5 + 20 + 30)
  })

  it("a deduction at a higher rate gives a negative tax", () => {
    const { groups, taxMinor, totalMinor } = amounts({
      lines: [line(1, 100, 0), line(1, -50, 0.19)],
      discountMinor: 0
    })
    assert.deepStrictEqual(groups[1]?.taxMinor, -10)
    assert.deepStrictEqual([taxMinor, totalMinor], [-10, 40])
  })

  it("tax rate 0 and null both give no tax", () => {
    assert.strictEqual(amounts(atRate([[1, 100]], 0)).taxMinor, 0)
    assert.strictEqual(amounts(atRate([[1, 100]], null)).taxMinor, 0)
  })

  it("rounds half away from zero on both sides", () => {
    assert.deepStrictEqual(
      amounts(
        atRate(
          [
            [1, 100],
            [0.5, -1]
          ],
          null
        )
      ).lineTotalsMinor,
      [100, -1]
    )
    assert.strictEqual(divideRounded(-5n, 2n), -3n)
    assert.strictEqual(divideRounded(5n, 2n), 3n)
    assert.strictEqual(divideRounded(-4n, 3n), -1n)
  })
})

describe("limits name their place", () => {
  const base = { lines: [line(1, 100)], discountMinor: 0 }
  const bulk = line(1000, 100_000_000_000)
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
    [{ ...base, discountMinor: 101 }, ["discount"]],
    [{ ...base, discountMinor: -1 }, ["discount"]],
    [{ ...base, discountMinor: 0.5 }, ["discount"]],
    [
      { lines: [line(0, 0.5)], discountMinor: -1 },
      ["line_items[0].quantity", "line_items[0].unit_price", "discount"]
    ],
    [{ ...base, lines: [bulk, bulk] }, ["line_items"]],
    // The total is below 0, then exact although the sum of a group is not.
    [{ ...base, lines: [line(1, 100, 0), line(1, -100, 0.19)] }, ["line_items"]],
    [
      {
        ...base,
        lines: [
          ...Array.from({ length: 95 }, () => ({ ...bulk, tax: taxedAt(0.1) })),
          ...Array.from({ length: 95 }, () => ({
            ...line(1000, -100_000_000_000),
            tax: taxedAt(0.1000001)
          }))
        ]
      },
      ["line_items"]
    ]
  ])("%#", (input, paths) => {
    assert.deepStrictEqual(issues(input), paths)
  })

  it("accepts the edges", () => {
    assert.deepStrictEqual(issues({ ...base, lines: [bulk] }), [])
    assert.deepStrictEqual(issues(atRate([[0.0001, 1]], 0.000001)), [])
    assert.deepStrictEqual(issues(atRate([[1, 100]], 1, 100)), [])
  })
})

describe("a pair", () => {
  it.each<readonly [GivenPair, TaxPair | null]>([
    [{}, null],
    [{ taxRate: null, taxCategory: null }, null],
    [{ taxRate: 0.19 }, { taxRate: 0.19, taxCategory: "S" }],
    [{ taxRate: 0 }, { taxRate: 0, taxCategory: "Z" }],
    [
      { taxRate: null, taxCategory: "AE" },
      { taxRate: 0, taxCategory: "AE" }
    ],
    [{ taxCategory: "Z" }, { taxRate: 0, taxCategory: "Z" }],
    [
      { taxRate: 0, taxCategory: "O" },
      { taxRate: 0, taxCategory: "O" }
    ],
    [
      { taxRate: 1, taxCategory: "S" },
      { taxRate: 1, taxCategory: "S" }
    ]
  ])("%j is %j", (given, pair) => {
    const problems: FieldProblem[] = []
    assert.deepStrictEqual(pairOf(given, "", problems), pair)
    assert.deepStrictEqual(problems, [])
  })

  it.each<GivenPair>([
    { taxCategory: "S" },
    { taxRate: 0, taxCategory: "S" },
    { taxRate: 0.19, taxCategory: "AE" },
    { taxRate: 0.19, taxCategory: "Z" },
    { taxRate: 1.1 },
    { taxRate: -0.1 },
    { taxRate: 0.1234567 },
    { taxRate: Number.NaN }
  ])("%j is refused at its rate", (given) => {
    const problems: FieldProblem[] = []
    assert.isNull(pairOf(given, "line_items[3].", problems))
    assert.deepStrictEqual(
      problems.map(({ path }) => path),
      ["line_items[3].tax_rate"]
    )
  })

  it("of a line is its own, otherwise the invoice's", () => {
    const none = { taxRate: null, taxCategory: null }
    const own = { taxRate: 0, taxCategory: "E" } as const
    const shared = { taxRate: 0.19, taxCategory: "S" } as const
    assert.deepStrictEqual(taxOfLine(own, shared), own)
    assert.deepStrictEqual(taxOfLine(none, shared), shared)
    assert.isNull(taxOfLine(none, none))
  })
})

/**
 * The oracle works on decimal text with a scale of its own, rounds by looking at the remainder, and
 * hands out the discount one unit at a time: nothing is shared with the code under test.
 */
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

interface Case {
  readonly quantity: number
  readonly price: number
  readonly rate: number | null
}

const oracle = (lines: ReadonlyArray<Case>, discount: bigint) => {
  const totals = lines.map(({ quantity, price }) => {
    const { digits, scale } = parse(quantity)
    return round(digits * BigInt(price), scale)
  })
  const subtotal = totals.reduce((a, b) => a + b, 0n)
  const rates = [...new Set(lines.flatMap(({ rate }) => (rate === null ? [] : [rate])))]
  const sums = rates.map((rate) =>
    totals.filter((_, index) => lines[index]?.rate === rate).reduce((a, b) => a + b, 0n)
  )
  const positive = sums.map((sum) => (sum > 0n ? sum : 0n))
  const whole = positive.reduce((a, b) => a + b, 0n)
  const parts = positive.map((sum) => (whole === 0n ? 0n : (discount * sum) / whole))
  // A unit at a time to the group that is furthest below its exact part.
  while (whole > 0n && parts.reduce((a, b) => a + b, 0n) < discount) {
    let neediest = 0
    const missing = (index: number) =>
      discount * (positive[index] ?? 0n) - (parts[index] ?? 0n) * whole
    for (const index of parts.keys()) if (missing(index) > missing(neediest)) neediest = index
    parts[neediest] = (parts[neediest] ?? 0n) + 1n
  }
  const bases = sums.map((sum, index) => sum - (parts[index] ?? 0n))
  const taxes = bases.map((base, index) => {
    const { digits, scale } = parse(rates[index] ?? 0)
    return round(base * digits, scale)
  })
  const tax = taxes.reduce((a, b) => a + b, 0n)
  return { totals, subtotal, bases, taxes, tax, total: subtotal - discount + tax }
}

const someQuantity = fc.integer({ min: 1, max: 99_999_999 }).map((n) => n / 10_000)
const somePrice = fc.integer({ min: -50_000, max: 1_000_000 })
const someRate = fc.oneof(
  fc.constantFrom(0, 0.07, 0.19, 0.2, 0.055),
  fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1_000_000)
)
const linesAt = (rate: fc.Arbitrary<number | null>) =>
  fc.array(fc.record({ quantity: someQuantity, price: somePrice, rate }), {
    minLength: 1,
    maxLength: 12
  })
/** All lines are taxed or none is. */
const someLines = fc.oneof(linesAt(fc.constant(null)), linesAt(someRate))

describe("properties", () => {
  it("agrees with the oracle", () => {
    fc.assert(
      fc.property(someLines, fc.integer({ min: 0, max: 10_000 }), (lines, discount) => {
        const expected = oracle(lines, BigInt(discount))
        const found = computeAmounts({
          lines: lines.map(({ quantity, price, rate }) => line(quantity, price, rate)),
          discountMinor: discount
        })
        const isRefused = expected.subtotal < BigInt(discount) || expected.total < 0n
        assert.strictEqual(Result.isFailure(found), isRefused)
        if (Result.isFailure(found)) return
        const { success: result } = found
        assert.deepStrictEqual(result.lineTotalsMinor.map(BigInt), expected.totals)
        assert.deepStrictEqual(
          result.groups.map(({ baseMinor }) => BigInt(baseMinor)),
          expected.bases
        )
        assert.deepStrictEqual(
          result.groups.map(({ taxMinor }) => BigInt(taxMinor)),
          expected.taxes
        )
        assert.strictEqual(BigInt(result.subtotalMinor), expected.subtotal)
        assert.strictEqual(BigInt(result.taxMinor), expected.tax)
        assert.strictEqual(BigInt(result.totalMinor), expected.total)
      }),
      { numRuns: 2000 }
    )
  })

  it("the bases add up to the subtotal less the discount, and no base is passed by its part", () => {
    fc.assert(
      fc.property(
        linesAt(someRate),
        fc.integer({ min: 0, max: 10_000 }),
        (lines, discountMinor) => {
          const found = computeAmounts({
            lines: lines.map(({ quantity, price, rate }) => line(quantity, price, rate)),
            discountMinor
          })
          fc.pre(Result.isSuccess(found))
          const { groups, subtotalMinor } = Result.getOrThrow(found)
          const bases = groups.reduce((sum, { baseMinor }) => sum + baseMinor, 0)
          assert.strictEqual(bases, subtotalMinor - discountMinor)
          for (const { lineTotalsMinor, discountMinor: part } of groups) {
            assert.isTrue(part >= 0 && part <= Math.max(0, lineTotalsMinor))
          }
        }
      )
    )
  })

  it("one rate gives the amounts of version 1", () => {
    fc.assert(
      fc.property(
        linesAt(fc.constant(0)),
        someRate,
        fc.integer({ min: 0, max: 1000 }),
        (lines, rate, discountMinor) => {
          const found = computeAmounts({
            lines: lines.map(({ quantity, price }) => line(quantity, price, rate)),
            discountMinor
          })
          fc.pre(Result.isSuccess(found))
          const { subtotalMinor, taxMinor } = Result.getOrThrow(found)
          const { digits, scale } = parse(rate)
          const once = round(BigInt(subtotalMinor - discountMinor) * digits, scale)
          assert.strictEqual(BigInt(taxMinor), once)
        }
      )
    )
  })

  it.prop(
    "reads the shortest decimal form exactly",
    { n: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 99_999_999 })) },
    ({ n }) => {
      assert.strictEqual(scaled(n / 10_000, 4), BigInt(n))
    }
  )
})
