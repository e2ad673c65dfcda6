/** Mails of a few words, with what their reader must get: link, amounts, language and locale. */
import { Layer } from "effect"
import { type BrandedMail, MailComposer } from "../../app/ports/mail/MailComposer.ts"

const textIn = ({ seller: { language, locale } }: BrandedMail): string => `in ${language} ${locale}`

export const MailComposerMemory = Layer.succeed(MailComposer, {
  invoice: ({ invoice, paymentUrl, message, ...brand }) => ({
    subject: `Invoice ${invoice.number}`,
    text: `${message ?? ""}\n${paymentUrl}\n${textIn(brand)}`,
    html: ""
  }),
  credit_note: ({ note, message, ...brand }) => ({
    subject: `Credit note ${note.number} for invoice ${note.invoice.number}`,
    text: `${message ?? ""}\n${note.totalMinor} ${note.reason}\n${textIn(brand)}`,
    html: ""
  }),
  reminder: ({ invoice, paymentUrl, message, ...brand }) => ({
    subject: `Reminder: invoice ${invoice.number}`,
    text: `${message ?? ""}\n${paymentUrl}\n${textIn(brand)}`,
    html: ""
  }),
  receipt: ({ invoice, payment, paymentUrl, ...brand }) => ({
    subject: `Receipt: invoice ${invoice.number}`,
    text: `${payment.byCredit ? "by credit: " : ""}paid ${payment.amountMinor}, left ${payment.restMinor}\n${paymentUrl}\n${textIn(brand)}`,
    html: ""
  }),
  payment_notice: ({ readerName, clientName, invoice, payment, invoiceUrl, ...brand }) => ({
    subject: `Paid: invoice ${invoice.number}`,
    text: `${readerName}: ${clientName} paid ${payment.amountMinor}, left ${payment.restMinor}\n${invoiceUrl ?? ""}\n${textIn(brand)}`,
    html: ""
  }),
  void_notice: ({ invoice, ...brand }) => ({
    subject: `Void: invoice ${invoice.number}`,
    text: textIn(brand),
    html: ""
  }),
  invitation: ({ invitationUrl, message, ...brand }) => ({
    subject: "Invitation",
    text: `${message ?? ""}\n${invitationUrl}\n${textIn(brand)}`,
    html: ""
  }),
  user_link: ({ purpose, url }) => ({ subject: `Link to ${purpose}`, text: url, html: "" }),
  notice: ({ userName, about, address, url }) => ({
    subject: `Notice: ${about.type}`,
    text: `${userName}: ${JSON.stringify(about)} from ${address ?? "the service"}\n${url}`,
    html: ""
  })
})
