/**
 * Incoming money (docs/spec.md §12), recorded by a person or received from a processor. A person's
 * entry above the balance is refused; money that has arrived is never refused, it becomes credit.
 */

import { Context, Effect, Layer } from "effect"
import type { PaymentId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { InvoiceNotFound, InvoiceNotPayable } from "../../domain/invoices/InvoiceErrors.ts"
import type { Page } from "../../domain/Page.ts"
import type { CreditExceeded, CreditUsed } from "../../domain/payments/Credit.ts"
import type {
  PaymentExceedsRest,
  PaymentNotFound,
  PaymentNotReversible
} from "../../domain/payments/Payment.ts"
import type { PaymentInput, PaymentView } from "../../domain/payments/PaymentResource.ts"
import type { RoleTooLow } from "../../domain/people/User.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import type {
  CheckoutFailed,
  PaymentReturned,
  Receipt
} from "../ports/payments/PaymentProcessor.ts"
import { getPayment, listPayments } from "./ListPayments.ts"
import { failCheckout, noteReturned, receivePayment } from "./ReceivePayment.ts"
import { recordPayment } from "./RecordPayment.ts"
import { reversePaymentOf } from "./ReversePayment.ts"

type Refused =
  | InvoiceNotFound
  | InvoiceNotPayable
  | PaymentExceedsRest
  | CreditExceeded
  | Invalid
  | PreconditionFailed
  | RoleTooLow

export class Payments extends Context.Service<
  Payments,
  {
    readonly record: (
      workspace: Workspace,
      invoiceId: string,
      input: PaymentInput
    ) => Effect.Effect<PaymentView, Refused>
    /** A further payment that takes this one back. */
    readonly reverse: (
      workspace: Workspace,
      invoiceId: string,
      id: string,
      reason: string
    ) => Effect.Effect<
      PaymentView,
      | InvoiceNotFound
      | PaymentNotFound
      | PaymentNotReversible
      | CreditUsed
      | PreconditionFailed
      | RoleTooLow
    >
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
    /** Records that the processor paid money back, once; the ledger stays as it is. */
    readonly noteReturned: (returned: PaymentReturned) => Effect.Effect<void, InvoiceNotFound>
  }
>()("retainer/app/Payments") {
  static readonly layer = Layer.effect(
    Payments,
    Effect.all({
      record: recordPayment,
      reverse: reversePaymentOf,
      get: getPayment,
      list: listPayments,
      receive: receivePayment,
      fail: failCheckout,
      noteReturned
    })
  )
}
