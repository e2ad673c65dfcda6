/**
 * Voids an invoice without payments and credit notes; a void invoice is unchanged. The client that
 * was mailed the invoice is informed by one notice. If the mail is in progress, its result brings
 * the notice.
 */
import { DateTime, Effect } from "effect"
import { requireVoidable, becomeVoid as voided } from "../../domain/invoices/Invoice.ts"
import { InvoiceResource, type InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { MailQueue, voidNotice } from "../mail/MailQueue.ts"
import { requireMatch } from "../Preconditions.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { MailRepository } from "../ports/mail/MailRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { InvoiceChanges } from "./InvoiceChanges.ts"
import { invoiceIdOf } from "./InvoiceViews.ts"

/**
 * Whether a mail of the invoice went out, the first one or a later one. The delivery is that of the
 * newest mail; records of the others are there for 90 days.
 */
const wasMailed = Effect.map(MailRepository, (mails) =>
  Effect.fnUntraced(function* (
    { id: workspaceId }: Workspace,
    { id, delivery }: Pick<InvoiceView, "id" | "delivery">
  ) {
    if (delivery === null || delivery.status === "sent") return delivery !== null
    const sent = { object: id, kind: "invoice", status: "sent" } as const
    return (yield* mails.list(workspaceId, sent, { limit: 1, after: null })).total > 0
  })
)

export const voidInvoice = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const mails = yield* MailQueue
  const mailed = yield* wasMailed
  const { getForChange, recordAs } = yield* InvoiceChanges
  const { transact } = yield* UnitOfWork

  return useCase("Invoicing.void")(
    function* (workspace: Workspace, idText: string, reason: string | null) {
      const id = yield* invoiceIdOf(idText)
      yield* annotate({ "invoice.id": id })
      const { invoice, references, shown } = yield* getForChange(workspace, id, "lock")
      yield* requireMatch(InvoiceResource, shown.invoice)
      const voidable = yield* Effect.fromResult(requireVoidable(invoice))
      if (voidable.status === "void") return shown.invoice
      const informs = yield* mailed(workspace, shown.invoice)
      const changed = { invoice: voided(voidable, reason, yield* DateTime.now), references }
      yield* invoices.save(changed.invoice, voidable.status)
      if (informs) yield* mails.enqueue(voidNotice(workspace.id, id, shown.recipient.email))
      return yield* recordAs(workspace, changed, "invoice.voided", shown.invoice)
    },
    transact,
    permitted("void")
  )
})
