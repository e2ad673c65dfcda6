/**
 * Parts of an invoice's page for its client: how to pay by bank transfer, what was paid and when,
 * and the seller's data. All of it is in the language of the send.
 */
import type { ClientInvoice } from "../../../app/portal/ClientInvoices.ts"
import type { AddressedInvoice } from "../../../app/ports/invoices/PdfRenderer.ts"
import { balanceDue } from "../../../domain/invoices/Invoice.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { spacedIban } from "../../../domain/parties/BankAccount.ts"
import { transferText } from "../../../domain/payments/TransferCode.ts"
import { type CalendarDate, dayIn } from "../../../domain/time/CalendarDate.ts"
import { type Seller, sellerAddressLines } from "../../../domain/workspaces/Workspace.ts"
import { a, type Child, dl, footer, h2, p, section, span } from "../../../html/Elements.ts"
import { qrSvg } from "../../../html/QrSvg.ts"
import { wordsIn } from "../../../words/Words.ts"
import { clientName, dayInYear } from "../../PageFormats.ts"
import { link } from "../../Parts.ts"
import { fact } from "./PayLines.ts"

/** Where the seller answers questions, if it is known. */
export const contactOf = ({ contact, email }: Pick<Seller, "contact" | "email">): string | null =>
  contact?.email ?? email

/** The link that begins a mail to the seller about this document. */
export const mailTo = (address: string, subject: string, label: string): Child => {
  const to = encodeURIComponent(address).replaceAll("%40", "@")
  return a({ href: `mailto:${to}?subject=${encodeURIComponent(subject)}` }, label)
}

/** Absent without a bank account, and where nothing is due. */
export const transferPart = ({ invoice, seller }: AddressedInvoice): Child => {
  const { bankAccount, name } = seller
  if (bankAccount === null) return null
  const { document: words, pay } = wordsIn(seller.language)
  const { iban, bic } = bankAccount
  const holder = bankAccount.holder ?? name
  const { currency, number: reference } = invoice
  const amountMinor = balanceDue(invoice)
  const code = transferText({ holder, iban, bic, currency, amountMinor, reference })
  return section(
    { class: "part" },
    h2(words.bankTransfer),
    dl(
      { class: "facts" },
      fact(words.accountHolder, holder),
      fact(words.iban, spacedIban(iban), "iban"),
      bic === null ? null : fact(words.bic, bic),
      fact(words.paymentReference, reference)
    ),
    code === null
      ? null
      : p({ class: "scan small quiet" }, qrSvg(code, words.transferCode), span(pay.scan))
  )
}

/** The client, the days, and each payment and credit note with its day. */
export const factsPart = (shown: ClientInvoice, today: CalendarDate): Child => {
  const { invoice, recipient, seller, payments, creditNotes, workspace } = shown
  const { document: words, pay } = wordsIn(seller.language)
  const { longDate, money } = formatsOf(seller.locale)
  const { currency } = invoice
  const dayOf = (date: CalendarDate) => dayInYear(seller.locale, date, today)
  const listed = payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const earlier = invoice.amountPaidMinor - listed
  return section(
    { class: "part" },
    dl(
      { class: "facts" },
      fact(pay.client, clientName(recipient)),
      fact(pay.issued, longDate(invoice.issueDate)),
      fact(words.dueDate, longDate(invoice.dueDate)),
      fact(words.total, money(invoice.totalMinor, currency)),
      earlier === 0 ? null : fact(words.paidEarlier, money(-earlier, currency)),
      payments.map(({ amountMinor, paidAt }) =>
        fact(pay.paidDay(dayOf(dayIn(workspace.zone, paidAt))), money(-amountMinor, currency))
      ),
      creditNotes.map(({ number, issueDate, totalMinor }) =>
        fact(pay.creditedDay(number, dayOf(issueDate)), money(-totalMinor, currency))
      ),
      fact(words.balanceDue, money(balanceDue(invoice), currency), "strong")
    )
  )
}

/** The seller as the law wants it on an invoice, and where to ask. */
export const sellerPart = (seller: Seller, title: string): Child => {
  const { document: words, pay } = wordsIn(seller.language)
  const label = (name: string, value: string | null | undefined) =>
    value == null || value === "" ? [] : [`${words.labelled(name)} ${value}`]
  const texts = [
    [seller.name, ...sellerAddressLines(seller)].filter((text) => text !== "").join(", "),
    ...label(words.vatId, seller.vatId),
    ...label(words.taxNumber, seller.taxNumber),
    ...label(words.registration, seller.registration?.id),
    ...label(words.phone, seller.contact?.phone)
  ]
  const address = contactOf(seller)
  return footer(
    { class: "about" },
    texts.map((text) => span(text)),
    seller.legalInformation === null ? null : p({ class: "notes" }, seller.legalInformation),
    address === null ? null : mailTo(address, title, pay.ask),
    link("/check", pay.check)
  )
}
