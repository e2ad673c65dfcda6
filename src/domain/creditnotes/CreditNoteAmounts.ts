/**
 * Amounts of a credit note (docs/spec.md §12): discount and tax of each group by cumulative
 * rounding. So the notes of an invoice add up to it to the cent, and never exceed it, in no group
 * and not in total.
 */
import { Result } from "effect"
import { type FieldProblem, Invalid } from "../Invalid.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import { amountText } from "../money/MinorUnits.ts"
import { divideRounded, limits, scaled } from "../money/Money.ts"
import {
  type CreditableLine,
  type CreditedLine,
  type CreditLineInput,
  magnitude,
  type NoteLine,
  requestedLines,
  stateOf,
  sumOf
} from "./CreditNoteLines.ts"

/** The lines of one tax rate and category. */
interface CreditableGroup {
  /** A fraction 0..1; null is "not taxed". */
  readonly rate: number | null
  readonly discountMinor: number
}

export interface Creditable {
  readonly lines: ReadonlyArray<CreditableLine>
  readonly groups: ReadonlyArray<CreditableGroup>
  readonly totalMinor: number
  /** For messages only. */
  readonly currency: CurrencyCode
}

interface NoteGroup {
  readonly group: number
  readonly baseMinor: number
  readonly taxMinor: number
}

export interface CreditNoteAmounts {
  readonly lines: ReadonlyArray<NoteLine>
  /** The groups of its lines, in the order of the invoice. */
  readonly groups: ReadonlyArray<NoteGroup>
  readonly subtotalMinor: number
  readonly discountMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
}

const rateUnit = 10n ** BigInt(limits.rateDecimals)

/** Discount and tax of a group when so much of its line totals is credited. */
const shareOf = (group: CreditableGroup, lineTotals: bigint, credited: bigint) => {
  const product = BigInt(group.discountMinor) * credited
  // The denominator of a division has to be positive.
  const discount =
    lineTotals === 0n
      ? 0n
      : divideRounded(lineTotals < 0n ? -product : product, magnitude(lineTotals))
  const rate = group.rate === null ? 0n : (scaled(group.rate, limits.rateDecimals) ?? 0n)
  const base = credited - discount
  return { discount, base, tax: divideRounded(base * rate, rateUnit) }
}

const isBeyond = (credited: bigint, lineTotals: bigint): boolean =>
  lineTotals < 0n ? credited < lineTotals || credited > 0n : credited > lineTotals

/** The group before and after the note; undefined where it would exceed the invoice's. */
const groupOf = (
  { lines, groups }: Creditable,
  group: number,
  credited: ReadonlyArray<CreditedLine>,
  added: ReadonlyArray<NoteLine>
) => {
  const isOwn = (part: CreditedLine) => lines[part.line]?.group === group
  const totalOf = (parts: ReadonlyArray<CreditedLine>) =>
    sumOf(parts.filter(isOwn).map(({ totalMinor }) => BigInt(totalMinor)))
  const terms = groups[group] ?? { rate: null, discountMinor: 0 }
  const ofGroup = lines.filter((line) => line.group === group)
  const lineTotals = sumOf(ofGroup.map(({ totalMinor }) => BigInt(totalMinor)))
  const before = totalOf(credited)
  const after = before + totalOf(added)
  const [had, has] = [shareOf(terms, lineTotals, before), shareOf(terms, lineTotals, after)]
  return {
    isTouched: added.some(isOwn),
    exceeds: isBeyond(after, lineTotals),
    had,
    has
  }
}

/**
 * The amounts of the next credit note of an invoice, or what is wrong with the request. Without
 * lines it credits all that is left.
 */
export const creditNoteAmounts = (
  invoice: Creditable,
  credited: ReadonlyArray<CreditedLine>,
  inputs: ReadonlyArray<CreditLineInput> | null
): Result.Result<CreditNoteAmounts, Invalid> => {
  const refuse = (first: FieldProblem, ...rest: ReadonlyArray<FieldProblem>) =>
    Result.fail(new Invalid({ problems: [first, ...rest] }))
  const states = invoice.lines.map((line, index) => stateOf(line, index, credited))
  const found = requestedLines(inputs, states, invoice.currency)
  if (Result.isFailure(found)) {
    const [first = { path: "lines", message: "must be valid" }, ...rest] = found.failure
    return refuse(first, ...rest)
  }
  const lines = found.success
  const groups = invoice.groups.map((_, index) => groupOf(invoice, index, credited, lines))
  const exceeding = groups.findIndex((group) => group.isTouched && group.exceeds)
  if (exceeding !== -1) {
    const rate = invoice.groups[exceeding]?.rate ?? null
    const which = rate === null ? "the invoice" : `the invoice's part with the tax rate ${rate}`
    return refuse({ path: "lines", message: `must not credit more than is left of ${which}` })
  }
  const totalOf = (pick: (group: (typeof groups)[number]) => bigint) => sumOf(groups.map(pick))
  const subtotal = sumOf(lines.map(({ totalMinor }) => BigInt(totalMinor)))
  const discount = totalOf(({ had, has }) => has.discount - had.discount)
  const tax = totalOf(({ had, has }) => has.tax - had.tax)
  const total = subtotal - discount + tax
  const left = BigInt(invoice.totalMinor) - totalOf(({ had }) => had.base + had.tax)
  if (left <= 0n) return refuse({ path: "lines", message: "nothing is left to credit" })
  if (total <= 0n) return refuse({ path: "lines", message: "must give a total above 0" })
  if (total > left) {
    const most = amountText(Number(left), invoice.currency)
    return refuse({ path: "lines", message: `must give a total of at most ${most}, what is left` })
  }
  return Result.succeed({
    lines,
    groups: groups.flatMap(({ isTouched, had, has }, group) =>
      isTouched
        ? [{ group, baseMinor: Number(has.base - had.base), taxMinor: Number(has.tax - had.tax) }]
        : []
    ),
    subtotalMinor: Number(subtotal),
    discountMinor: Number(discount),
    taxMinor: Number(tax),
    totalMinor: Number(total)
  })
}
