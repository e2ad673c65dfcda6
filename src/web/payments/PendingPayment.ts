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
import { wordsIn } from "../../words/Words.ts"
import { link, note } from "../Parts.ts"

/** The page itself, and the address that asks the processor once more. */
interface Ways {
  readonly here: string
  readonly checkout: string | null
}

const waiting = ({ seller }: AddressedInvoice, { here }: Ways) => {
  const { title, text, reload } = wordsIn(seller.language).pay.pending
  return note("plain", p(strong(title)), p(text, " ", link(here, reload)))
}

const late = ({ workspace, seller }: AddressedInvoice, { checkout }: Ways, since: DateTime.Utc) => {
  const words = wordsIn(seller.language).pay.pending
  const day = formatsOf(seller.locale).date(dayIn(workspace.zone, since))
  return note(
    "plain",
    p(strong(words.late(day))),
    p(
      `${words.transfers} ${words.ifCharged} `,
      seller.email === null ? seller.name : link(`mailto:${seller.email}`, seller.name),
      ".",
      checkout === null ? null : [` ${words.ifNotCharged} `, link(checkout, words.retry), "."]
    )
  )
}

/** The text for a payment in progress since then, and the header that reloads the page. */
export const pendingPayment = Effect.fnUntraced(function* (
  document: AddressedInvoice,
  ways: Ways,
  since: DateTime.Utc
) {
  const now = yield* DateTime.now
  return isLate(since, now)
    ? { said: late(document, ways, since), headers: {} }
    : {
        said: waiting(document, ways),
        headers: { refresh: String(reloadDelaySeconds(since, now)) }
      }
})
