/** Composes each kind of mail. The form is the same for all (`RenderMail.ts`). */
import { Layer } from "effect"
import {
  type CreditNoteMail,
  type InvitationMail,
  type InvoiceMail,
  MailComposer,
  type MailContent,
  type PaymentNoticeMail,
  type ReceiptMail,
  type UserLinkMail,
  type VoidNoticeMail
} from "../../app/ports/mail/MailComposer.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import { wordsIn } from "../../words/Words.ts"
import { localeFormats } from "../pdf/Memoize.ts"
import type { MailPart } from "./MailTemplate.ts"
import { action, dayOf, facts, message, words } from "./MailTemplate.ts"
import { noticeContent } from "./NoticeMail.ts"
import { renderMail } from "./RenderMail.ts"

const invoiceMail = (mail: InvoiceMail): MailContent => {
  const { seller, invoice, paymentUrl } = mail
  const { mail: texts } = wordsIn(seller.language)
  const formats = localeFormats(seller.locale)
  const amount = formats.money(invoice.totalMinor, invoice.currency)
  const dueDate = formats.date(invoice.dueDate)
  return renderMail(mail, {
    subject: texts.sent.subject(invoice.number, seller.name, amount),
    preview: texts.sent.preview(amount, dueDate),
    to: invoice.client.name,
    message: mail.message,
    parts: [
      facts(
        [texts.amount, amount],
        [texts.due, dueDate],
        [texts.invoice, invoice.number],
        [texts.issued, formats.date(invoice.issueDate)]
      ),
      action(isOpen(invoice) ? texts.viewAndPay : texts.view, paymentUrl),
      message(mail.message),
      words(texts.sent.attached(invoice.number, seller.name))
    ]
  })
}

const creditNoteMail = (mail: CreditNoteMail): MailContent => {
  const { seller, note } = mail
  const { mail: texts } = wordsIn(seller.language)
  const { money } = localeFormats(seller.locale)
  const amount = money(note.totalMinor, note.currency)
  const attached = texts.creditNoteSent.attached(note.number, note.invoice.number, seller.name)
  return renderMail(mail, {
    subject: texts.creditNoteSent.subject(note.number, seller.name, amount),
    preview: attached,
    to: note.client.name,
    message: mail.message,
    parts: [
      facts(
        [texts.amount, amount],
        [texts.creditNote, note.number],
        [texts.invoice, note.invoice.number],
        [texts.reason, note.reason]
      ),
      message(mail.message),
      words(attached),
      note.credit === null
        ? null
        : words(
            texts.creditNoteSent.remainsAsCredit(
              money(note.credit.amountMinor, note.currency),
              seller.name
            )
          )
    ]
  })
}

const reminderMail = (mail: InvoiceMail): MailContent => {
  const { seller, invoice, paymentUrl } = mail
  const { mail: texts } = wordsIn(seller.language)
  const formats = localeFormats(seller.locale)
  const rest = formats.money(balanceDue(invoice), invoice.currency)
  const dueDate = formats.date(invoice.dueDate)
  const { subject, ...when } = texts.reminder
  const isLate = invoice.status === "overdue"
  const text = isLate ? when.afterDue : when.beforeDue
  return renderMail(mail, {
    subject: subject(invoice.number, seller.name, rest),
    preview: (isLate ? when.wasDue : when.isDue)(rest, dueDate),
    to: invoice.client.name,
    message: mail.message,
    parts: [
      facts([texts.open, rest], [texts.due, dueDate], [texts.invoice, invoice.number]),
      action(texts.viewAndPay, paymentUrl),
      message(mail.message),
      words(text(invoice.number, seller.name, dueDate))
    ]
  })
}

const paymentFacts = ({ seller, invoice, payment }: ReceiptMail | PaymentNoticeMail): MailPart => {
  const { mail: texts } = wordsIn(seller.language)
  const { money } = localeFormats(seller.locale)
  return facts(
    [payment.byCredit ? texts.setOff : texts.paid, money(payment.amountMinor, invoice.currency)],
    [texts.paidOn, dayOf(seller, payment.paidAt)],
    [texts.invoice, invoice.number],
    payment.restMinor === 0 ? null : [texts.balanceDue, money(payment.restMinor, invoice.currency)]
  )
}

