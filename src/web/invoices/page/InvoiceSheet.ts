/** The document as it looks: the words and values of its PDF, in the language of its client. */
import { postalLines } from "../../../domain/address/Address.ts"
import { balanceDue, isCredited, isOpen } from "../../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { spacedIban } from "../../../domain/parties/BankAccount.ts"
import { languageTag } from "../../../domain/text/Language.ts"
import { sellerAddressLines } from "../../../domain/workspaces/Workspace.ts"
import { br, type Child, div, p, section, span } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import { invoiceFacts, invoiceLines } from "../InvoicePageViews.ts"
import { type ShownInvoice, standingPayments } from "./InvoiceReading.ts"

const lined = (texts: ReadonlyArray<string>): Child =>
  texts.flatMap((text, index) => (index === 0 ? [text] : [br(), text]))

const part = (label: string, content: Child): Child => div(p({ class: "lab" }, label), p(content))

const paymentsOf = (shown: ShownInvoice): Child => {
  const { document, invoice } = shown
  const { document: words } = wordsIn(document.seller.language)
  const { money } = formatsOf(document.seller.locale)
  const days = new Intl.DateTimeFormat(document.seller.locale, {
    dateStyle: "medium",
    timeZone: document.seller.timeZone
  })
  return standingPayments(shown)
    .toReversed()
    .map(({ method, amountMinor, paidAt }) =>
      p(
        { class: "small quiet" },
        `${method === null ? words.paid : words.paidBy(method)} · ${days.format(paidAt.epochMilliseconds)} · ${money(amountMinor, invoice.currency)}`
      )
    )
}

const mark = ({ document, invoice }: ShownInvoice): string | undefined => {
  const { document: words } = wordsIn(document.seller.language)
  if (invoice.status === "draft") return words.marks.draft
  if (invoice.status === "paid") return words.states.paid
  if (invoice.status === "overdue") return words.states.overdue
  if (invoice.status !== "void") return undefined
  return isCredited(invoice) ? words.marks.credited : words.marks.void
}

/** The seller's bank account and payment note, if given. */
const paymentTerms = ({ document, invoice }: ShownInvoice): Child => {
  const { seller } = document
  const { document: words } = wordsIn(seller.language)
  const { bankAccount, paymentNote } = seller
  const facts =
    bankAccount === null
      ? []
      : [
          `${words.accountHolder} ${bankAccount.holder ?? seller.name}`,
          `${words.iban} ${spacedIban(bankAccount.iban)}`,
          ...(bankAccount.bic === null ? [] : [`${words.bic} ${bankAccount.bic}`]),
          `${words.paymentReference} ${invoice.number}`
        ]
  if (!isOpen(invoice) && invoice.status !== "draft") return null
  return [
    facts.length === 0 ? null : part(words.bankTransfer, lined(facts)),
    paymentNote === null ? null : p({ class: "notes" }, paymentNote)
  ]
}

export const sheetOf = (shown: ShownInvoice): Child => {
  const { document, invoice } = shown
  const { seller, recipient, projectName } = document
  const { document: words } = wordsIn(seller.language)
  const formats = formatsOf(seller.locale)
  const rest = formats.money(balanceDue(invoice), invoice.currency)
  const state = mark(shown)
  const isDue = isOpen(invoice) || invoice.status === "draft"
  return section(
    {
      class: "sheet",
      lang: languageTag(seller),
      "aria-label": words.named(words.invoice, invoice.number)
    },
    div(
      { class: "top" },
      p({ class: "strong" }, seller.name),
      p(
        { class: "kind" },
        span({ class: "strong" }, words.invoice),
        br(),
        invoice.number,
        state === undefined ? null : [br(), span({ class: "badge" }, state)]
      )
    ),
    isDue ? p({ class: "due" }, words.dueOn(rest, formats.longDate(invoice.dueDate))) : null,
    div(
      { class: "who" },
      div(
        p(
          lined([seller.name, ...sellerAddressLines(seller)]),
          seller.vatId === null ? null : [br(), `${words.vatId} ${seller.vatId}`]
        )
      ),
      part(words.billTo, lined(postalLines(recipient, seller.locale))),
      div(
        part(words.issueDate, formats.date(invoice.issueDate)),
        part(words.dueDate, formats.date(invoice.dueDate)),
        projectName === null ? null : part(words.project, projectName)
      )
    ),
    invoiceFacts(document),
    invoiceLines(document),
    paymentsOf(shown),
    invoice.notes === null ? null : p({ class: "notes" }, invoice.notes),
    paymentTerms(shown)
  )
}
