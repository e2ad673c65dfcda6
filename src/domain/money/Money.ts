/**
 * The only place that computes money. Amounts are integers in minor units; quantities and rates are
 * exact decimals taken from the shortest decimal form of the JSON number. No float arithmetic:
 * every product is an exact integer, rounded once, half away from zero. Tax is rounded once per
 * category and rate, as EN 16931 (BR-CO-17) demands.
 */
import { Result, Schema } from "effect"
import type { FieldProblem } from "../Invalid.ts"
import type { CurrencyCode } from "./Currency.ts"
import { amountText } from "./MinorUnits.ts"

/**
 * Stored on every invoice, so that a later algorithm never recomputes an issued one. Version 1 had
 * one rate for the whole invoice; with one rate both versions give the same amounts.
 */
export const moneyVersion = 2

/**
 * The category of a tax (UNTDID 5305): standard, zero, exempt, reverse charge, intra-community
 * supply, export, outside the scope of VAT.
 */
export const TaxCategory = Schema.Literals(["S", "Z", "E", "AE", "K", "G", "O"])
export type TaxCategory = typeof TaxCategory.Type

/** Standard and zero rate explain themselves; documents state the reason of any other category. */
export const hasReason = (category: TaxCategory | null): boolean =>
  category !== null && category !== "S" && category !== "Z"

/** The tax of a line or of an invoice: only `S` has a rate above 0. */
export interface TaxPair {
  readonly taxCategory: TaxCategory
  /** A fraction 0..1. */
  readonly taxRate: number
}

/** A pair as resources show it: two nulls are "not taxed", or of a line "as the invoice". */
export interface ShownPair {
  readonly taxCategory: TaxCategory | null
  readonly taxRate: number | null
}

/** The tax of a line: its own pair, otherwise the invoice's; null is "not taxed". */
export const taxOfLine = (line: ShownPair, invoice: ShownPair): TaxPair | null => {
  const { taxCategory, taxRate } = line.taxCategory === null ? invoice : line
  return taxCategory === null || taxRate === null ? null : { taxCategory, taxRate }
}

export const limits = {
  quantity: 1_000_000,
  quantityDecimals: 4,
  unitPrice: 100_000_000_000,
  lineTotal: 100_000_000_000_000,
  total: 100_000_000_000_000,
  rateDecimals: 6,
  lines: 200
} as const

const rateUnit = 10n ** BigInt(limits.rateDecimals)

const rateProblem = (rate: number): string | undefined => {
  const value = scaled(rate, limits.rateDecimals)
  if (value === undefined) return "must have at most 6 decimals"
  return value < 0n || value > rateUnit ? "must be a fraction between 0 and 1" : undefined
}

/** The category of a rate that is given without one. */
export const usualCategory = (rate: number): "S" | "Z" => (rate > 0 ? "S" : "Z")

/** A rate and a category as they are sent: absent and null are both "not given". */
export type GivenPair = { readonly [K in keyof ShownPair]?: ShownPair[K] | undefined }

/**
 * The pair that is given, of which one part may follow from the other; null where both are absent.
 * Problems are added by the path `at`.
 */
export const pairOf = (given: GivenPair, at: string, problems: FieldProblem[]): TaxPair | null => {
  const { taxRate: rate = null, taxCategory: category = null } = given
  if (rate === null && category === null) return null
  const taxRate = rate ?? 0
  const taxCategory = category ?? usualCategory(taxRate)
  const wrong = rateProblem(taxRate)
  const isPair = (taxCategory === "S") === taxRate > 0
  if (wrong === undefined && isPair) return { taxCategory, taxRate }
  const fitting = `must be ${taxRate > 0 ? "0" : "above 0"}, because tax_category is ${taxCategory}`
  problems.push({ path: `${at}tax_rate`, message: wrong ?? fitting })
  return null
}

interface LineInput {
  readonly quantity: number
  readonly unitPriceMinor: number
}

interface TaxedLine extends LineInput {
  /** Null is "not taxed". */
  readonly tax: TaxPair | null
}