/** A set-off credit brings in no money, so the mail does not thank for a payment. */
const receiptText = ({ seller, invoice, payment }: ReceiptMail): string => {
  const texts = wordsIn(seller.language).mail.receipt
  const isPaid = payment.restMinor === 0
  const text = payment.byCredit
    ? isPaid
      ? texts.isPaidBySetOff
      : texts.isSetOff
    : isPaid
      ? texts.isPaid
      : texts.isPartlyPaid
  return text(invoice.number, seller.name)
}

const receiptMail = (mail: ReceiptMail): MailContent => {
  const { seller, invoice, payment, paymentUrl } = mail
  const { mail: texts } = wordsIn(seller.language)
  const amount = localeFormats(seller.locale).money(payment.amountMinor, invoice.currency)
  const { subject, subjectOfCredit } = texts.receipt
  return renderMail(mail, {
    subject: (payment.byCredit ? subjectOfCredit : subject)(seller.name, amount, invoice.number),
    preview: receiptText(mail),
    to: invoice.client.name,
    parts: [
      words(receiptText(mail)),
      paymentFacts(mail),
      action(payment.restMinor === 0 ? texts.view : texts.viewAndPayRest, paymentUrl)
    ]
  })
}

const paymentNoticeMail = (mail: PaymentNoticeMail): MailContent => {
  const { seller, invoice, payment, readerName, clientName, invoiceUrl } = mail
  const { mail: texts } = wordsIn(seller.language)
  const amount = localeFormats(seller.locale).money(payment.amountMinor, invoice.currency)
  const { subject, isPaid, isPartlyPaid } = texts.paymentNotice
  const paid = (payment.restMinor === 0 ? isPaid : isPartlyPaid)(clientName, invoice.number)
  return renderMail(mail, {
    subject: subject(amount, clientName, invoice.number),
    preview: paid,
    to: readerName,
    parts: [
      words(paid),
      paymentFacts(mail),
      invoiceUrl === null ? null : action(texts.view, invoiceUrl)
    ]
  })
}

const voidNoticeMail = (mail: VoidNoticeMail): MailContent => {
  const { seller, invoice } = mail
  const { mail: texts } = wordsIn(seller.language)
  const formats = localeFormats(seller.locale)
  const text = texts.voided.text(invoice.number, seller.name)
  return renderMail(mail, {
    subject: texts.voided.subject(invoice.number, seller.name),
    preview: text,
    to: invoice.client.name,
    parts: [
      words(text),
      facts(
        [texts.invoice, invoice.number],
        [texts.amount, formats.money(invoice.totalMinor, invoice.currency)],
        [texts.issued, formats.date(invoice.issueDate)]
      )
    ]
  })
}

const invitationMail = (mail: InvitationMail): MailContent => {
  const { seller, clientName, invitationUrl, expiresAt } = mail
  const texts = wordsIn(seller.language).mail.invitation
  return renderMail(mail, {
    subject: texts.subject(seller.name),
    preview: texts.preview,
    to: clientName,
    message: mail.message,
    parts: [
      words(texts.text(seller.name)),
      action(texts.button, invitationUrl),
      message(mail.message),
      words(texts.validUntil(dayOf(seller, expiresAt)))
    ]
  })
}

const userLinkMail = (mail: UserLinkMail): MailContent => {
  const { userLink } = wordsIn(mail.seller.language).mail
  const { subject, why, once, button } = userLink[mail.purpose]
  return renderMail(mail, {
    subject: subject(mail.workspaceName),
    preview: once,
    to: mail.userName,
    parts: [words(why(mail.workspaceName)), action(button, mail.url), words(once)]
  })
}

export const MailComposerPreact = Layer.succeed(MailComposer, {
  invoice: invoiceMail,
  credit_note: creditNoteMail,
  reminder: reminderMail,
  receipt: receiptMail,
  payment_notice: paymentNoticeMail,
  void_notice: voidNoticeMail,
  invitation: invitationMail,
  user_link: userLinkMail,
  notice: noticeContent
})
