/**
 * A warning about the payment processor for the agency's users. If other machines reach the server,
 * the test processor lets anyone with a payment link mark its invoice as paid.
 */
import { Context } from "effect"

/** Null if there is no warning. */
export const ProcessorCaution = Context.Reference<string | null>(
  "retainer/app/payments/ProcessorCaution",
  { defaultValue: () => null }
)