export interface InvoiceAmountsInput {
  readonly lines: ReadonlyArray<TaxedLine>
  readonly discountMinor: number
  /** For messages only; no amount depends on it. */
  readonly currency: CurrencyCode
}

/** The lines of one category and rate, in the order of their first lines. */
interface GroupAmounts {
  readonly category: TaxCategory
  readonly rate: number
  readonly lineTotalsMinor: number
  readonly discountMinor: number
  readonly baseMinor: number
  readonly taxMinor: number
}

interface InvoiceAmounts {
  readonly lineTotalsMinor: ReadonlyArray<number>
  readonly groups: ReadonlyArray<GroupAmounts>
  readonly subtotalMinor: number
  readonly discountMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
}

/** digits / 10^decimals as the shortest decimal. */
export const decimalText = (digits: bigint, decimals: number): string => {
  const magnitude = String(digits < 0n ? -digits : digits).padStart(decimals + 1, "0")
  const whole = magnitude.slice(0, magnitude.length - decimals)
  const fraction = magnitude.slice(magnitude.length - decimals).replace(/0+$/, "")
  return `${digits < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`
}

/**
 * The number times 10^decimals as an exact integer, read from its shortest decimal form; undefined
 * where it is not finite or has more decimals than that.
 */
export const scaled = (value: number, decimals: number): bigint | undefined => {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (match === null) return undefined
  const [, sign, whole = "", fraction = "", exponent = "0"] = match
  const shift = decimals - fraction.length + Number(exponent)
  const digits = BigInt(`${whole}${fraction}`)
  if (shift < 0) {
    const divisor = 10n ** BigInt(-shift)
    if (digits % divisor !== 0n) return undefined
    return sign === "-" ? -(digits / divisor) : digits / divisor
  }
  const result = digits * 10n ** BigInt(shift)
  return sign === "-" ? -result : result
}

/** numerator / denominator (> 0), rounded half away from zero. */
export const divideRounded = (numerator: bigint, denominator: bigint): bigint => {
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

const lineTotal = (line: LineInput, index: number): Result.Result<bigint, FieldProblem[]> => {
  const issues: FieldProblem[] = []
  const at = (field: string, message: string) =>
    issues.push({ path: `line_items[${index}].${field}`, message })
  const quantity = scaled(line.quantity, limits.quantityDecimals)
  if (quantity === undefined) at("quantity", "must have at most 4 decimals")
  else if (quantity <= 0n) at("quantity", "must be greater than 0")
  else if (line.quantity > limits.quantity) at("quantity", "must be at most 1000000")
  if (!Number.isInteger(line.unitPriceMinor)) {
    at("unit_price", "must be an integer in minor units")
  } else if (Math.abs(line.unitPriceMinor) > limits.unitPrice) {
    at("unit_price", "must be between -100000000000 and 100000000000")
  }
  if (quantity === undefined || issues.length > 0) return Result.fail(issues)
  const total = divideRounded(
    quantity * BigInt(line.unitPriceMinor),
    10n ** BigInt(limits.quantityDecimals)
  )
  if (total > BigInt(limits.lineTotal) || total < -BigInt(limits.lineTotal)) {
    return Result.fail([
      { path: `line_items[${index}]`, message: "quantity × unit_price must be at most 10^14" }
    ])
  }
  return Result.succeed(total)
}

/** All amounts of an invoice, or every issue by the path of the request that causes it. */
export const computeAmounts = (
  input: InvoiceAmountsInput
): Result.Result<InvoiceAmounts, readonly [FieldProblem, ...FieldProblem[]]> => {
  const issues: FieldProblem[] = []
  if (input.lines.length < 1 || input.lines.length > limits.lines) {
    issues.push({ path: "line_items", message: "must have 1 to 200 lines" })
  }
  const totals: bigint[] = []
  for (const [index, line] of input.lines.entries()) {
    const total = lineTotal(line, index)
    if (Result.isFailure(total)) issues.push(...total.failure)
    else totals.push(total.success)
  }
  if (!Number.isSafeInteger(input.discountMinor) || input.discountMinor < 0) {
    issues.push({ path: "discount", message: "must be an integer of minor units, 0 or more" })
  }
  const [first, ...rest] = issues
  if (first !== undefined) return Result.fail([first, ...rest])
  return sumUp(input, totals)
}

interface Group {
  readonly tax: TaxPair
  readonly rate: bigint
  sum: bigint
  discount: bigint
}

/** Lines by category and rate; those that are not taxed belong to no group. */
const groupsOf = (
  lines: ReadonlyArray<TaxedLine>,
  totals: ReadonlyArray<bigint>
): ReadonlyArray<Group> => {
  const groups = new Map<string, Group>()
  let last: Group | undefined
  for (const [index, { tax }] of lines.entries()) {
    if (tax === null) continue
    // Lines that follow the invoice share its pair.
    if (last?.tax !== tax) {
      const key = `${tax.taxCategory} ${tax.taxRate}`
      const rate = scaled(tax.taxRate, limits.rateDecimals) ?? 0n
      last = groups.get(key) ?? { tax, rate, sum: 0n, discount: 0n }
      groups.set(key, last)
    }
    last.sum += totals[index] ?? 0n
  }
  return [...groups.values()]
}

const positiveSum = (groups: ReadonlyArray<Group>): bigint =>
  groups.reduce((all, { sum }) => (sum > 0n ? all + sum : all), 0n)

/**
 * Divides the discount among the groups with a positive sum, in proportion to it, by largest
 * remainder; of equal remainders the earlier group is first.
 */
const divideDiscount = (groups: ReadonlyArray<Group>, discount: bigint): void => {
  const whole = positiveSum(groups)
  if (discount === 0n || whole === 0n) return
  let rest = discount
  const positive = groups.filter(({ sum }) => sum > 0n)
  const remainders = positive.map((group) => {
    group.discount = (discount * group.sum) / whole
    rest -= group.discount
    return { group, remainder: (discount * group.sum) % whole }
  })
  // Array.sort is stable: equal remainders stay in the order of their groups.
  remainders.sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : 0))
  for (const { group } of remainders.slice(0, Number(rest))) group.discount += 1n
}

