/** The words of the pages behind a payment link in English. */
import type { PayWords } from "./PayWords.ts"

export const payEn: PayWords = {
  due: (dueDate) => `due ${dueDate}`,
  wasDue: (dueDate) => `was due ${dueDate}`,
  paidOn: (day) => `Paid on ${day}, thank you`,
  isVoid: "This invoice was voided. No payment is due.",
  isCredited: "This invoice was voided by a credit note. No payment is due.",
  client: "For",
  issued: "Issued",
  paidDay: (day) => `Paid ${day}`,
  creditedDay: (number, day) => `Credit note ${number}, ${day}`,
  lines: "Lines of the invoice",
  pay: (amount) => `Pay ${amount}`,
  download: "Download the PDF",
  receipt: "Download the receipt",
  scan: "Scan the code with your banking app.",
  ask: "Ask about this invoice",
  write: "Questions about it? Write to",
  changed: (amount) => `The amount has changed since you opened this page: ${amount} is due now.`,
  check: "Is this PDF genuine?",
  back: "Back to the invoice",

  pending: {
    title: "A payment is in progress. You do not need to pay again.",
    text: "It is usually confirmed within moments. This page reloads by itself.",
    reload: "Reload now",
    late: (day) => `The payment of ${day} is not confirmed yet.`,
    transfers: "Transfers from a bank account take some days; then this page shows it as paid.",
    ifCharged: "If you were charged, do not pay a second time: contact",
    ifNotCharged: "If you were not charged,",
    retry: "check whether you can pay again"
  },
  test: {
    title: "Test payment",
    text: "This is the built-in test processor: no card is asked for and no money moves.",
    declined: "The card was declined. You were not charged.",
    pay: "Pay",
    late: "Pay, with a delayed notification",
    twice: "Pay, with a duplicate notification",
    decline: "Decline the card"
  },
  unknownLink: {
    title: "This payment link does not work",
    message:
      "It may be incomplete: open it again from the mail you received. Or it was replaced: ask the sender for the new link."
  },
  unavailable: {
    title: "Payment is not available right now",
    message: "You were not charged. Try again in a few minutes."
  },
  tooLarge: {
    title: "The document is too large",
    message: "The PDF of this invoice cannot be made. Please contact the sender."
  },

  checked: {
    title: "Is this the file that was sent?",
    explanation:
      "Choose the PDF that came with the mail of an invoice or credit note, or drop it on the field. Its fingerprint is compared with those of the files that were sent; the file itself is not kept.",
    file: "PDF of an invoice or credit note",
    button: "Check the file",
    noFile: "Choose a file first.",
    genuine: "Yes, this file was sent from here, and nothing in it was changed.",
    invoice: (number, seller, amount, issueDate) =>
      `It is invoice ${number} of ${seller} over ${amount}, issued on ${issueDate}.`,
    creditNote: (number, invoice, seller, amount, issueDate) =>
      `It is credit note ${number} for invoice ${invoice} of ${seller} over ${amount}, issued on ${issueDate}.`,
    statuses: {
      sent: "It is not paid yet.",
      overdue: "It is overdue.",
      paid: "It is paid.",
      void: "It has been voided since: no payment is due."
    },
    unknown: "No, this is not a file that was sent with an invoice or credit note from here.",
    advice:
      "It may have been changed or saved again. A copy downloaded later from the invoice's page differs too, because it shows how the invoice stands now. Before you pay, contact the sender in a way that you know."
  }
}
