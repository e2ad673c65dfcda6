/** Credit notes: vectors, refusals, and properties against an independent exact oracle. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import {
  type Creditable,
  creditNoteAmounts
} from "../../../src/domain/creditnotes/CreditNoteAmounts.ts"
import type {
  CreditedLine,
  CreditLineInput
} from "../../../src/domain/creditnotes/CreditNoteLines.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"

const currency = CurrencyCode.make("EUR")

/** An exact fraction of integers; rounding is told from the distance to both neighbours. */
const nearest = (numerator: bigint, denominator: bigint): bigint => {
  const [n, d] = denominator < 0n ? [-numerator, -denominator] : [numerator, denominator]
  let floor = n / d
  if (floor * d > n) floor -= 1n
  const twice = 2n * (n - floor * d)
  if (twice === d) return n < 0n ? floor : floor + 1n
  return twice < d ? floor : floor + 1n
}

interface Line {
  readonly units: number
  readonly unitPriceMinor: number
  readonly group: number
}

const invoiceOf = (
  lines: ReadonlyArray<Line>,
  rates: ReadonlyArray<number>,
  discounts: ReadonlyArray<number>
): Creditable => {
  const totals = lines.map(({ units, unitPriceMinor }) =>
    Number(nearest(BigInt(units) * BigInt(unitPriceMinor), 10_000n))
  )
  const groups = rates.map((rate, group) => {
    const sum = totals.reduce((all, one, at) => all + (lines[at]?.group === group ? one : 0), 0)
    const base = sum - (discounts[group] ?? 0)
    return { rate, base, tax: Number(nearest(BigInt(base) * BigInt(rate), 1_000_000n)) }
  })
  return {
    lines: lines.map(({ units, unitPriceMinor, group }, at) => ({
      quantity: units / 10_000,
      unitPriceMinor,
      totalMinor: totals[at] ?? 0,
      group
    })),
    groups: rates.map((rate, at) => ({
      rate: rate / 1_000_000,
      discountMinor: discounts[at] ?? 0
    })),
    totalMinor: groups.reduce((sum, { base, tax }) => sum + base + tax, 0),
    currency
  }
}

const simple = (discount = 0) =>
  invoiceOf(
    [
      { units: 30_000, unitPriceMinor: 333, group: 0 },
      { units: 10_000, unitPriceMinor: -99, group: 0 }
    ],
    [200_000],
    [discount]
  )

const notesOf = (
  invoice: Creditable,
  requests: ReadonlyArray<ReadonlyArray<CreditLineInput> | null>
) => {
  const credited: CreditedLine[] = []
  return requests.map((request) => {
    const note = Result.getOrThrow(creditNoteAmounts(invoice, credited, request))
    credited.push(...note.lines)
    return note
  })
}

const refused = (
  invoice: Creditable,
  request: ReadonlyArray<CreditLineInput> | null,
  credited: ReadonlyArray<CreditedLine> = []
): ReadonlyArray<string> => {
  const result = creditNoteAmounts(invoice, credited, request)
  return Result.isSuccess(result) ? [] : result.failure.problems.map(({ path }) => path)
}

describe("vectors", () => {
  it("credits all of an invoice with a deduction", () => {
    const [note] = notesOf(simple(), [null])
    assert.deepInclude(note, { subtotalMinor: 900, taxMinor: 180, totalMinor: 1080 })
    assert.deepStrictEqual(
      note?.lines.map(({ quantity, unitPriceMinor, totalMinor }) => [
        quantity,
        unitPriceMinor,
        totalMinor
      ]),
      [
        [3, 333, 999],
        [1, -99, -99]
      ]
    )
  })

  it("credits one rate of three, with its part of the discount", () => {
    const invoice = invoiceOf(
      [
        { units: 10_000, unitPriceMinor: 10_000, group: 0 },
        { units: 10_000, unitPriceMinor: 5000, group: 1 },
        { units: 10_000, unitPriceMinor: 2500, group: 2 }
      ],
      [190_000, 70_000, 0],
      [571, 286, 143]
    )
    assert.strictEqual(invoice.totalMinor, 18_622)
    const [half, rest] = notesOf(invoice, [[{ line: 1, amountMinor: 2500 }], null])
    assert.deepInclude(half, { subtotalMinor: 2500, discountMinor: 143, taxMinor: 165 })
    assert.deepStrictEqual(half?.groups, [{ group: 1, baseMinor: 2357, taxMinor: 165 }])
    assert.deepInclude(rest, { discountMinor: 857, totalMinor: 18_622 - 2522 })
  })

  it("divides a line by quantity so that its parts add up", () => {
    const invoice = invoiceOf([{ units: 10_000, unitPriceMinor: 101, group: 0 }], [0], [0])
    const half = [{ line: 0, quantity: 0.5 }]
    assert.deepStrictEqual(
      notesOf(invoice, [half, half]).map(({ totalMinor }) => totalMinor),
      [51, 50]
    )
  })

  it("shows the rest of a line by quantity, or by amount where amounts were credited", () => {
    const [, byQuantity] = notesOf(simple(), [[{ line: 0, quantity: 1 }], null])
    assert.deepInclude(byQuantity?.lines[0], { quantity: 2, unitPriceMinor: 333, totalMinor: 666 })
    const [, byAmount] = notesOf(simple(), [[{ line: 0, amountMinor: 100 }], null])
    assert.deepInclude(byAmount?.lines[0], { quantity: 1, unitPriceMinor: 899, totalMinor: 899 })
  })

  it("adds no tax where the invoice is not taxed", () => {
    const taxed = simple()
    const invoice = { ...taxed, groups: [{ rate: null, discountMinor: 0 }], totalMinor: 900 }
    const [note] = notesOf(invoice, [null])
    assert.deepInclude(note, { subtotalMinor: 900, taxMinor: 0, totalMinor: 900 })
  })
})

