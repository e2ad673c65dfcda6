/**
 * Records in the audit log that the payment page of an invoice was opened: the first time a day,
 * in the background. The page does not wait for it. It does not say by whom: everyone with the link
 * opens the same page, and so do programs that check mails.
 */
import { Context, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import { systemActor } from "../../../domain/access/Actor.ts"
import type { InvoiceId } from "../../../domain/Ids.ts"
import { startOfDay, todayIn } from "../../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { makeNotes } from "../../AdmissionControl.ts"
import { actingAs, CurrentOrigin } from "../../CurrentActor.ts"
import { Journal } from "../../Journal.ts"
import { EventLog } from "../../ports/events/EventLog.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"

interface OpenedInvoice {
  readonly workspace: Workspace
  readonly invoice: { readonly id: InvoiceId; readonly number: string }
}

/** An invoice whose line of the day is known needs no look at the log; an entry is 100 bytes. */
const maxEntries = 10_000

/** More lines than one invoice gets a day. */
const latest = { order: "newest", beyond: null, limit: 100 } as const

export class LinkOpens extends Context.Service<
  LinkOpens,
  {
    readonly record: (opened: OpenedInvoice) => Effect.Effect<void>
  }
>()("retainer/app/LinkOpens") {
  static readonly layer = Layer.effect(
    LinkOpens,
    Effect.gen(function* () {
      const log = yield* EventLog
      const journal = yield* Journal
      const { transact } = yield* UnitOfWork
      const days = new LRUCache<InvoiceId, string>({ max: maxEntries })
      const inBackground = makeNotes("The opening of a payment page")

      const write = Effect.fnUntraced(function* ({ workspace, invoice }: OpenedInvoice) {
        const { id, number } = invoice
        const from = startOfDay(workspace.zone, yield* todayIn(workspace.zone))
        const lines = yield* log.audit(workspace.id, { objectId: id, from }, latest)
        if (lines.some(({ action }) => action === "invoice.opened")) return
        yield* journal.note(workspace.id, "invoice.opened", null, { id, number })
      }, transact)

      return LinkOpens.of({
        record: Effect.fnUntraced(function* (opened) {
          const { workspace, invoice } = opened
          const today = yield* todayIn(workspace.zone)
          if (days.get(invoice.id) === today) return
          const written = write(opened).pipe(
            actingAs(systemActor),
            // The address of a client is not stored.
            Effect.provideService(CurrentOrigin, null),
            Effect.andThen(Effect.sync(() => days.set(invoice.id, today)))
          )
          yield* inBackground(invoice.id, written)
        })
      })
    })
  )
}
