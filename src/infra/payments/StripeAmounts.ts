/**
 * Amounts as Stripe writes them: ISO 4217's minor units but for a few currencies that it kept as they
 * once were (https://docs.stripe.com/currencies), and no odd last digit where there are three.
 */
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { exponentOf } from "../../domain/money/MinorUnits.ts"

/** Without decimals in ISO 4217, written with two there. */
const writtenWithTwo: ReadonlyArray<string> = ["ISK", "UGX"]

/** Undefined where Stripe cannot take this amount. */
export const toStripe = (amountMinor: number, currency: CurrencyCode): number | undefined => {
  if (writtenWithTwo.includes(currency)) return amountMinor * 100
  return exponentOf(currency) === 3 && amountMinor % 10 !== 0 ? undefined : amountMinor
}

export const fromStripe = (amount: number, currency: CurrencyCode): number =>
  writtenWithTwo.includes(currency) ? Math.round(amount / 100) : amount
