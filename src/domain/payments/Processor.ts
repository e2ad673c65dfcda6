/**
 * Who can take clients' money: a closed set. Each name has its settings in Config.ts, its adapter in
 * Runtime.ts and its messages in http/payments/ProcessorEndpoints.ts, in tables that have to name all.
 */
export const processorNames = ["test", "stripe"] as const
export type ProcessorName = (typeof processorNames)[number]

/** What an operator has to know before choosing it; null where nothing stands against it. */
export const processorCautions: Readonly<Record<ProcessorName, string | null>> = {
  stripe: null,
  test: "whoever holds a payment link can mark its invoice as paid"
}
