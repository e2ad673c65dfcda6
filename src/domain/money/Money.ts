/**
 * The only place that computes money. Amounts are integers in minor units; quantities and rates are
 * exact decimals taken from the shortest decimal form of the JSON number. No float arithmetic:
 * every product is an exact integer, rounded once, half away from zero.
 */
import { Result } from "effect"
import type { FieldProblem } from "../Invalid.ts"
import type { CurrencyCode } from "./Currency.ts"
import { amountText } from "./MinorUnits.ts"

/** Stored on every invoice, so that a later algorithm never recomputes an issued one. */
export const moneyVersion = 1

export const limits = {
  quantity: 1_000_000,
  quantityDecimals: 4,
  unitPrice: 100_000_000_000,
  lineTotal: 100_000_000_000_000,
  total: 100_000_000_000_000,
  rateDecimals: 6,
  lines: 200
} as const

interface LineInput {
  readonly quantity: number
  readonly unitPriceMinor: number
}

export interface InvoiceAmountsInput {
  readonly lines: ReadonlyArray<LineInput>
  /** A fraction 0..1; null is "not taxed". */
  readonly taxRate: number | null
  readonly discountMinor: number
  /** For messages only; no amount depends on it. */
  readonly currency: CurrencyCode
}

interface InvoiceAmounts {
  readonly lineTotalsMinor: ReadonlyArray<number>
  readonly subtotalMinor: number
  readonly discountMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
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

const checkRate = (rate: number | null): Result.Result<bigint, FieldProblem> => {
  if (rate === null) return Result.succeed(0n)
  const value = scaled(rate, limits.rateDecimals)
  if (value === undefined) {
    return Result.fail({ path: "tax_rate", message: "must have at most 6 decimals" })
  }
  return value < 0n || value > 10n ** BigInt(limits.rateDecimals)
    ? Result.fail({ path: "tax_rate", message: "must be a fraction between 0 and 1" })
    : Result.succeed(value)
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
  const rate = checkRate(input.taxRate)
  if (Result.isFailure(rate)) issues.push(rate.failure)
  if (!Number.isSafeInteger(input.discountMinor) || input.discountMinor < 0) {
    issues.push({ path: "discount", message: "must be an integer of minor units, 0 or more" })
  }
  const [first, ...rest] = issues
  if (first !== undefined) return Result.fail([first, ...rest])
  return sumUp(
    totals,
    Result.getOrElse(rate, () => 0n),
    BigInt(input.discountMinor),
    input.currency
  )
}

const sumUp = (
  totals: ReadonlyArray<bigint>,
  rate: bigint,
  discount: bigint,
  currency: CurrencyCode
): Result.Result<InvoiceAmounts, readonly [FieldProblem, ...FieldProblem[]]> => {
  const subtotal = totals.reduce((sum, total) => sum + total, 0n)
  if (subtotal < 0n) {
    return Result.fail([{ path: "line_items", message: "must not sum up to less than 0" }])
  }
  if (discount > subtotal) {
    const most = amountText(Number(subtotal), currency)
    return Result.fail([{ path: "discount", message: `must be at most the subtotal, ${most}` }])
  }
  const tax = divideRounded((subtotal - discount) * rate, 10n ** BigInt(limits.rateDecimals))
  const total = subtotal - discount + tax
  // The subtotal is bounded too: beyond 2^53 - 1 a JSON number no longer carries it exactly.
  if (total > BigInt(limits.total) || subtotal > BigInt(Number.MAX_SAFE_INTEGER)) {
    return Result.fail([{ path: "line_items", message: "must give a total of at most 10^14" }])
  }
  return Result.succeed({
    lineTotalsMinor: totals.map(Number),
    subtotalMinor: Number(subtotal),
    discountMinor: Number(discount),
    taxMinor: Number(tax),
    totalMinor: Number(total)
  })
}
