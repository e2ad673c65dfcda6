/**
 * The lines of a credit note: what is left of each line of the invoice, in quantity and amount, and
 * the parts that a request takes of it.
 */
import { Result } from "effect"
import type { FieldProblem } from "../Invalid.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import { amountText } from "../money/MinorUnits.ts"
import { divideRounded, limits, scaled } from "../money/Money.ts"

export interface CreditableLine {
  readonly quantity: number
  readonly unitPriceMinor: number
  readonly totalMinor: number
  /** The index of its group. */
  readonly group: number
}

/** A part of an earlier note. */
export interface CreditedLine {
  readonly line: number
  /** The invoiced quantity that it used up; 0 where an amount was credited. */
  readonly creditedQuantity: number
  readonly totalMinor: number
}

export interface CreditLineInput {
  readonly line: number
  readonly quantity?: number | null
  readonly amountMinor?: number | null
}

export interface NoteLine extends CreditedLine {
  readonly quantity: number
  readonly unitPriceMinor: number
}

const quantityUnit = 10n ** BigInt(limits.quantityDecimals)

export const sumOf = (values: ReadonlyArray<bigint>): bigint =>
  values.reduce((sum, one) => sum + one, 0n)
export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

/** The number of ten-thousandths. Stored quantities always have at most four decimals. */
const unitsOf = (quantity: number): bigint => scaled(quantity, limits.quantityDecimals) ?? 0n
const quantityOf = (units: bigint): number => Number(units) / Number(quantityUnit)

interface LineState {
  readonly line: CreditableLine
  readonly creditedUnits: bigint
  readonly creditedMinor: bigint
  readonly leftUnits: bigint
  readonly leftMinor: bigint
}

export const stateOf = (
  line: CreditableLine,
  index: number,
  credited: ReadonlyArray<CreditedLine>
): LineState => {
  const own = credited.filter((part) => part.line === index)
  const creditedUnits = sumOf(own.map((part) => unitsOf(part.creditedQuantity)))
  const creditedMinor = sumOf(own.map((part) => BigInt(part.totalMinor)))
  return {
    line,
    creditedUnits,
    creditedMinor,
    leftUnits: unitsOf(line.quantity) - creditedUnits,
    leftMinor: BigInt(line.totalMinor) - creditedMinor
  }
}

/** The price of the next units of a line, so that all of them add up to its total. */
const priceOf = ({ line, creditedUnits }: LineState, units: bigint): bigint => {
  const upTo = (all: bigint) => divideRounded(all * BigInt(line.unitPriceMinor), quantityUnit)
  return upTo(creditedUnits + units) - upTo(creditedUnits)
}

const byQuantity = (state: LineState, index: number, units: bigint): NoteLine => ({
  line: index,
  creditedQuantity: quantityOf(units),
  quantity: quantityOf(units),
  unitPriceMinor: state.line.unitPriceMinor,
  totalMinor: Number(priceOf(state, units))
})

const byAmount = (index: number, amountMinor: number, units: bigint): NoteLine => ({
  line: index,
  creditedQuantity: quantityOf(units),
  quantity: 1,
  unitPriceMinor: amountMinor,
  totalMinor: amountMinor
})

/** All that is left of a line: its quantity, unless parts of its amount were credited before. */
const restOf = (state: LineState, index: number): NoteLine =>
  state.leftUnits > 0n && priceOf(state, state.leftUnits) === state.leftMinor
    ? byQuantity(state, index, state.leftUnits)
    : byAmount(index, Number(state.leftMinor), state.leftUnits)

const exceeds = (amount: bigint, left: bigint): boolean => magnitude(amount) > magnitude(left)

const quantityProblem = (state: LineState, quantity: number, left: string): string | undefined => {
  const units = scaled(quantity, limits.quantityDecimals)
  if (units === undefined) return "must have at most 4 decimals"
  if (units <= 0n) return "must be greater than 0"
  if (units > state.leftUnits) return `must be at most ${quantityOf(state.leftUnits)}, what is left`
  if (!exceeds(priceOf(state, units), state.leftMinor)) return undefined
  return `is worth more than what is left of the line, ${left}; leave it out to credit the rest`
}

const amountProblem = (state: LineState, amountMinor: number, left: string): string | undefined => {
  if (!Number.isSafeInteger(amountMinor)) return "must be an integer in minor units"
  const sign = Math.sign(state.line.totalMinor)
  if (amountMinor === 0) return "must not be 0"
  if (Math.sign(amountMinor) !== sign) return "must have the sign of the line's total"
  return exceeds(BigInt(amountMinor), state.leftMinor)
    ? `must be at most what is left of the line, ${left}`
    : undefined
}

const lineOf = (
  { line: index, quantity = null, amountMinor = null }: CreditLineInput,
  at: string,
  states: ReadonlyArray<LineState>,
  currency: CurrencyCode
): Result.Result<NoteLine, FieldProblem> => {
  const state = states[index]
  const fail = (field: string, message: string) => Result.fail({ path: `${at}${field}`, message })
  if (state === undefined) {
    return fail(".line", `must be the index of a line, 0 to ${states.length - 1}`)
  }
  const left = amountText(Number(state.leftMinor), currency)
  if (quantity !== null && amountMinor !== null) {
    return fail("", "must have quantity or amount, not both")
  }
  if (state.leftMinor === 0n && (quantity === null || state.leftUnits === 0n)) {
    return fail(".line", "nothing is left of this line")
  }
  if (quantity !== null) {
    const problem = quantityProblem(state, quantity, left)
    if (problem !== undefined) return fail(".quantity", problem)
    return Result.succeed(byQuantity(state, index, unitsOf(quantity)))
  }
  if (amountMinor !== null) {
    const problem = amountProblem(state, amountMinor, left)
    if (problem !== undefined) return fail(".amount", problem)
    return Result.succeed(byAmount(index, amountMinor, 0n))
  }
  return Result.succeed(restOf(state, index))
}

/** The requested lines, or all that are left, or every problem of the request. */
export const requestedLines = (
  inputs: ReadonlyArray<CreditLineInput> | null,
  states: ReadonlyArray<LineState>,
  currency: CurrencyCode
): Result.Result<ReadonlyArray<NoteLine>, ReadonlyArray<FieldProblem>> => {
  if (inputs === null) {
    const left = states.map((state, index) => ({ state, index }))
    return Result.succeed(
      left
        .filter(({ state }) => state.leftMinor !== 0n)
        .map(({ state, index }) => restOf(state, index))
    )
  }
  const problems: FieldProblem[] = []
  const lines: NoteLine[] = []
  for (const [place, input] of inputs.entries()) {
    const at = `lines[${place}]`
    if (inputs.findIndex(({ line }) => line === input.line) !== place) {
      problems.push({ path: `${at}.line`, message: "is given twice; each line once" })
      continue
    }
    const line = lineOf(input, at, states, currency)
    if (Result.isFailure(line)) problems.push(line.failure)
    else lines.push(line.success)
  }
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(lines)
}
