/**
 * Payment processors: a closed set. Each name has its settings in Config.ts and its adapter
 * in Runtime.ts, in tables that must name all of them.
 */
export const processorNames = ["test", "stripe"] as const
export type ProcessorName = (typeof processorNames)[number]

/** A warning for the operator who chooses it; null where there is none. */
export const processorCautions: Readonly<Record<ProcessorName, string | null>> = {
  stripe: null,
  test: "whoever holds a payment link can mark its invoice as paid"
}
