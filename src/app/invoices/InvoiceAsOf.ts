/**
 * Point-in-time read of an invoice from the log: its newest event of that time, with the names that
 * its client and project had. Three fields are current, because they change without an event: the
 * payment link, the mailed file, and a delivered mail.
 */
import { DateTime, Effect, Schema } from "effect"
import { completedOf } from "../../domain/events/ShownResource.ts"
import { ClientRef, ProjectRef } from "../../domain/Ids.ts"
import { hasPaymentLink, statusOn } from "../../domain/invoices/Invoice.ts"
import { InvoiceMomentAhead, InvoiceNotThen } from "../../domain/invoices/InvoiceErrors.ts"
import { InvoiceResource, type InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
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
 * No event records that a mail was delivered. So a mail that was queued then and was sent later is
 * shown as sent, also if the invoice was voided in between.
 */
const deliveryOf = (then: InvoiceView, now: InvoiceView["delivery"]) =>
  (then.delivery?.status === "queued" || then.status === "void") && now?.status === "sent"
    ? now
    : then.delivery

export const invoiceAsOf = Effect.gen(function* () {
  const proof = yield* LogProof
  const get = yield* getInvoice

  /** The client or project at the time, from the log; as given if the log has no event of it. */
  const referenceAt = Effect.fnUntraced(function* <Ref extends { readonly id: string }, E>(
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
      client: isIssued ? then.client : yield* referenceAt(workspace, then.client, at, contactIn),
      project: then.project && (yield* referenceAt(workspace, then.project, at, projectIn)),
      processorPaymentUrl: hasPaymentLink(status) ? today.processorPaymentUrl : null,
      delivery: deliveryOf(then, today.delivery),
      document: isIssued ? today.document : null
    }
  })
})
