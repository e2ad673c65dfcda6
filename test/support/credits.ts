/** A processor's money that finds nothing to pay: how a credit comes to be. */
import { randomUUID } from "node:crypto"
import { DateTime, Effect } from "effect"
import { Payments } from "../../src/app/payments/Payments.ts"
import type { Receipt } from "../../src/app/ports/payments/PaymentProcessor.ts"
import { PaymentRepository } from "../../src/app/ports/payments/PaymentRepository.ts"
import { type CreditId, InvoiceId, type WorkspaceId } from "../../src/domain/Ids.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"

export const receiptOf = (
  workspaceId: WorkspaceId,
  invoice: string,
  amountMinor: number,
  currency: string
): Receipt => ({
  processor: "stripe",
  messageId: `m-${randomUUID()}`,
  paymentReference: `p-${randomUUID()}`,
  workspaceId,
  invoiceId: InvoiceId.schema.make(invoice),
  amountMinor,
  currency: CurrencyCode.make(currency),
  receivedAt: DateTime.makeUnsafe("1970-01-01T00:00:00Z")
})

/**
 * The id of what is credit of a payment for the invoice: all of it where that is in another
 * currency.
 */
export const newCredit = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  invoice: string,
  amountMinor = 100,
  currency = "EUR"
) {
  const receipt = receiptOf(workspaceId, invoice, amountMinor, currency)
  yield* (yield* Payments).receive(receipt)
  const all = yield* (yield* PaymentRepository).credits(workspaceId, receipt.invoiceId)
  const id: CreditId | undefined = all.at(-1)?.id
  return id ?? (yield* Effect.die("nothing of it was credit"))
})
