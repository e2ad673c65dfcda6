/**
 * Incoming money (docs/spec.md §12), recorded by a person or received from a processor. A person's
 * entry above the balance is refused; money that has arrived is never refused, it becomes credit.
 */
import { Context, Effect, Layer } from "effect"
import type { PaymentId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { InvoiceNotFound, InvoiceNotPayable } from "../../domain/invoices/InvoiceErrors.ts"
import type { Page } from "../../domain/Page.ts"
import type { CreditExceeded } from "../../domain/payments/Credit.ts"
import type { PaymentExceedsRest, PaymentNotFound } from "../../domain/payments/Payment.ts"
import type { PaymentInput, PaymentView } from "../../domain/payments/PaymentResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import type { CheckoutFailed, Receipt } from "../ports/payments/PaymentProcessor.ts"
import { getPayment, listPayments } from "./ListPayments.ts"
import { failCheckout, receivePayment } from "./ReceivePayment.ts"
import { recordPayment } from "./RecordPayment.ts"

type Refused =
  | InvoiceNotFound
  | InvoiceNotPayable
  | PaymentExceedsRest
  | CreditExceeded
  | Invalid
  | PreconditionFailed

export class Payments extends Context.Service<
  Payments,
  {
    readonly record: (
      workspace: Workspace,
      invoiceId: string,
      input: PaymentInput
    ) => Effect.Effect<PaymentView, Refused>
    readonly get: (workspace: Workspace, id: string) => Effect.Effect<PaymentView, PaymentNotFound>
    readonly list: (
      workspace: Workspace,
      invoiceId: string,
      page: PageRequest<PaymentId>
    ) => Effect.Effect<Page<PaymentView, PaymentId>, InvoiceNotFound>
    /** Books what arrived, once; fails only where no such invoice is ours. */
    readonly receive: (receipt: Receipt) => Effect.Effect<void, InvoiceNotFound>
    /** Ends a checkout that failed or expired without a payment. */
    readonly fail: (failed: CheckoutFailed) => Effect.Effect<void>
  }
>()("retainer/app/Payments") {
  static readonly layer = Layer.effect(
    Payments,
    Effect.all({
      record: recordPayment,
      get: getPayment,
      list: listPayments,
      receive: receivePayment,
      fail: failCheckout
    })
  )
}
