/**
 * A statement of account: what a client was charged and paid over a period, by currency. Every
 * movement changes what the client owes: opening balance and movements add up to the closing
 * balance, which is the rest of the open invoices less the credit that is left.
 */
import { Data } from "effect"
import { nothingReceivable, type ReceivablesRow } from "../analytics/AnalyticsResource.ts"
import type { CurrencySum } from "../invoices/InvoiceTabs.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import { type CalendarDate, daysBetween } from "../time/CalendarDate.ts"
import type { ClientView } from "./ClientResource.ts"

/** In the order in which the movements of one day are listed. */
export const movementKinds = [
  "invoice",
  "credit_note",
  "void",
  "payment",
  "reversal",
  "refund"
] as const
export type MovementKind = (typeof movementKinds)[number]

export interface Movement {
  readonly day: CalendarDate
  readonly kind: MovementKind
  readonly currency: CurrencyCode
  /** Positive where the client owes more by it. */
  readonly amountMinor: number
  /** The number of the invoice or the credit note. */
  readonly number: string
  readonly reference: string | null
}

/** The rest of invoices that were due on one day. */
interface OpenRest {
  readonly currency: CurrencyCode
  readonly dueDate: CalendarDate
  readonly restMinor: number
}

/** What storage has of a period: sums before it, what happened in it, and what was open after. */
export interface StatementLedger {
  readonly opening: ReadonlyArray<CurrencySum>
  readonly movements: ReadonlyArray<Movement>
  readonly open: ReadonlyArray<OpenRest>
}

interface StatementLine extends Movement {
  /** After the movement. */
  readonly balanceMinor: number
}

export interface CurrencyStatement {
  readonly currency: CurrencyCode
  readonly openingMinor: number
  readonly lines: ReadonlyArray<StatementLine>
  readonly closingMinor: number
  /** The open invoices at the end of the period, by the time since they were due. */
  readonly ageing: ReceivablesRow
  /** The credit left: the open invoices less the closing balance. */
  readonly creditMinor: number
}

/** Both days are part of it. */
export interface StatementSpan {
  readonly from: CalendarDate
  readonly to: CalendarDate
}

export interface Statement extends StatementSpan {
  readonly client: ClientView
  /** The day on which it was made. */
  readonly issuedOn: CalendarDate
  readonly currencies: ReadonlyArray<CurrencyStatement>
}

/** A period has too many movements for one document. */
export class StatementTooLong extends Data.TaggedError("StatementTooLong") {
  override get message() {
    return `The period has more than ${mostMovements} movements: choose a shorter one`
  }
}

/** Bounds the work of one statement. */
export const mostMovements = 1000

const ageOf = (due: CalendarDate, day: CalendarDate) => {
  const days = daysBetween(due, day)
  if (days <= 0) return "notDueMinor"
  if (days <= 30) return "days_1_30Minor"
  if (days <= 60) return "days_31_60Minor"
  return days <= 90 ? "days_61_90Minor" : "daysOver_90Minor"
}

const ageingOf = (
  currency: CurrencyCode,
  open: ReadonlyArray<OpenRest>,
  day: CalendarDate
): ReceivablesRow => {
  const row = { ...nothingReceivable(currency) }
  for (const { dueDate, restMinor } of open.filter((one) => one.currency === currency)) {
    row[ageOf(dueDate, day)] += restMinor
    row.totalMinor += restMinor
  }
  return row
}

/** In the order of currencies; `to` is the last day of the period. */
export const statementsOf = (
  { opening, movements, open }: StatementLedger,
  to: CalendarDate
): ReadonlyArray<CurrencyStatement> => {
  const currencies = [...opening, ...movements, ...open].map(({ currency }) => currency)
  return [...new Set(currencies)].toSorted().map((currency) => {
    const openingMinor = opening.find((sum) => sum.currency === currency)?.amountMinor ?? 0
    let balanceMinor = openingMinor
    const lines = movements
      .filter((movement) => movement.currency === currency)
      .map((movement) => {
        balanceMinor += movement.amountMinor
        return { ...movement, balanceMinor }
      })
    const ageing = ageingOf(currency, open, to)
    const creditMinor = ageing.totalMinor - balanceMinor
    return { currency, openingMinor, lines, closingMinor: balanceMinor, ageing, creditMinor }
  })
}
