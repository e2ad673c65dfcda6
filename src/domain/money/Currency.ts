/** Currency codes that invoices accept. */
import { Schema } from "effect"
import { documented } from "../Documented.ts"
import { exponents } from "./Exponents.ts"

export const currencyCodes: ReadonlyArray<string> = [...exponents.keys()].sort()

/** An ISO 4217 code in upper case. */
export const CurrencyCode = Schema.String.check(
  Schema.makeFilter(
    (code) => (exponents.has(code) ? undefined : "must be an ISO 4217 currency code in upper case"),
    documented({ pattern: "^[A-Z]{3}$" })
  )
).pipe(Schema.brand("CurrencyCode"))
export type CurrencyCode = typeof CurrencyCode.Type
