/**
 * Numbers other than money, and hashes, in resources; the OpenAPI document has the range or form of
 * each.
 */
import { Schema } from "effect"
import { documented, wholeFrom } from "./Documented.ts"
import { limits } from "./money/Money.ts"

/** A number of items. */
export const Count = Schema.Int.annotate(wholeFrom(0))

/** A place in a log without gaps. */
export const Sequence = Schema.Int.annotate({
  description: "Gapless per workspace, from 1",
  ...wholeFrom(1)
})

/** A billed quantity; the computation of amounts checks it too, with its decimals. */
export const Quantity = Schema.Finite.annotate(
  documented({ type: "number", exclusiveMinimum: 0, maximum: limits.quantity })
)

/** A fraction, as of tax. */
export const Rate = Schema.Finite.annotate(documented({ type: "number", minimum: 0, maximum: 1 }))

export const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))
