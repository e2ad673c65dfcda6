/**
 * Replaces the payment link of an invoice, for example after it reached the wrong person. The
 * change is visible in `processor_payment_url`, ETag and `updated_at`, so it is recorded as
 * `invoice.updated`. No mail is sent: the person who replaces a link passes on the new one.
 */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Hex from "effect/encoding/Hex"
import { InvoiceId } from "../../../domain/Ids.ts"
import { replacePaymentLink, requireLinked } from "../../../domain/invoices/Invoice.ts"
import {
  type InvoiceHasNoPaymentLink,
  InvoiceNotFound
} from "../../../domain/invoices/InvoiceErrors.ts"
import type { InvoiceView } from "../../../domain/invoices/InvoiceResource.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { InvoiceChanges } from "../../invoices/InvoiceChanges.ts"
import { InvoiceViews } from "../../invoices/InvoiceViews.ts"
import { InvoiceRepository } from "../../ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { annotate, useCase } from "../../UseCase.ts"

/** Enough that a link never repeats, not even after the restore of a backup; it is no secret. */
const saltBytes = 8

export class LinkReplacements extends Context.Service<
  LinkReplacements,
  {
    /** The invoice by its id or by its number. */
    readonly find: (
      workspace: Workspace,
      invoice: string
    ) => Effect.Effect<InvoiceView, InvoiceNotFound>
    /** The invoice with its new link; the old one stops working. */
    readonly replace: (
      workspace: Workspace,
      invoice: string
    ) => Effect.Effect<InvoiceView, InvoiceNotFound | InvoiceHasNoPaymentLink>
  }
>()("retainer/app/LinkReplacements") {
  static readonly layer = Layer.effect(
    LinkReplacements,
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const views = yield* InvoiceViews
      const { getForChange, recordAs } = yield* InvoiceChanges
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const idOf = Effect.fnUntraced(function* (workspace: Workspace, invoice: string) {
        const id = InvoiceId.parse(invoice)
        if (Option.isSome(id)) return id.value
        const found = yield* invoices.findByNumber(workspace.id, invoice)
        return found ?? (yield* new InvoiceNotFound({ id: invoice }))
      })

      return LinkReplacements.of({
        find: useCase("LinkReplacements.find")(function* (workspace, invoice) {
          return yield* views.get(workspace, yield* idOf(workspace, invoice))
        }),

        replace: useCase("LinkReplacements.replace")(function* (workspace, invoice) {
          const id = yield* idOf(workspace, invoice)
          yield* annotate({ "invoice.id": id })
          const { references, shown, ...found } = yield* getForChange(workspace, id, "lock")
          const linked = yield* Effect.fromResult(requireLinked(found.invoice))
          const salt = Hex.encode(yield* random.randomBytes(saltBytes))
          const now = yield* DateTime.now
          const changed = { invoice: replacePaymentLink(linked, salt, now), references }
          yield* invoices.save(changed.invoice, linked.status)
          return yield* recordAs(workspace, changed, "invoice.updated", shown.invoice)
        }, transact)
      })
    })
  )
}
