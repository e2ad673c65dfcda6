/** The words of mails in English. */
import type { MailWords } from "./MailWords.ts"
import { noticeEn } from "./NoticeEn.ts"

export const mailEn: MailWords = {
  greeting: (name) => `Hello ${name},`,
  amount: "Amount",
  open: "Open",
  due: "Due",
  invoice: "Invoice",
  issued: "Issued",
  paid: "Paid",
  setOff: "Set off",
  paidOn: "On",
  balanceDue: "Balance due",
  creditNote: "Credit note",
  reason: "Reason",
  view: "View the invoice",
  viewAndPay: "View and pay",
  viewAndPayRest: "View and pay the rest",

  sent: {
    subject: (number, seller, amount) => `Invoice ${number} from ${seller}: ${amount}`,
    preview: (amount, dueDate) => `${amount}, due on ${dueDate}`,
    attached: (number, seller) => `Invoice ${number} from ${seller} is attached as a PDF.`
  },
  reminder: {
    subject: (number, seller, rest) => `Reminder: invoice ${number} from ${seller}, ${rest}`,
    isDue: (rest, dueDate) => `${rest} is due on ${dueDate}`,
    wasDue: (rest, dueDate) => `${rest} was due on ${dueDate}`,
    beforeDue: (number, seller, dueDate) =>
      `Invoice ${number} from ${seller} is due on ${dueDate}. It is attached as a PDF. If you have paid it in the meantime, thank you.`,
    afterDue: (number, seller, dueDate) =>
      `Invoice ${number} from ${seller} was due on ${dueDate} and is not paid yet. It is attached as a PDF. If you have paid it in the meantime, thank you.`
  },
  receipt: {
    subject: (seller, amount, number) => `Receipt from ${seller}: ${amount} for invoice ${number}`,
    subjectOfCredit: (seller, amount, number) =>
      `Receipt from ${seller}: ${amount} of credit for invoice ${number}`,
    isPaid: (number, seller) => `Thank you. Invoice ${number} from ${seller} is paid.`,
    isPartlyPaid: (number, seller) =>
      `Thank you. We received a part of invoice ${number} from ${seller}.`,
    isSetOff: (number, seller) =>
      `A credit of yours was set off against invoice ${number} from ${seller}.`,
    isPaidBySetOff: (number, seller) =>
      `A credit of yours was set off against invoice ${number} from ${seller}. It is paid by this.`
  },
  creditNoteSent: {
    subject: (number, seller, amount) => `Credit note ${number} from ${seller}: ${amount}`,
    attached: (number, invoice, seller) =>
      `Credit note ${number} for invoice ${invoice} from ${seller} is attached as a PDF.`,
    remainsAsCredit: (amount, seller) => `${amount} of it is a credit of yours with ${seller}.`
  },
  voided: {
    subject: (number, seller) => `Invoice ${number} from ${seller} was voided`,
    text: (number, seller) =>
      `Invoice ${number} from ${seller} was voided. No payment is due. If you have paid it already, please contact us.`
  },
  paymentNotice: {
    subject: (amount, client, number) =>
      `You were paid: ${amount} by ${client} for invoice ${number}`,
    isPaid: (client, number) => `${client} has paid invoice ${number}.`,
    isPartlyPaid: (client, number) => `${client} has paid a part of invoice ${number}.`
  },
  invitation: {
    subject: (seller) => `${seller} invites you to the client portal`,
    preview: "Your projects and invoices in one place",
    text: (seller) => `${seller} invites you to a portal with your projects and invoices.`,
    button: "Open the portal",
    validUntil: (day) => `The invitation is valid until ${day} and for you alone.`
  },
  userLink: {
    invite: {
      subject: (workspace) => `Join ${workspace} on Retainer`,
      why: (workspace) =>
        `You were invited to the workspace ${workspace}. Choose a password to join it.`,
      once: "The link works once, within 7 days.",
      button: "Choose a password"
    },
    reset: {
      subject: (workspace) => `Choose a new password for ${workspace}`,
      why: (workspace) =>
        `A new password was requested for your account in the workspace ${workspace}. If it was not you, ignore this mail: nothing changes.`,
      once: "The link works once, within an hour.",
      button: "Choose a password"
    },
    email: {
      subject: (workspace) => `Confirm your new e-mail address for ${workspace}`,
      why: (workspace) =>
        `This address was entered for an account in the workspace ${workspace}. Confirm that it is yours to sign in with it. If you did not expect this, ignore this mail: nothing changes.`,
      once: "The link works once, within an hour.",
      button: "Confirm the address"
    }
  },
  notice: noticeEn
}
