/** The words of the client portal in English. */
import { counted } from "../work/FrameWords.ts"
import type { PortalWords } from "./PortalWords.ts"

export const portalEn: PortalWords = {
  title: "Portal",
  hello: (name) => `Hello ${name}`,
  leave: "Leave",

  balance: (amounts) => `Balance due ${amounts}`,
  nextDue: (day) => `next due ${day}`,
  dueSince: (day) => `due since ${day}`,
  nothingDue: "Nothing is due",
  openInvoices: "Open invoices",
  paid: "Paid",
  paidOrVoid: "Paid and void",
  count: counted("en", { one: (n) => `${n} invoice`, other: (n) => `${n} invoices` }),
  receiptOf: (number) => `Receipt for ${number}`,
  back: "All invoices and projects",
  tasksDone: (done, all) => `${done} of ${all} tasks done`,
  milestones: "Milestones",
  milestoneStatuses: { pending: "Planned", completed: "Completed" },
  details: {
    title: "Your details",
    company: "Company",
    email: "E-mail",
    address: "Address",
    wrong: "Something wrong? Write to"
  },

  invoices: "Invoices",
  noInvoices: "There is no invoice for you yet.",
  yourInvoices: "Your invoices",
  number: "Number",
  issued: "Issued",
  due: "Due",
  amount: "Amount",
  actions: "Actions",
  statuses: { sent: "Open", overdue: "Overdue", paid: "Paid", void: "Void", draft: "Draft" },
  credited: "Credited",
  open: (amount) => `${amount} open`,
  pdfOf: (number) => `PDF of ${number}`,
  pay: "Pay",
  viewAndPay: (number) => `View and pay ${number}`,
  beingPaid: "Payment in progress",
  beingPaidOf: (number) => `Payment in progress of ${number}`,
  older: "Older invoices",

  projects: "Projects",
  shared: "Shared with you",
  name: "Name",
  state: "State",
  dates: "Dates",
  files: "Files",
  projectStatuses: {
    planning: "Planning",
    in_progress: "In progress",
    review: "In review",
    completed: "Completed",
    archived: "Archived"
  },

  request: {
    title: "Client portal",
    text: "You sign in with a link that we send by e-mail. Request a new one here.",
    email: "E-mail",
    button: "Send me a link",
    sentTitle: "Check your e-mail",
    sent: "If this address is known here, we have sent a link to it. It works once, within a day."
  },
  invitation: {
    welcome: (name) => `Welcome, ${name}`,
    shares: (workspace) => `${workspace} shares your invoices and projects with you here.`,
    endsSession: (name, email, invited) =>
      `You are signed in to the portal as ${name} (${email}). Opening it for ${invited} ends that session.`,
    open: "Open the portal",
    othersTitle: "This link is for someone else",
    others: (name, email) =>
      `You are signed in to the portal as ${name} (${email}). It invited another client and no longer works.`,
    openOwn: "Open your portal",
    unusable: "This link cannot be used",
    reasons: {
      expired: "This link has expired.",
      used: "This link was used already.",
      replaced: "This link was replaced by a newer one, or revoked.",
      closed: "Your access to the portal has ended. Please ask the agency."
    },
    renew: "Send me a new link"
  },
  notFound: {
    title: "Page not found",
    message: "It may have been removed, or the address is incomplete."
  },
  signIn: "Sign in"
}
