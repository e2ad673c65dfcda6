/**
 * The mails about a payment, queued in its transaction and so exactly once. The client gets a receipt of
 * every payment, of a part too: it is the proof of what was paid. The agency is told of what a processor
 * took; what one of its own people or programs recorded it knows. It is told at the workspace's e-mail,
 * where mail for the agency is wanted, or else each owner is. There is no switch: one mail a payment.
 */
import { Context, Effect, Layer } from "effect"
import type { InvoiceId } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type BookedPayment, MailOutbox } from "../ports/mail/MailOutbox.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"

export class PaymentMails extends Context.Service<
  PaymentMails,
  {
    readonly owe: (
      workspace: Workspace,
      invoiceId: InvoiceId,
      payment: BookedPayment,
      by: "person" | "processor"
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/PaymentMails") {
  static readonly layer = Layer.effect(
    PaymentMails,
    Effect.gen(function* () {
      const outbox = yield* MailOutbox
      const users = yield* UserRepository

      /** Null stands for the workspace's own address. */
      const readersOf = Effect.fnUntraced(function* (workspace: Workspace) {
        if (workspace.branding.email !== null) return [null]
        const all = yield* users.list(workspace.id)
        return all.flatMap(({ user }) => (user.role === "owner" ? [user.id] : []))
      })

      return PaymentMails.of({
        owe: Effect.fnUntraced(function* (workspace, invoiceId, payment, by) {
          const about = { workspaceId: workspace.id, invoiceId, payment }
          yield* outbox.offer({ kind: "receipt", ...about })
          const readers = by === "processor" ? yield* readersOf(workspace) : []
          for (const userId of readers) {
            yield* outbox.offer({ kind: "payment_notice", ...about, userId })
          }
        })
      })
    })
  )
}
