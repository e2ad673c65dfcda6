/**
 * The text of a bank transfer's QR code ("Quick Response Code: Guidelines to enable data capture
 * for the initiation of a SEPA credit transfer", EPC069-12, version 002).
 */
import type { CurrencyCode } from "../money/Currency.ts"
import { formatMinor } from "../money/MinorUnits.ts"

interface Transfer {
  readonly holder: string
  readonly iban: string
  readonly bic: string | null
  readonly currency: CurrencyCode
  readonly amountMinor: number
  /** The text that the bank shows with the payment. */
  readonly reference: string
}

/** A longer name has no room in the code; the bank pays by the IBAN. */
const longestHolder = 70

/** Null for amounts that the code does not have. */
export const transferText = (transfer: Transfer): string | null => {
  const { holder, iban, bic, currency, amountMinor, reference } = transfer
  if (currency !== "EUR" || amountMinor < 1 || amountMinor > 99_999_999_999) return null
  const amount = `EUR${formatMinor(amountMinor, currency)}`
  const name = [...holder].slice(0, longestHolder).join("")
  return ["BCD", "002", "1", "SCT", bic ?? "", name, iban, amount, "", "", reference].join("\n")
}
