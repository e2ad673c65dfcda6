/**
 * Invoice numbers: `INV-0001`, the workspace's prefix and a counter without a gap, at least four
 * digits. The counter itself is a locked row; this only writes its value.
 */
export const formatInvoiceNumber = (prefix: string, sequence: number): string =>
  `${prefix}-${String(sequence).padStart(4, "0")}`