describe("refusals name the path", () => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<CreditLineInput>]> = [
    ["lines[0].line", [{ line: 2 }]],
    ["lines[1].line", [{ line: 0 }, { line: 0 }]],
    ["lines[0]", [{ line: 0, quantity: 1, amountMinor: 1 }]],
    ["lines[0].quantity", [{ line: 0, quantity: 3.0001 }]],
    ["lines[0].quantity", [{ line: 0, quantity: 0.00001 }]],
    ["lines[0].quantity", [{ line: 0, quantity: 0 }]],
    ["lines[0].amount", [{ line: 0, amountMinor: 1000 }]],
    ["lines[0].amount", [{ line: 0, amountMinor: -1 }]],
    ["lines[1].amount", [{ line: 0 }, { line: 1, amountMinor: 1 }]],
    ["lines[0].amount", [{ line: 0, amountMinor: 0 }]],
    ["lines", [{ line: 1 }]],
    ["lines", [{ line: 0 }]]
  ]
  it.each(cases)("%s of %j", (path, request) => {
    assert.deepStrictEqual(refused(simple(), request), [path])
  })

  it("refuses what was credited before", () => {
    const [note] = notesOf(simple(), [null])
    const credited = note?.lines ?? []
    assert.deepStrictEqual(refused(simple(), null, credited), ["lines"])
    assert.deepStrictEqual(refused(simple(), [{ line: 0 }], credited), ["lines[0].line"])
    assert.deepStrictEqual(refused(simple(), [{ line: 0, quantity: 1 }], credited), [
      "lines[0].line"
    ])
  })

  it("refuses a quantity that is worth more than what is left of the amount", () => {
    const [note] = notesOf(simple(), [[{ line: 0, amountMinor: 700 }]])
    assert.deepStrictEqual(refused(simple(), [{ line: 0, quantity: 1 }], note?.lines), [
      "lines[0].quantity"
    ])
  })
})

const priced = fc.record({
  units: fc.integer({ min: 1, max: 200_000 }),
  unitPriceMinor: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 50_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -3000, max: -1 }) }
  ),
  group: fc.nat(2)
})

/** Invoices whose groups are all positive, with discounts of at most half of a group. */
const invoices = fc
  .record({
    lines: fc.array(priced, { minLength: 1, maxLength: 6 }),
    rates: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(0, 70_000, 190_000, 99_750, 1))),
    shares: fc.tuple(...[0, 1, 2].map(() => fc.nat(100)))
  })
  .map(({ lines, rates, shares }) => {
    const bare = invoiceOf(lines, rates, [])
    const totalOf = (group: number) =>
      bare.lines.reduce((sum, line) => sum + (line.group === group ? line.totalMinor : 0), 0)
    return {
      isValid: rates.every((_, group) => totalOf(group) >= 0),
      invoice: invoiceOf(
        lines,
        rates,
        shares.map((share, group) => Math.floor((Math.max(totalOf(group), 0) * share) / 200))
      )
    }
  })
  .filter(({ isValid, invoice }) => isValid && invoice.totalMinor > 0)
  .map(({ invoice }) => invoice)

const parts = fc.array(
  fc.array(
    fc.record({
      line: fc.nat(5),
      part: fc.integer({ min: 1, max: 100 }),
      by: fc.constantFrom("quantity", "amount", "rest")
    }),
    { minLength: 1, maxLength: 4 }
  ),
  { maxLength: 6 }
)