const sumUp = (
  { lines, discountMinor, currency }: InvoiceAmountsInput,
  totals: ReadonlyArray<bigint>
): Result.Result<InvoiceAmounts, readonly [FieldProblem, ...FieldProblem[]]> => {
  const subtotal = totals.reduce((sum, total) => sum + total, 0n)
  const discount = BigInt(discountMinor)
  if (subtotal < 0n) {
    return Result.fail([{ path: "line_items", message: "must not sum up to less than 0" }])
  }
  if (discount > subtotal) {
    const most = amountText(Number(subtotal), currency)
    return Result.fail([{ path: "discount", message: `must be at most the subtotal, ${most}` }])
  }
  const groups = groupsOf(lines, totals)
  divideDiscount(groups, discount)
  let tax = 0n
  const amounts = groups.map((group): GroupAmounts => {
    const base = group.sum - group.discount
    const rounded = divideRounded(base * group.rate, rateUnit)
    tax += rounded
    return {
      category: group.tax.taxCategory,
      rate: group.tax.taxRate,
      lineTotalsMinor: Number(group.sum),
      discountMinor: Number(group.discount),
      baseMinor: Number(base),
      taxMinor: Number(rounded)
    }
  })
  const total = subtotal - discount + tax
  // Only deductions at a higher rate than the rest give less than 0.
  if (total < 0n) {
    return Result.fail([{ path: "line_items", message: "must give a total of at least 0" }])
  }
  // Sums are bounded too: beyond 2^53 - 1 a JSON number no longer carries them exactly. Groups are
  // at most the sum of the positive ones, either way.
  const isExact = (sum: bigint) => BigInt.asIntN(54, sum) === sum
  if (total > BigInt(limits.total) || ![subtotal, positiveSum(groups)].every(isExact)) {
    return Result.fail([{ path: "line_items", message: "must give a total of at most 10^14" }])
  }
  return Result.succeed({
    lineTotalsMinor: totals.map(Number),
    groups: amounts,
    subtotalMinor: Number(subtotal),
    discountMinor: Number(discount),
    taxMinor: Number(tax),
    totalMinor: Number(total)
  })
}
