/**
 * An invoice for its client: the amount, its state and how to pay first, then what was paid, the
 * lines and the seller. The page behind a payment link and the portal show the same.
 */
import { DateTime, Effect } from "effect"
import type { InvoiceVoided } from "../../../app/payments/links/LinkedInvoices.ts"
import type { ClientInvoice } from "../../../app/portal/ClientInvoices.ts"
import { balanceDue, isOpen } from "../../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { languageTag } from "../../../domain/text/Language.ts"
import { dayIn } from "../../../domain/time/CalendarDate.ts"
import { type Child, div, h1, p, section, span } from "../../../html/Elements.ts"
import { sign } from "../../../html/Icons.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { brandOf, pageResponse } from "../../Layout.ts"
import { dayInYear } from "../../PageFormats.ts"
import { link, note } from "../../Parts.ts"
import { pendingPayment } from "../../payments/PendingPayment.ts"
import { invoiceFacts } from "../InvoicePageViews.ts"
import { payLines } from "./PayLines.ts"
import { contactOf, factsPart, mailTo, sellerPart, transferPart } from "./PayParts.ts"

/** The addresses of what the client may do. */
interface PayPaths {
  readonly here: string
  /** Where a payment begins; null where the invoice has no payment link. */
  readonly checkout: string | null
  readonly pdf: string
  readonly receipt: string
}

export const titleOf = ({ seller, invoice }: Pick<ClientInvoice, "seller" | "invoice">): string => {
  const { document: words } = wordsIn(seller.language)
  return words.named(words.invoice, invoice.number)
}

const stateOf = ({ invoice, seller, workspace }: ClientInvoice, now: DateTime.Utc): Child => {
  const { pay } = wordsIn(seller.language)
  const { longDate } = formatsOf(seller.locale)
  switch (invoice.status) {
    case "draft":
    case "sent":
      return span({ class: "badge open" }, sign("arrow"), pay.due(longDate(invoice.dueDate)))
    case "overdue":
      return span({ class: "badge overdue" }, sign("clock"), pay.wasDue(longDate(invoice.dueDate)))
    case "paid": {
      const day = dayInYear(
        seller.locale,
        dayIn(workspace.zone, invoice.paidAt ?? now),
        dayIn(workspace.zone, now)
      )
      return span({ class: "badge paid" }, sign("tick"), pay.paidOn(day))
    }
    case "void":
      return span({ class: "badge void" }, pay.isVoid)
  }
}

/** The link carries the amount that is shown, so that no other is paid. */
const actionsOf = (shown: ClientInvoice, paths: PayPaths, mayPay: boolean): Child => {
  const { invoice, seller } = shown
  const { pay } = wordsIn(seller.language)
  const rest = balanceDue(invoice)
  const amount = formatsOf(seller.locale).money(rest, invoice.currency)
  return div(
    { class: "do" },
    mayPay && paths.checkout !== null
      ? link(`${paths.checkout}?amount=${rest}`, pay.pay(amount), "button")
      : null,
    invoice.status === "paid" ? link(paths.receipt, pay.receipt, "button") : null,
    link(paths.pdf, pay.download, "button second")
  )
}

interface Shown {
  readonly content: ReadonlyArray<Child>
  /** Reloads the page while a payment is in progress. */
  readonly headers: Readonly<Record<string, string>>
}

/** The button to pay is there while something is owed and no payment is in progress. */
export const invoiceForClient = Effect.fnUntraced(function* (
  shown: ClientInvoice,
  paths: PayPaths,
  hasChanged = false
) {
  const { invoice, seller, pendingSince } = shown
  const { pay } = wordsIn(seller.language)
  const now = yield* DateTime.now
  const { money } = formatsOf(seller.locale)
  const rest = balanceDue(invoice)
  const underWay =
    pendingSince === null || !isOpen(invoice)
      ? undefined
      : yield* pendingPayment(shown, paths, pendingSince)
  const mayPay = isOpen(invoice) && underWay === undefined
  const figure = money(isOpen(invoice) ? rest : invoice.totalMinor, invoice.currency)
  const result: Shown = {
    content: [
      hasChanged && mayPay ? note("warn", p(pay.changed(money(rest, invoice.currency)))) : null,
      div(
        { class: "pay" },
        section(
          { class: "box" },
          h1(span({ class: "quiet" }, titleOf(shown)), " ", span({ class: "big" }, figure)),
          p(stateOf(shown, now)),
          underWay?.said ?? null,
          actionsOf(shown, paths, mayPay),
          mayPay ? transferPart(shown) : null,
          factsPart(shown, dayIn(shown.workspace.zone, now))
        ),
        section(
          { class: "box" },
          invoiceFacts(shown),
          payLines(shown),
          invoice.notes === null ? null : p({ class: "notes" }, invoice.notes)
        )
      ),
      sellerPart(seller, titleOf(shown))
    ],
    headers: underWay?.headers ?? {}
  }
  return result
})

export const payPage = Effect.fnUntraced(function* (
  shown: ClientInvoice,
  { cell }: Pick<BrowserRequest, "cell">,
  token: string,
  hasChanged: boolean
) {
  const here = `/pay/${token}`
  const paths: PayPaths = {
    here,
    checkout: `${here}/checkout`,
    pdf: `${here}/invoice.pdf`,
    receipt: `${here}/receipt.pdf`
  }
  const { content, headers } = yield* invoiceForClient(shown, paths, hasChanged)
  return pageResponse(`${titleOf(shown)} · ${shown.workspace.displayName}`, content, {
    brand: brandOf(shown.workspace, cell),
    lang: languageTag(shown.seller),
    sheet: "client",
    headers
  })
})

/** After a void: the reason and whom to ask; no amounts, no client, no document. */
export const voidContent = ({
  seller,
  number,
  isCredited,
  reason
}: Pick<InvoiceVoided, "seller" | "number" | "isCredited" | "reason">): ReadonlyArray<Child> => {
  const { document: words, pay } = wordsIn(seller.language)
  const title = words.named(words.invoice, number)
  const address = contactOf(seller)
  return [
    h1(title),
    p({ class: "state state-void" }, isCredited ? pay.isCredited : pay.isVoid),
    reason === null ? null : p({ class: "notes" }, `${words.labelled(words.reason)} ${reason}`),
    p(
      `${pay.write} `,
      address === null ? seller.name : mailTo(address, title, address),
      address === null ? null : ` (${seller.name})`
    )
  ]
}

export const voidPage = (voided: InvoiceVoided, { cell }: Pick<BrowserRequest, "cell">) => {
  const { workspace, seller, number } = voided
  const { document: words } = wordsIn(seller.language)
  const title = words.named(words.invoice, number)
  return pageResponse(`${title} · ${workspace.displayName}`, voidContent(voided), {
    brand: brandOf(workspace, cell),
    narrow: true,
    lang: languageTag(seller)
  })
}
