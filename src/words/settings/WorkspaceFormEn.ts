/** The words of the workspace's own data in English. */
import { counted } from "../work/FrameWords.ts"
import type { WorkspaceFormWords } from "./WorkspaceFormWords.ts"

const short = "At most 255 characters in one line."

export const workspaceFormEn: WorkspaceFormWords = {
  facts: (plan, currency) => `Plan ${plan}, currency ${currency}`,
  groups: {
    seller: ["Seller", "Name and address that the law wants on each invoice."],
    register: ["Register and tax numbers", "Printed at the end of documents."],
    bank: ["Bank transfer", "Printed on invoices, and shown first on payment pages."],
    place: ["Language and time", "Of documents and mails, unless a client has another language."],
    numbers: ["New invoices", "What an invoice starts with; each can have its own."],
    tax: ["Tax", "Invoices that name no tax of their own have this one."],
    eInvoices: [
      "E-invoices",
      "The format for clients that have none of their own, and the data that formats demand."
    ]
  },
  labels: {
    name: "Name",
    legal_name: "Legal name",
    email: "E-mail",
    legal_information: "Legal information",
    tax_number: "Tax number",
    bank_account_iban: "IBAN",
    bank_account_bic: "BIC",
    bank_account_holder: "Account holder",
    payment_note: "Payment note",
    time_zone: "Time zone",
    locale: "Language and region of numbers and dates",
    colour: "Colour",
    logo: "Logo",
    invoice_prefix: "Invoice prefix",
    payment_terms: "Payment terms in days",
    default_tax_category: "Tax category",
    default_tax_rate: "Tax rate in percent",
    small_business: "Small business without VAT",
    e_invoice: "Format",
    contact_name: "Contact’s name",
    contact_phone: "Contact’s phone",
    contact_email: "Contact’s e-mail",
    reminders: "Reminders"
  },
  hints: {
    email: "Replies from clients go here.",
    legal_information: "At the end of documents: register court, managers, capital.",
    vat_id: "With the country’s prefix, as DE123456789.",
    registration_id: "As HRB 12345 B.",
    bank_account_holder: "If it is not the legal name.",
    payment_note: "Under the total.",
    time_zone: "Invoices become overdue when a day begins in this zone.",
    logo: "PNG or JPEG, at most 256 kB and 2000 × 2000 pixels.",
    invoice_prefix: "Before the number of new invoices, as in INV-0001.",
    small_business:
      "§ 19 UStG, § 6 Abs. 1 Z 27 UStG, art. 293 B du CGI: documents state the exemption."
  },
  rules: {
    name: "Enter a name of at most 255 characters.",
    legal_name: short,
    email: "Enter an e-mail address such as hello@example.com.",
    legal_information: "At most 1,000 characters.",
    tax_number: "At most 64 characters in one line.",
    bank_account_iban: "Enter an IBAN with the right check digits.",
    bank_account_bic: "Enter a BIC of 8 or 11 characters.",
    bank_account_holder: "At most 70 characters in one line.",
    payment_note: "At most 1,000 characters.",
    time_zone: "Choose a time zone.",
    locale: "Choose a language.",
    colour: "Enter a colour such as #1d4ed8.",
    logo: "Choose a PNG or JPEG of at most 256 kB and 2000 × 2000 pixels.",
    invoice_prefix:
      "Enter 1 to 16 capital letters, digits and dashes, not beginning with a dash; CN is the prefix of credit notes.",
    payment_terms: "Enter a number of days from 0 to 365.",
    default_tax_category: "Choose a category that fits the rate; a small business is exempt (E).",
    default_tax_rate:
      "Enter a rate from 0 to 100 that fits the category: above 0 only for S, and none for a small business.",
    small_business: "Choose yes or no; outside Germany, Austria and France a reason is needed.",
    e_invoice: "Choose a format.",
    contact_name: short,
    contact_phone: "Enter a phone number with at least three digits.",
    contact_email: "Enter an e-mail address such as hello@example.com.",
    reminders: "Reminders go out up to 60 days before and up to 365 days after the due date."
  },
  printedAddress: (address) => `Printed until you fill in the address: ${address}`,
  notTaxed: "Not taxed",
  eInvoices: {
    auto: "Factur-X where the data suffice, otherwise a PDF alone",
    none: "None: a PDF alone",
    "factur-x": "Factur-X (ZUGFeRD)",
    xrechnung: "XRechnung",
    peppol: "Peppol BIS Billing 3"
  },
  save: "Save",
  colourDefault: "The default, until you choose another.",
  currentColour: "Current colour",
  currentLogo: "Current logo",
  remove: "Remove",
  chosenLogo: "Chosen logo",
  useChosen: (size) => `Use the picture that you chose (${size})`,
  preview: {
    pages: "Preview pages and mail",
    document: "Preview document",
    title: "Preview",
    sample: "A preview with a sample invoice. Nothing is saved.",
    mail: "Mail"
  },
  reminders: {
    hint: "Clients with an open invoice get a mail on these days. 0 is the due date; an empty row sends none.",
    row: (row) => `Reminder ${row}`,
    when: (row) => `When reminder ${row} goes out`,
    more: "More reminders",
    beforeDue: "days before due",
    afterDue: "days after due",
    none: "No reminders",
    before: counted("en", {
      one: (n) => `${n} day before the due date`,
      other: (n) => `${n} days before the due date`
    }),
    onDue: "on the due date",
    after: counted("en", {
      one: (n) => `${n} day after the due date`,
      other: (n) => `${n} days after the due date`
    })
  },
  today: {
    title: counted("en", {
      one: (n) => `Send ${n} reminder today?`,
      other: (n) => `Send ${n} reminders today?`
    }),
    text: (days) =>
      `Nothing is saved yet. With reminders ${days}, a reminder is due today for these open invoices and will be sent within minutes:`,
    more: counted("en", { one: (n) => `and ${n} more`, other: (n) => `and ${n} more` }),
    send: counted("en", { one: () => "Save and send it", other: (n) => `Save and send ${n}` }),
    back: "Back to the form"
  }
}
