/**
 * Amounts of invoices and credit notes by their definitions (docs/spec.md §2, §12), for the oracle
 * of ledgers: written from the text, and sharing nothing with the sources.
 */

/** Rounds the fraction half away from zero; the denominator is positive. */
const nearest = (numerator: bigint, denominator: bigint): bigint => {
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

const product = (value: number, factor: number, unit: bigint): number =>
  Number(nearest(BigInt(value) * BigInt(factor), unit))

export interface LedgerLine {
  /** Ten-thousandths. */
  readonly units: number
  readonly price: number
  /** Millionths; null in an invoice that is not taxed. */
  readonly rate: number | null
}

interface LedgerGroup {
  readonly rate: number | null
  readonly lines: number
  readonly discount: number
}

export interface Figures {
  readonly totals: ReadonlyArray<number>
  readonly groups: ReadonlyArray<LedgerGroup>
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
  readonly total: number
}

export const sumOf = (values: Iterable<number>): number => {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

export const worthOf = (units: number, price: number): number => product(units, price, 10_000n)
const taxOf = (base: number, rate: number | null): number => product(base, rate ?? 0, 1_000_000n)

/** Divides by largest remainder in proportion to the weights; ties go to the earlier one. */
const divided = (amount: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const all = BigInt(sumOf(weights))
  if (all === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const floors = exact.map((one) => one / all)
  const missing = amount - sumOf(floors.map(Number))
  const byRemainder = exact
    .map((one, at) => ({ at, remainder: one % all }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.at - b.at)
  const raised = new Set(byRemainder.slice(0, missing).map(({ at }) => at))
  return floors.map((floor, at) => Number(floor) + (raised.has(at) ? 1 : 0))
}

export const invoiceFigures = (lines: ReadonlyArray<LedgerLine>, discount: number): Figures => {
  const totals = lines.map(({ units, price }) => worthOf(units, price))
  const rates = [...new Set(lines.map(({ rate }) => rate))]
  const sums = rates.map((rate) => sumOf(totals.filter((_, at) => lines[at]?.rate === rate)))
  const shares = divided(
    discount,
    sums.map((sum) => Math.max(0, sum))
  )
  const groups = rates.map((rate, at) => ({
    rate,
    lines: sums[at] ?? 0,
    discount: shares[at] ?? 0
  }))
  const subtotal = sumOf(totals)
  const tax = sumOf(groups.map((group) => taxOf(group.lines - group.discount, group.rate)))
  return { totals, groups, subtotal, discount, tax, total: subtotal - discount + tax }
}

/** Discount and tax of a group once so much of its line totals is credited. */
const creditedFigures = (group: LedgerGroup, credited: number) => {
  const sign = group.lines < 0 ? -1 : 1
  const discount =
    group.lines === 0 ? 0 : product(group.discount, sign * credited, BigInt(sign * group.lines))
  return { discount, tax: taxOf(credited - discount, group.rate) }
}

/** A part of a line that a note credited. */
export interface CreditedPart {
  readonly line: number
  readonly units: number
  readonly amount: number
}

export interface CreditLine {
  readonly line: number
  readonly units?: number
  readonly amount?: number
}

/** The part of a line that is requested; null where the request must be refused. */
const partOf = (
  { line: at, units, amount }: CreditLine,
  lines: ReadonlyArray<LedgerLine>,
  { totals }: Figures,
  credited: ReadonlyArray<CreditedPart>
): CreditedPart | null => {
  const [line, total] = [lines[at], totals[at]]
  if (line === undefined || total === undefined) return null
  const own = credited.filter((part) => part.line === at)
  const used = sumOf(own.map((part) => part.units))
  const left = total - sumOf(own.map((part) => part.amount))
  if (units !== undefined) {
    const worth = worthOf(used + units, line.price) - worthOf(used, line.price)
    const fits = units > 0 && used + units <= line.units && Math.abs(worth) <= Math.abs(left)
    return fits ? { line: at, units, amount: worth } : null
  }
  if (left === 0) return null
  if (amount === undefined) return { line: at, units: line.units - used, amount: left }
  const fits = amount * Math.sign(total) > 0 && Math.abs(amount) <= Math.abs(left)
  return fits ? { line: at, units: 0, amount } : null
}

export interface NoteFigures {
  readonly parts: ReadonlyArray<CreditedPart>
  readonly discount: number
  readonly tax: number
  readonly total: number
}

const isWithin = (credited: number, whole: number): boolean =>
  whole < 0 ? credited >= whole && credited <= 0 : credited <= whole

/** A note by the request, without lines over all that is left; null where it must be refused. */
export const noteFigures = (
  lines: ReadonlyArray<LedgerLine>,
  figures: Figures,
  credited: ReadonlyArray<CreditedPart>,
  wanted: ReadonlyArray<CreditLine> | null
): NoteFigures | null => {
  const requested = wanted?.map((one) => partOf(one, lines, figures, credited))
  const whole = lines.map((_, line) => partOf({ line }, lines, figures, credited))
  const parts = (requested ?? whole.filter((part) => part !== null)).filter((part) => part !== null)
  const isTwice = new Set(parts.map(({ line }) => line)).size < parts.length
  if (isTwice || (requested !== undefined && parts.length < requested.length)) return null
  const amountIn = (rate: number | null, of: ReadonlyArray<CreditedPart>) =>
    sumOf(of.filter(({ line }) => lines[line]?.rate === rate).map(({ amount }) => amount))
  const changes = figures.groups.map((group) => {
    const [before, added] = [amountIn(group.rate, credited), amountIn(group.rate, parts)]
    const isTouched = parts.some(({ line }) => lines[line]?.rate === group.rate)
    const [had, has] = [creditedFigures(group, before), creditedFigures(group, before + added)]
    return {
      fits: !isTouched || isWithin(before + added, group.lines),
      had: before - had.discount + had.tax,
      discount: has.discount - had.discount,
      tax: has.tax - had.tax
    }
  })
  const discount = sumOf(changes.map((one) => one.discount))
  const tax = sumOf(changes.map((one) => one.tax))
  const total = sumOf(parts.map(({ amount }) => amount)) - discount + tax
  const left = figures.total - sumOf(changes.map(({ had }) => had))
  const fits = changes.every((one) => one.fits) && total > 0 && total <= left
  return fits ? { parts, discount, tax, total } : null
}
