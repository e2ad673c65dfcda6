/**
 * The calculation of an invoice step by step (docs/spec.md §4.2): the operands of each amount, its
 * exact value, and its rounded one. Both versions of the amounts have the same steps, because the
 * one rate of version 1 is a single group.
 */
import { Result, Schema } from "effect"
import { documented } from "../Documented.ts"
import {
  computeAmounts,
  decimalText,
  divideRounded,
  limits,
  scaled,
  taxOfLine
} from "../money/Money.ts"
import { Count } from "../Numbers.ts"
import { Minor, SignedMinor, shape } from "../Resource.ts"
import type { InvoiceFields } from "./InvoiceResource.ts"

const Operand = Schema.Finite.annotate(
  documented({
    type: "number",
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER
  })
)

const CalculationStep = shape(
  {
    name: Schema.String.annotate({
      description:
        "The computed amount: `line_items[0].total`, `subtotal`, `taxes[0].discount`, " +
        "`taxes[0].tax`, `tax` or `total`"
    }),
    operation: Schema.Literals(["multiply", "sum", "share"]).annotate({
      description:
        "`share` of [discount, sum of the group, sum of all positive groups]: discount × second ÷ " +
        "third, divided by largest remainder"
    }),
    operands: Schema.Array(Operand).annotate({
      description: "Amounts in minor units, quantities and rates"
    }),
    exact: Schema.String.annotate({
      description: "Decimal of the minor unit before rounding; of a share at most 12 decimals"
    }),
    roundedMinor: SignedMinor
  },
  "CalculationStep"
)
type Step = typeof CalculationStep.Type

export const InvoiceCalculation = shape(
  {
    version: Count.annotate({ description: "The version of the rules that the invoice stores" }),
    steps: Schema.Array(CalculationStep),
    subtotalMinor: Minor,
    taxMinor: SignedMinor,
    totalMinor: Minor
  },
  "InvoiceCalculation"
)
export type InvoiceCalculation = typeof InvoiceCalculation.Type

const shareDecimals = 12

/** A product of an amount and a number with so many decimals. */
const multiplied = (
  name: string,
  [factor, amountMinor]: readonly [number, number],
  decimals: number,
  roundedMinor: number
): Step => ({
  name,
  operation: "multiply",
  operands: [factor, amountMinor],
  exact: decimalText((scaled(factor, decimals) ?? 0n) * BigInt(amountMinor), decimals),
  roundedMinor
})

const summed = (name: string, operands: ReadonlyArray<number>, roundedMinor: number): Step => {
  const exact = operands.reduce((sum, one) => sum + BigInt(one), 0n)
  return { name, operation: "sum", operands, exact: String(exact), roundedMinor }
}

type Calculated = Pick<
  InvoiceFields,
  | "lineItems"
  | "taxRate"
  | "taxCategory"
  | "discountMinor"
  | "subtotalMinor"
  | "taxMinor"
  | "totalMinor"
  | "currency"
  | "moneyVersion"
>

/** The steps to the stored amounts. An invoice of wrong amounts is a defect of storage. */
export const calculationOf = (invoice: Calculated): InvoiceCalculation => {
  const { lineItems, discountMinor, currency, subtotalMinor, taxMinor, totalMinor } = invoice
  const { groups } = Result.getOrThrow(
    computeAmounts({
      lines: lineItems.map((line) => ({ ...line, tax: taxOfLine(line, invoice) })),
      discountMinor,
      currency
    })
  )
  const positive = groups.reduce((sum, group) => sum + Math.max(0, group.lineTotalsMinor), 0)
  const shareOf = (lineTotalsMinor: number): string => {
    const product = BigInt(discountMinor) * BigInt(Math.max(0, lineTotalsMinor))
    const unit = 10n ** BigInt(shareDecimals)
    return positive === 0
      ? "0"
      : decimalText(divideRounded(product * unit, BigInt(positive)), shareDecimals)
  }
  const steps: ReadonlyArray<Step> = [
    ...lineItems.map(({ quantity, unitPriceMinor, totalMinor: lineTotal }, index) =>
      multiplied(
        `line_items[${index}].total`,
        [quantity, unitPriceMinor],
        limits.quantityDecimals,
        lineTotal
      )
    ),
    summed(
      "subtotal",
      lineItems.map((line) => line.totalMinor),
      subtotalMinor
    ),
    ...groups.flatMap(
      (group, index): ReadonlyArray<Step> => [
        {
          name: `taxes[${index}].discount`,
          operation: "share",
          operands: [discountMinor, group.lineTotalsMinor, positive],
          exact: shareOf(group.lineTotalsMinor),
          roundedMinor: group.discountMinor
        },
        multiplied(
          `taxes[${index}].tax`,
          [group.rate, group.baseMinor],
          limits.rateDecimals,
          group.taxMinor
        )
      ]
    ),
    summed(
      "tax",
      groups.map((group) => group.taxMinor),
      taxMinor
    ),
    summed("total", [subtotalMinor, 0 - discountMinor, taxMinor], totalMinor)
  ]
  return { version: invoice.moneyVersion, steps, subtotalMinor, taxMinor, totalMinor }
}
