/**
 * Tells a reader of the payment page from a program: a colleague with a session, a browser that
 * prefetches and a robot that says so do not count as an opening.
 */
import { Effect } from "effect"
import { LinkOpens } from "../../app/payments/links/LinkOpens.ts"
import type { AddressedInvoice } from "../../app/ports/invoices/PdfRenderer.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"

const robot = /bot\b|crawl|spider|preview|scan|monitor|headless|^$/i

const isReader = ({ request, cookies }: BrowserRequest): boolean => {
  const { headers, method } = request
  const purpose = headers["sec-purpose"] ?? headers["purpose"] ?? ""
  return (
    method === "GET" &&
    cookies.session === null &&
    !purpose.includes("prefetch") &&
    !robot.test(headers["user-agent"] ?? "")
  )
}

export const makeRecordOpened = Effect.map(
  LinkOpens,
  ({ record }) =>
    (page: BrowserRequest, document: AddressedInvoice): Effect.Effect<void> =>
      isReader(page) ? record(document) : Effect.void
)
