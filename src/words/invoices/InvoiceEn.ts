/** The words of the page of one invoice in English. */
import type { InvoiceWords } from "./InvoiceWords.ts"

export const invoiceEn: InvoiceWords = {
  figures: {
    balance: "Balance due",
    total: "Total",
    paid: "Paid",
    credited: "Credit notes",
    due: "Due"
  },
  actions: {
    pay: "Record payment",
    remind: "Remind",
    send: "Send…",
    ask: "Ask to send",
    again: "Send again…",
    void: "Void…",
    reverse: "Reverse a payment…",
    credit: "Credit note…",
    correct: "Credit all of it and make a corrected copy",
    note: "Send again…",
    link: "Replace the link…",
    duplicate: "Duplicate"
  },
  correctAndSend: "Correct the address and send again",
  edit: "Edit",
  preview: "Preview PDF",
  pdf: "PDF",
  receipt: "Receipt",
  copyLink: "Payment page",
  more: "More",
  cancel: "Cancel",
  adminSends: "An admin sends it.",
  adminActs: "An admin records payments, reminds and corrects.",

  titles: {
    pay: "Record a payment",
    remind: "Remind the client",
    send: "Send the invoice",
    ask: "Ask an admin to send it",
    again: "Send the invoice again",
    void: "Void the invoice?",
    reverse: "Reverse a payment",
    credit: "Issue a credit note",
    correct: "Credit the invoice and make a corrected copy",
    note: "Send the credit note again",
    link: "Replace the payment link?",
    duplicate: "Duplicate the invoice"
  },
  buttons: {
    remind: "Remind",
    send: "Send",
    ask: "Ask to send",
    again: "Send again",
    void: "Void",
    reverse: "Reverse",
    correct: "Credit and make a copy",
    note: "Send again",
    link: "Replace the link",
    duplicate: "Duplicate"
  },
  amount: "Amount",
  receivedOn: "Received on",
  method: "Method",
  methods: {
    bank_transfer: "Bank transfer",
    card: "Card",
    cash: "Cash",
    check: "Check",
    direct_debit: "Direct debit"
  },
  noMethod: "Not stated",
  reference: "Reference",
  fromCredit: "From credit",
  noCredit: "No, new money",
  creditOf: (amount, source) => `${amount} of ${source}`,
  record: (amount) => `Record ${amount}`,
  willBePaid: "The full balance pays the invoice. The client gets a receipt.",
  excess: (rest, over) =>
    `This is more than the balance due. Record ${rest} and keep ${over} as credit?`,
  recordExcess: (rest, over) => `Record ${rest} and keep ${over} as credit`,
  message: "Message",
  to: "To",
  reason: "Reason",
  payment: "Payment",
  line: "Line",
  quantityLeft: (quantity) => `Quantity (${quantity} invoiced)`,
  creditAmount: (currency) => `Net amount, ${currency}`,
  creditHint: "Leave all lines empty to credit all that is left of the invoice.",
  issueCredit: "Issue the credit note",
  voidDraft: "A void draft keeps its number, and the next invoice has the next one.",
  voidSent: "The client is informed. The number stays, and nothing is owed.",
  clientHasIt:
    "The client has this invoice. A credit note corrects it in a way that both can book:",
  creditAll: "Credit note for all of it",
  voidUnsent:
    "No mail with this invoice went out, so the client is not informed. The number stays, and nothing is owed.",
  correctText: (amount, email) =>
    `A credit note for all that is left (${amount}) goes to ${email}. A new draft has the client, lines, taxes and notes of this invoice: correct it and send it.`,
  voidRefused:
    "An invoice with payments or credit notes cannot be voided. Reverse the payments first, or issue a credit note.",
  requestText: "Owners and admins see the request in the activity of this draft.",
  duplicateText: "A new draft has the client, lines, taxes and notes of this invoice.",
  linkText:
    "Anyone with the link can see the invoice. A new link replaces it at once: the present one, also in mails already sent, stops working. The client gets the new one from you or with the next reminder.",
  noLink: "Drafts and void invoices have no payment link.",
  remindedToday: "The client was reminded today already. One reminder a day is sent.",
  previewText: "The client gets the document below, as a PDF with a link to pay.",

  done: {
    pay: "The payment is recorded.",
    remind: "The reminder will be sent shortly.",
    send: "The invoice will be sent shortly.",
    ask: "The owners and admins see your request.",
    again: "The invoice will be sent again shortly.",
    void: "The invoice is void.",
    reverse: "The payment is reversed.",
    credit: "The credit note is issued and will be sent shortly.",
    correct:
      "The credit note is issued and will be sent shortly. This is the copy: correct it and send it.",
    note: "The credit note will be sent again shortly.",
    link: "The link is replaced: the old one no longer works.",
    duplicate: "This is the new draft."
  },
  refused: (status) =>
    `Nothing was changed: the invoice is ${status}. The page shows it as it is now.`,
  statuses: { draft: "a draft", sent: "open", overdue: "overdue", paid: "paid", void: "void" },
  tooManyMails: "Too many mails went to this address today. Try again tomorrow.",
  problems: {
    notNumber: "Enter a number, for example 1234.50.",
    ambiguous: "This number can be read in two ways. Enter it with its decimals.",
    tooManyDecimals: "The number has more decimals than the currency.",
    tooLarge: "The number is too large.",
    required: "This is required.",
    notPositive: "Enter an amount above zero.",
    tooMuch: (most) => `This is more than ${most}.`,
    future: "The day must not be in the future.",
    noDay: "Enter a day.",
    email: "Enter an e-mail address.",
    tooLong: "The text is too long."
  },

  warnings: "Before you send it",
  particulars: {
    "workspace.legal_name": "The document does not name your company: enter its legal name.",
    "workspace.address": "The document has no address of yours.",
    "client.address": "The document has no address of the client.",
    delivery_date: "The document does not say when the work was done: enter the day or the period."
  },
  eInvoice: {
    workspace: (field) => `Your company: ${field}`,
    client: (field) => `The client: ${field}`,
    invoice: (field) => `This invoice: ${field}`,
    missing: "is missing for the e-invoice"
  },
  duePassed: "The due day has passed.",
  voidedOn: (day) => `Voided on ${day}`,
  notDelivered: (email) => `The mail could not be delivered to ${email}.`,
  noteNotDelivered: (number, email) => `Credit note ${number} could not be delivered to ${email}.`,
  noNote: "There is no credit note.",

  activity: {
    title: "Activity",
    next: (day) => `Next reminder on ${day}`,
    created: (name) => `Created by ${name}`,
    sent: (email) => `Sent to ${email}`,
    resent: (name) => `Sent again by ${name}`,
    asked: (name) => `${name} asks to send it`,
    reminded: (name) => `Reminded by ${name}`,
    paid: (amount) => `${amount} paid`,
    reversed: (amount) => `Payment of ${amount} reversed`,
    credited: (name) => `Credited by ${name}`,
    voided: (name) => `Voided by ${name}`,
    opened: "Payment page opened",
    by: (name) => `by ${name}`,
    mails: { queued: "mail waiting", sent: "mail delivered", failed: "mail not delivered" }
  },
  client: {
    title: "Client",
    owes: "Owes in all",
    email: "E-mail",
    portal: "Portal, last visit",
    never: "never"
  },
  document: {
    title: "Document",
    asSent: "As sent",
    current: "Current version",
    warnings: "Please note",
    notSent: "not sent yet"
  },
  files: { title: "Files", none: "No file", add: "Add a file" },

  reminderTexts: {
    early: "This is a friendly note that the invoice below will be due soon.",
    late: "The invoice below is overdue. Perhaps it has escaped your attention: please pay it soon.",
    veryLate:
      "The invoice below has been overdue for more than a month. Please pay it now, or tell us what is in the way."
  }
}
