/** The document as it looks: the words and values of its PDF, in the language of its client. */
import { balanceDue, isCredited, isOpen } from "../../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { spacedIban } from "../../../domain/parties/BankAccount.ts"
import { transferText } from "../../../domain/payments/TransferCode.ts"
import { languageTag } from "../../../domain/text/Language.ts"
import { dateFormat } from "../../../domain/text/LocaleFormats.ts"
import { br, type Child, div, p, section, span } from "../../../html/Elements.ts"
import { qrSvg } from "../../../html/QrSvg.ts"
import { recipientLines, sellerLines } from "../../../words/document/DocumentParties.ts"
import { wordsIn } from "../../../words/Words.ts"
import { link } from "../../Parts.ts"
import { invoiceFacts, invoiceLines } from "../InvoicePageViews.ts"
import { type ShownInvoice, standingPayments } from "./InvoiceReading.ts"

const lined = (texts: ReadonlyArray<string>): Child =>
  texts.flatMap((text, index) => (index === 0 ? [text] : [br(), text]))

const part = (label: string, content: Child): Child => div(p({ class: "lab" }, label), p(content))

const paymentsOf = (shown: ShownInvoice): Child => {
  const { document, invoice } = shown
  const { document: words } = wordsIn(document.seller.language)
  const { money } = formatsOf(document.seller.locale)
  const days = dateFormat(document.seller.locale, {
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

/** A way to pay beside its code, as below the notes of the PDF. */
const way = (title: string, lines: ReadonlyArray<Child>, code: Child): Child =>
  div(
    { class: "way" },
    code,
    div(
      p({ class: "strong" }, title),
      lines.map((text) => p(text))
    )
  )

const transferWay = ({ document, invoice }: ShownInvoice): Child => {
  const { bankAccount, name, language } = document.seller
  if (bankAccount === null) return null
  const { document: words } = wordsIn(language)
  const { iban, bic } = bankAccount
  const holder = bankAccount.holder ?? name
  const { currency, number: reference } = invoice
  const amountMinor = balanceDue(invoice)
  const code = transferText({ holder, iban, bic, currency, amountMinor, reference })
  return way(
    words.bankTransfer,
    [
      `${words.labelled(words.accountHolder)} ${holder}`,
      `${words.labelled(words.iban)} ${spacedIban(iban)}`,
      ...(bic === null ? [] : [`${words.labelled(words.bic)} ${bic}`]),
      `${words.labelled(words.paymentReference)} ${reference}`
    ],
    code === null ? null : qrSvg(code, words.transferCode)
  )
}

const linkWay = ({ document, invoice }: ShownInvoice): Child => {
  const { document: words } = wordsIn(document.seller.language)
  const url = invoice.processorPaymentUrl
  return url === null ? null : way(words.payOnline, [link(url, url)], qrSvg(url, words.payCode))
}

/** As in the PDF: neither a draft nor a void invoice is to be paid, nor one that is settled. */
const waysOf = (shown: ShownInvoice): Child =>
  isOpen(shown.invoice) && balanceDue(shown.invoice) > 0
    ? div({ class: "ways" }, transferWay(shown), linkWay(shown))
    : null

const prose = (label: string, text: string | null): Child =>
  text === null || text === "" ? null : [p({ class: "lab" }, label), p({ class: "notes" }, text)]

export const sheetOf = (shown: ShownInvoice): Child => {
  const { document, invoice } = shown
  const { seller, projectName } = document
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
      div(p(lined([seller.name, ...sellerLines(document, words)]))),
      part(words.billTo, lined(recipientLines(document, words))),
      div(
        part(words.issueDate, formats.date(invoice.issueDate)),
        part(words.dueDate, formats.date(invoice.dueDate)),
        projectName === null ? null : part(words.project, projectName)
      )
    ),
    invoiceFacts(document),
    invoiceLines(document),
    paymentsOf(shown),
    prose(words.terms, seller.paymentNote),
    prose(words.notes, invoice.notes),
    waysOf(shown),
    seller.legalInformation === null
      ? null
      : p({ class: "small quiet notes" }, seller.legalInformation)
  )
}
