/** Composes each kind of mail. The form is the same for all (`RenderMail.ts`). */
import { Layer } from "effect"
import {
  type InvitationMail,
  type InvoiceMail,
  MailComposer,
  type MailContent,
  type PaymentNoticeMail,
  type ReceiptMail,
  type UserLinkMail
} from "../../app/ports/mail/MailComposer.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import { localeFormats } from "../pdf/Memoize.ts"
import type { MailPart } from "./MailTemplate.ts"
import { action, dayOf, facts, message, words } from "./MailTemplate.ts"
import { noticeContent } from "./NoticeMail.ts"
import { renderMail } from "./RenderMail.ts"

const invoiceMail = (mail: InvoiceMail): MailContent => {
  const { seller, invoice, paymentUrl } = mail
  const formats = localeFormats(seller.locale)
  const amount = formats.money(invoice.totalMinor, invoice.currency)
  const dueDate = formats.date(invoice.dueDate)
  return renderMail(mail, {
    subject: `Invoice ${invoice.number} from ${seller.name}: ${amount}`,
    preview: `${amount}, due on ${dueDate}`,
    to: invoice.client.name,
    message: mail.message,
    parts: [
      facts(
        ["Amount", amount],
        ["Due", dueDate],
        ["Invoice", invoice.number],
        ["Issued", formats.date(invoice.issueDate)]
      ),
      action(isOpen(invoice) ? "View and pay" : "View the invoice", paymentUrl),
      message(mail.message),
      words(`Invoice ${invoice.number} from ${seller.name} is attached as a PDF.`)
    ]
  })
}

const reminderMail = (mail: InvoiceMail): MailContent => {
  const { seller, invoice, paymentUrl } = mail
  const formats = localeFormats(seller.locale)
  const rest = formats.money(balanceDue(invoice), invoice.currency)
  const dueDate = formats.date(invoice.dueDate)
  const isLate = invoice.status === "overdue"
  const state = isLate ? `was due on ${dueDate} and is not paid yet` : `is due on ${dueDate}`
  return renderMail(mail, {
    subject: `Reminder: invoice ${invoice.number} from ${seller.name}, ${rest}`,
    preview: `${rest} ${isLate ? "was" : "is"} due on ${dueDate}`,
    to: invoice.client.name,
    message: mail.message,
    parts: [
      facts(["Open", rest], ["Due", dueDate], ["Invoice", invoice.number]),
      action("View and pay", paymentUrl),
      message(mail.message),
      words(
        `Invoice ${invoice.number} from ${seller.name} ${state}. It is attached as a PDF. If you have paid it in the meantime, thank you.`
      )
    ]
  })
}

const paymentFacts = ({ seller, invoice, payment }: ReceiptMail | PaymentNoticeMail): MailPart => {
  const { money } = localeFormats(seller.locale)
  return facts(
    [payment.byCredit ? "Set off" : "Paid", money(payment.amountMinor, invoice.currency)],
    ["On", dayOf(seller, payment.paidAt)],
    ["Invoice", invoice.number],
    payment.restMinor === 0 ? null : ["Left to pay", money(payment.restMinor, invoice.currency)]
  )
}

/** A set-off credit brings in no money, so the mail does not thank for a payment. */
const receiptText = ({ seller, invoice, payment }: ReceiptMail): string => {
  const named = `invoice ${invoice.number} from ${seller.name}`
  const isPaid = payment.restMinor === 0
  if (payment.byCredit) {
    return `A credit of yours was set off against ${named}.${isPaid ? " It is paid by this." : ""}`
  }
  return isPaid
    ? `Thank you. Invoice ${invoice.number} from ${seller.name} is paid.`
    : `Thank you. We received a part of ${named}.`
}

const receiptMail = (mail: ReceiptMail): MailContent => {
  const { seller, invoice, payment, paymentUrl } = mail
  const amount = localeFormats(seller.locale).money(payment.amountMinor, invoice.currency)
  const isPaid = payment.restMinor === 0
  const about = payment.byCredit ? `${amount} of credit` : amount
  return renderMail(mail, {
    subject: `Receipt from ${seller.name}: ${about} for invoice ${invoice.number}`,
    preview: receiptText(mail),
    to: invoice.client.name,
    parts: [
      words(receiptText(mail)),
      paymentFacts(mail),
      action(isPaid ? "View the invoice" : "View and pay the rest", paymentUrl)
    ]
  })
}

const paymentNoticeMail = (mail: PaymentNoticeMail): MailContent => {
  const { seller, invoice, payment, readerName, clientName, invoiceUrl } = mail
  const amount = localeFormats(seller.locale).money(payment.amountMinor, invoice.currency)
  const paid =
    payment.restMinor === 0
      ? `${clientName} has paid invoice ${invoice.number}.`
      : `${clientName} has paid a part of invoice ${invoice.number}.`
  return renderMail(mail, {
    subject: `You were paid: ${amount} by ${clientName} for invoice ${invoice.number}`,
    preview: paid,
    to: readerName,
    parts: [
      words(paid),
      paymentFacts(mail),
      invoiceUrl === null ? null : action("View the invoice", invoiceUrl)
    ]
  })
}

const invitationMail = (mail: InvitationMail): MailContent => {
  const { seller, clientName, invitationUrl, expiresAt } = mail
  return renderMail(mail, {
    subject: `${seller.name} invites you to the client portal`,
    preview: "Your projects and invoices in one place",
    to: clientName,
    message: mail.message,
    parts: [
      words(`${seller.name} invites you to a portal with your projects and invoices.`),
      action("Open the portal", invitationUrl),
      message(mail.message),
      words(`The invitation is valid until ${dayOf(seller, expiresAt)} and for you alone.`)
    ]
  })
}

/** The words of a link by its purpose. */
const purposeTexts: Readonly<
  Record<
    UserLinkMail["purpose"],
    (workspace: string) => {
      readonly subject: string
      readonly why: string
      readonly within: string
    }
  >
> = {
  invite: (workspace) => ({
    subject: `Join ${workspace} on Retainer`,
    why: `You were invited to the workspace ${workspace}. Choose a password to join it.`,
    within: "7 days"
  }),
  reset: (workspace) => ({
    subject: `Choose a new password for ${workspace}`,
    why: `A new password was requested for your account in the workspace ${workspace}. If it was not you, ignore this mail: nothing changes.`,
    within: "an hour"
  })
}

const userLinkMail = (mail: UserLinkMail): MailContent => {
  const { subject, why, within } = purposeTexts[mail.purpose](mail.workspaceName)
  return renderMail(mail, {
    subject,
    preview: `The link works once, within ${within}`,
    to: mail.userName,
    parts: [
      words(why),
      action("Choose a password", mail.url),
      words(`The link works once, within ${within}.`)
    ]
  })
}

export const MailComposerPreact = Layer.succeed(MailComposer, {
  invoice: invoiceMail,
  reminder: reminderMail,
  receipt: receiptMail,
  payment_notice: paymentNoticeMail,
  invitation: invitationMail,
  user_link: userLinkMail,
  notice: noticeContent
})
