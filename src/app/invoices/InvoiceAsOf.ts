/**
 * Shows an invoice as it stood at a moment, from the log: its newest event of then, with the names that its
 * client and project had then. What moves without an event comes from today, so that nothing dead is shown as
 * if it lived: the link that works now, the file that went out, and of a mail that it was delivered.
 */
import { DateTime, Effect, Schema } from "effect"
import { ClientRef } from "../../domain/clients/ClientRef.ts"
import { completedOf } from "../../domain/events/ShownResource.ts"
import { hasPaymentLink, statusOn } from "../../domain/invoices/Invoice.ts"
import { InvoiceMomentAhead, InvoiceNotThen } from "../../domain/invoices/InvoiceErrors.ts"
import { InvoiceResource, type InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import { ProjectRef } from "../../domain/projects/ProjectRef.ts"
import { dayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { LogProof } from "../ports/events/LogProof.ts"
import { useCase } from "../UseCase.ts"
import { getInvoice } from "./GetInvoice.ts"

const invoiceIn = (object: unknown) =>
  Schema.decodeUnknownEffect(InvoiceResource)(completedOf.invoice(object)).pipe(Effect.orDie)

const contactIn = Schema.decodeUnknownEffect(
  Schema.Struct({ ...ClientRef.fields, email: Schema.String })
)
const projectIn = Schema.decodeUnknownEffect(ProjectRef)

/**
 * A delivered mail is told by no event: one that was queued then, and went out since, is shown as sent; so is one
 * that was on its way when the invoice was voided.
 */
const deliveryOf = (then: InvoiceView, now: InvoiceView["delivery"]) =>
  (then.delivery?.status === "queued" || then.status === "void") && now?.status === "sent"
    ? now
    : then.delivery

export const invoiceAsOf = Effect.gen(function* () {
  const proof = yield* LogProof
  const get = yield* getInvoice

  /** What the log shows of a resource at the moment; what is given where it is older than the log. */
  const named = Effect.fnUntraced(function* <Ref extends { readonly id: string }, E>(
    workspace: Workspace,
    given: Ref,
    at: DateTime.Utc,
    decode: (object: unknown) => Effect.Effect<Ref, E>
  ) {
    const event = yield* proof.asOf(workspace.id, given.id, at)
    return event === null ? given : yield* Effect.orDie(decode(event.data.object))
  })

  return useCase("Invoicing.asOf")(function* (
    workspace: Workspace,
    idText: string,
    at: DateTime.Utc
  ) {
    if (DateTime.isGreaterThan(at, yield* DateTime.now)) return yield* new InvoiceMomentAhead()
    const today = yield* get(workspace, idText)
    const event = yield* proof.asOf(workspace.id, today.id, at)
    if (event === null) return yield* new InvoiceNotThen({ id: today.id, at })
    const then = yield* invoiceIn(event.data.object)
    const status = statusOn(then, dayIn(workspace.zone, at))
    const isIssued = then.delivery !== null
    return {
      ...then,
      status,
      client: isIssued ? then.client : yield* named(workspace, then.client, at, contactIn),
      project: then.project && (yield* named(workspace, then.project, at, projectIn)),
      processorPaymentUrl: hasPaymentLink(status) ? today.processorPaymentUrl : null,
      delivery: deliveryOf(then, today.delivery),
      document: isIssued ? today.document : null
    }
  })
})
