/**
 * An invoice as its client sees it, by payment link: with its payments, its credit notes and a
 * payment in progress. All that has changed since is in the same answer, so its sums agree.
 */
import { Context, type DateTime, Effect, Layer } from "effect"
import type { CreditNoteListItem } from "../../domain/creditnotes/CreditNoteResource.ts"
import type { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { Payment } from "../../domain/payments/PaymentResource.ts"
import { Checkouts } from "../payments/Checkouts.ts"
import { type InvoiceVoided, LinkedInvoices } from "../payments/links/LinkedInvoices.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import type { AddressedInvoice } from "../ports/invoices/PdfRenderer.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"

export interface ClientInvoice extends AddressedInvoice {
  /** The latest of those that make up what was paid, in the order of their recording. */
  readonly payments: ReadonlyArray<Payment>
  /** Newest first. */
  readonly creditNotes: ReadonlyArray<CreditNoteListItem>
  /** When the payment in progress began; null without one. */
  readonly pendingSince: DateTime.Utc | null
}

/** As many of each as the page shows. */
const most = 50

export class ClientInvoices extends Context.Service<
  ClientInvoices,
  {
    readonly byLink: (
      token: string
    ) => Effect.Effect<ClientInvoice, InvoiceNotFound | InvoiceVoided>
    /** The invoice that was read, with what its client sees beside it. */
    readonly complete: (invoice: AddressedInvoice) => Effect.Effect<ClientInvoice>
  }
>()("retainer/app/ClientInvoices") {
  static readonly layer = Layer.effect(
    ClientInvoices,
    Effect.gen(function* () {
      const linked = yield* LinkedInvoices
      const checkouts = yield* Checkouts
      const payments = yield* PaymentRepository
      const notes = yield* CreditNoteRepository

      const complete = (shown: AddressedInvoice): Effect.Effect<ClientInvoice> => {
        const { workspace, invoice } = shown
        const { id, amountPaidMinor } = invoice
        return Effect.all(
          {
            payments:
              amountPaidMinor === 0
                ? Effect.succeed([])
                : payments.making(workspace.id, id, amountPaidMinor, most),
            creditNotes: Effect.map(
              notes.list(workspace.id, { invoiceId: id }, { limit: most, after: null }),
              ({ items }) => items
            ),
            pendingSince: Effect.map(
              checkouts.underWay(workspace.id, [id]),
              (since) => since.get(id) ?? null
            )
          },
          { concurrency: "unbounded" }
        ).pipe(Effect.map((read) => ({ ...shown, ...read })))
      }

      return ClientInvoices.of({
        byLink: (token) => Effect.flatMap(linked.byLink(token), complete),
        complete
      })
    })
  )
}
