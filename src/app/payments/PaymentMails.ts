/**
 * Enqueues the mails about a payment in its transaction, so each is sent exactly once. The client
 * gets a receipt of every payment, partial ones too, as proof of payment. The agency is notified
 * only of payments that a processor took. The notice goes to the workspace's e-mail address, or
 * else to each owner.
 */
import { Context, Effect, Layer } from "effect"
import type { OpenInvoice } from "../../domain/invoices/Invoice.ts"
import type { BookedPayment } from "../../domain/payments/Payment.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { MailQueue } from "../mail/MailQueue.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"

export class PaymentMails extends Context.Service<
  PaymentMails,
  {
    readonly owe: (
      workspace: Workspace,
      invoice: OpenInvoice,
      payment: BookedPayment,
      by: "person" | "processor"
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/PaymentMails") {
  static readonly layer = Layer.effect(
    PaymentMails,
    Effect.gen(function* () {
      const mails = yield* MailQueue
      const users = yield* UserRepository

      /** Null stands for the workspace's own address. */
      const readersOf = Effect.fnUntraced(function* ({ id, email }: Workspace) {
        if (email !== null) return [{ userId: null, recipient: email }]
        const all = yield* users.list(id)
        return all.flatMap(({ user }) =>
          user.role === "owner" ? [{ userId: user.id, recipient: user.email }] : []
        )
      })

      return PaymentMails.of({
        owe: Effect.fnUntraced(function* (workspace, { id: invoiceId, recipient }, payment, by) {
          const about = { workspaceId: workspace.id, invoiceId, payment }
          const trigger = "consequence"
          yield* mails.enqueue({
            job: { kind: "receipt", ...about },
            recipient: recipient.email,
            trigger
          })
          const readers = by === "processor" ? yield* readersOf(workspace) : []
          for (const { userId, recipient } of readers) {
            const job = { kind: "payment_notice", ...about, userId } as const
            yield* mails.enqueue({ job, recipient, trigger })
          }
        })
      })
    })
  )
}
