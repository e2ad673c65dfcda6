/** Mails of a few words, with what their reader must get: the link and the amounts. */
import { Layer } from "effect"
import { MailComposer } from "../../app/ports/mail/MailComposer.ts"

export const MailComposerMemory = Layer.succeed(MailComposer, {
  invoice: ({ invoice, paymentUrl, message }) => ({
    subject: `Invoice ${invoice.number}`,
    text: `${message ?? ""}\n${paymentUrl}`,
    html: ""
  }),
  reminder: ({ invoice, paymentUrl, message }) => ({
    subject: `Reminder: invoice ${invoice.number}`,
    text: `${message ?? ""}\n${paymentUrl}`,
    html: ""
  }),
  receipt: ({ invoice, payment, paymentUrl }) => ({
    subject: `Receipt: invoice ${invoice.number}`,
    text: `${payment.byCredit ? "by credit: " : ""}paid ${payment.amountMinor}, left ${payment.restMinor}\n${paymentUrl}`,
    html: ""
  }),
  payment_notice: ({ readerName, clientName, invoice, payment, invoiceUrl }) => ({
    subject: `Paid: invoice ${invoice.number}`,
    text: `${readerName}: ${clientName} paid ${payment.amountMinor}, left ${payment.restMinor}\n${invoiceUrl ?? ""}`,
    html: ""
  }),
  invitation: ({ invitationUrl, message }) => ({
    subject: "Invitation",
    text: `${message ?? ""}\n${invitationUrl}`,
    html: ""
  }),
  user_link: ({ purpose, url }) => ({ subject: `Link to ${purpose}`, text: url, html: "" }),
  notice: ({ userName, about, address, url }) => ({
    subject: `Notice: ${about.type}`,
    text: `${userName}: ${JSON.stringify(about)} from ${address ?? "the service"}\n${url}`,
    html: ""
  })
})
