/**
 * What the people of an agency have to know of the processor: where others can reach the server, the one for tests lets
 * them mark invoices as paid.
 */
import { Context } from "effect"

/** Null where nothing stands against it. */
export const ProcessorCaution = Context.Reference<string | null>(
  "retainer/app/payments/ProcessorCaution",
  { defaultValue: () => null }
)
