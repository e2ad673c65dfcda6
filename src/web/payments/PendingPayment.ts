/**
 * The pay page while a payment is in progress: nothing more is to be paid. It reloads by itself at
 * growing intervals until the processor's message arrives. A late message adds advice.
 */
import { DateTime, Effect } from "effect"
import type { AddressedInvoice } from "../../app/ports/invoices/PdfRenderer.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { isLate, reloadDelaySeconds } from "../../domain/payments/Checkout.ts"
import { dayIn } from "../../domain/time/CalendarDate.ts"
import { p, strong } from "../../html/Elements.ts"
import { link, note } from "../Parts.ts"

const waiting = (token: string) =>
  note(
    "plain",
    p(strong("A payment is in progress. You do not need to pay again.")),
    p(
      "It is usually confirmed within moments. This page reloads by itself. ",
      link(`/pay/${token}`, "Reload now")
    )
  )

const late = ({ workspace, seller }: AddressedInvoice, token: string, since: DateTime.Utc) => {
  const day = formatsOf(workspace.locale).date(dayIn(workspace.zone, since))
  return note(
    "plain",
    p(strong(`The payment of ${day} is not confirmed yet.`)),
    p(
      "Transfers from a bank account take some days; then this page shows it as paid. " +
        "If you were charged, do not pay a second time: contact ",
      seller.email === null ? seller.name : link(`mailto:${seller.email}`, seller.name),
      ". If you were not charged, ",
      link(`/pay/${token}/checkout`, "check whether you can pay again"),
      "."
    )
  )
}

/** The text for a payment in progress since then, and the header that reloads the page. */
export const pendingPayment = Effect.fnUntraced(function* (
  document: AddressedInvoice,
  token: string,
  since: DateTime.Utc
) {
  const now = yield* DateTime.now
  return isLate(since, now)
    ? { said: late(document, token, since), headers: {} }
    : { said: waiting(token), headers: { refresh: String(reloadDelaySeconds(since, now)) } }
})