/** A request for a part of each line; whether it is valid is for the function to decide. */
const requestOf = (
  invoice: Creditable,
  wanted: ReadonlyArray<{ readonly line: number; readonly part: number; readonly by: string }>
): ReadonlyArray<CreditLineInput> =>
  wanted.map(({ line, part, by }) => {
    const { quantity = 1, totalMinor = 1 } = invoice.lines[line] ?? {}
    if (by === "quantity") return { line, quantity: Math.ceil(quantity * part * 100) / 10_000 }
    return by === "amount" ? { line, amountMinor: Math.trunc((totalMinor * part) / 100) } : { line }
  })

/** The figures of a group by definition, from the sum of the credited line totals. */
const oracle = (invoice: Creditable, credited: ReadonlyArray<CreditedLine>, group: number) => {
  const own = (index: number) => invoice.lines[index]?.group === group
  const all = invoice.lines.reduce((sum, one, at) => sum + (own(at) ? one.totalMinor : 0), 0)
  const part = credited.reduce((sum, one) => sum + (own(one.line) ? one.totalMinor : 0), 0)
  const { discountMinor = 0, rate = null } = invoice.groups[group] ?? {}
  const discount = all === 0 ? 0n : nearest(BigInt(discountMinor) * BigInt(part), BigInt(all))
  const base = BigInt(part) - discount
  const tax = nearest(base * BigInt(Math.round((rate ?? 0) * 1_000_000)), 1_000_000n)
  return { part, all, base: Number(base), tax: Number(tax) }
}

describe("notes of an invoice", () => {
  it("equal the oracle after each, never exceed the invoice, and add up to it", () => {
    let accepted = 0
    fc.assert(
      fc.property(invoices, parts, (invoice, wanted) => {
        const credited: CreditedLine[] = []
        const sums = { total: 0, tax: 0, discount: 0 }
        const groups = invoice.groups.map(() => ({ base: 0, tax: 0 }))
        const take = (request: ReadonlyArray<CreditLineInput> | null) => {
          const result = creditNoteAmounts(invoice, credited, request)
          if (Result.isFailure(result)) return
          accepted += 1
          const note = result.success
          credited.push(...note.lines)
          sums.total += note.totalMinor
          sums.tax += note.taxMinor
          sums.discount += note.discountMinor
          for (const { group, baseMinor, taxMinor } of note.groups) {
            const sum = groups[group]
            if (sum === undefined) throw new Error("a note has a group that the invoice lacks")
            sum.base += baseMinor
            sum.tax += taxMinor
          }
          assert.isAbove(note.totalMinor, 0)
          assert.strictEqual(
            note.subtotalMinor - note.discountMinor + note.taxMinor,
            note.totalMinor
          )
          assert.isAtMost(sums.total, invoice.totalMinor)
          for (const [group, { base, tax }] of groups.entries()) {
            const expected = oracle(invoice, credited, group)
            assert.deepStrictEqual({ base, tax }, { base: expected.base, tax: expected.tax })
            assert.isAtMost(expected.part, expected.all)
          }
          for (const [line, { totalMinor, quantity }] of invoice.lines.entries()) {
            const own = credited.filter((part) => part.line === line)
            const amount = own.reduce((sum, part) => sum + part.totalMinor, 0)
            const used = own.reduce((sum, part) => sum + part.creditedQuantity, 0)
            assert.isAtMost(Math.abs(amount), Math.abs(totalMinor))
            assert.isAtMost(Math.round(used * 10_000), Math.round(quantity * 10_000))
          }
        }
        for (const one of wanted) take(requestOf(invoice, one))
        take(null)
        assert.strictEqual(sums.total, invoice.totalMinor)
        for (const [group, { base, tax }] of groups.entries()) {
          const whole = invoice.lines.map((line, at) => ({
            ...line,
            line: at,
            creditedQuantity: 0
          }))
          const expected = oracle(invoice, whole, group)
          assert.deepStrictEqual({ base, tax }, { base: expected.base, tax: expected.tax })
        }
      }),
      { numRuns: 500 }
    )
    assert.isAbove(accepted, 500)
  })

  it("prints quantity × price within one minor unit of the line", () => {
    fc.assert(
      fc.property(invoices, parts, (invoice, wanted) => {
        const credited: CreditedLine[] = []
        for (const request of [...wanted.map((one) => requestOf(invoice, one)), null]) {
          const result = creditNoteAmounts(invoice, credited, request)
          if (Result.isFailure(result)) continue
          credited.push(...result.success.lines)
          for (const { quantity, unitPriceMinor, totalMinor } of result.success.lines) {
            assert.isAtMost(Math.abs(quantity * unitPriceMinor - totalMinor), 1.001)
          }
        }
      })
    )
  })
})
