/** The words of clients in English. */
import type { ClientWords } from "./ClientWords.ts"

export const clientEn: ClientWords = {
  list: {
    title: "Clients",
    search: "Name, company or e-mail",
    order: "Order",
    orders: { owed: "Owes most first", name: "By name", seen: "Last visit first" },
    show: "Show",
    csv: "CSV",
    newClient: "New client",
    columns: {
      client: "Client",
      projects: "Active projects",
      seen: "Last visit to the portal",
      overdue: "Overdue",
      owed: "Balance due"
    },
    previous: "Previous",
    next: "Next",
    empty: { text: "There is no client yet.", action: "New client" },
    noneFound: { text: "No client matches.", action: "Show all clients" },
    tooBroad: (most) => `More than ${most} clients match. Add a word.`
  },
  never: "never",
  noAccess: "no access",

  figures: {
    owed: "Balance due",
    overdue: "Overdue",
    collected: "Collected",
    credit: "Credit"
  },
  newInvoice: "New invoice",
  newProject: "New project",
  statement: "Statement",
  edit: "Edit",
  tabs: {
    invoices: "Invoices",
    projects: "Projects",
    files: "Files",
    credit: "Credit",
    history: "History"
  },
  allInvoices: "All invoices of this client",
  noInvoices: "This client has no invoice yet.",
  noProjects: "This client has no project yet.",
  noFiles: "This client has no file yet.",
  noCredit: "This client has no credit.",
  contact: {
    title: "Contact",
    email: "E-mail",
    phone: "Phone",
    address: "Address",
    notes: "Notes"
  },
  legal: {
    title: "On documents",
    language: "Language",
    vatId: "VAT id",
    reference: "Buyer reference"
  },

  portal: {
    title: "Client portal",
    access: "Access",
    isOpen: "open",
    isClosed: "closed",
    lastVisit: "Last visit",
    invited: "Invited",
    neverInvited: "not invited yet",
    validUntil: "Link valid until",
    expired: "expired",
    used: "link used",
    replaced: "link no longer valid",
    adminInvites: "An admin invites to the portal."
  },
  actions: {
    invite: "Invite to the portal",
    again: "Send again",
    open: "Open access",
    close: "Close access",
    apply: "Apply",
    refund: "Refund"
  },
  titles: {
    invite: "Invite to the portal",
    open: "Open access to the portal",
    close: "Close access to the portal",
    apply: "Apply credit to an invoice",
    refund: "Refund credit"
  },
  buttons: {
    invite: "Send invitation",
    open: "Open access",
    close: "Close access",
    apply: "Apply credit",
    refund: "Record refund"
  },
  done: {
    invite: "The invitation will be sent shortly.",
    open: "The portal is open to this client.",
    close: "The portal is closed to this client.",
    apply: "The credit is applied to the invoice.",
    refund: "The refund is recorded.",
    created: "The client is created.",
    saved: "The client is saved.",
    added: "The file is stored.",
    removed: "The file is removed."
  },
  projects: "Projects that the client sees",
  projectsHint: "Invoices are always visible in the portal.",
  message: "Message",
  until: "Link valid until",
  untilHint: "At most 90 days ahead.",
  willBeMailed: (email) => `The mail goes to ${email}. Earlier links stop working.`,
  openText: "The client can request a link to sign in. No mail is sent.",
  closeText:
    "The client is signed out, and links to the portal stop working. Links to pay stay valid.",
  invoice: "Invoice",
  amount: "Amount",
  left: (amount) => `${amount} left`,
  nothingToPay: "This client has no open invoice in the currency of the credit.",
  refundText: "This only records that you paid the money back: pay it first. It cannot be undone.",
  refundedOn: "Paid back on",
  reference: "Reference",
  creditUsed: "Nothing is left of this credit.",
  adminActs: "An admin applies or refunds credit.",
  problems: {
    until: "Enter a day from tomorrow to 90 days ahead.",
    projects: "A project no longer belongs to this client.",
    message: "At most 5,000 characters.",
    invoice: "Choose an invoice."
  },

  credits: {
    columns: { source: "Credit", amount: "Amount", left: "Left" },
    sources: {
      payment: (number, day) => `Payment for ${number}, ${day}`,
      credit_note: (number, day) => `Credit note on ${number}, ${day}`
    },
    applied: (amount) => `applied ${amount}`,
    refunded: (amount) => `refunded ${amount}`,
    withdrawn: (amount) => `withdrawn ${amount}`
  },
  files: {
    columns: { name: "Name", size: "Size", added: "Added" },
    remove: "Remove",
    older: "Older files"
  },
  projectColumns: { name: "Project", status: "Status", tasks: "Tasks done", budget: "Budget" },
  projectStatuses: {
    planning: "Planning",
    in_progress: "In progress",
    review: "In review",
    completed: "Completed",
    archived: "Archived"
  },
  history: {
    created: (name) => `Created by ${name}`,
    updated: (name) => `Changed by ${name}`,
    invited: (name) => `Invited to the portal by ${name}`,
    changed: (fields) => `Changed: ${fields}`,
    linkRequested: "The client requested a link to the portal",
    portalOpened: (name) => `Portal opened by ${name}`,
    portalClosed: (name) => `Portal closed by ${name}`,
    older: "Older entries"
  }
}
