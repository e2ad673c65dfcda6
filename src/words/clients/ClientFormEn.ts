/** The words of a client's form in English. */
import type { ClientFormWords } from "./ClientFormWords.ts"

const line = "At most 255 characters in one line."
const addressLine = "An address needs a street, a city and a country; at most 255 characters."

export const clientFormEn: ClientFormWords = {
  newClient: "New client",
  edit: (name) => `Edit ${name}`,
  sections: {
    contact: "Contact",
    address: "Address",
    documents: "Documents",
    notes: "Internal"
  },
  labels: {
    name: "Name",
    company: "Company",
    email: "E-mail",
    phone: "Phone",
    "address.line1": "Street and number",
    "address.line2": "Second line",
    "address.postal_code": "Postal code",
    "address.city": "City",
    "address.state": "State or region",
    "address.country": "Country",
    language: "Language",
    vat_id: "VAT id",
    "registration.id": "Register number",
    "registration.scheme": "Register code",
    e_invoice: "E-invoice",
    "electronic_address.id": "Electronic address",
    "electronic_address.scheme": "Scheme of the electronic address",
    buyer_reference: "Buyer reference",
    notes: "Notes",
    portal_access: "Access to the portal"
  },
  rules: {
    name: "Enter the name of a person, at most 255 characters.",
    company: line,
    email: "Enter an e-mail address, for example ada@example.com.",
    phone: line,
    "address.line1": addressLine,
    "address.line2": line,
    "address.postal_code": line,
    "address.city": addressLine,
    "address.state": line,
    "address.country": "An address needs a country.",
    language: "Choose a language.",
    vat_id: "Enter the VAT id with the prefix of its country, for example DE123456789.",
    "registration.id": "Enter a number that fits the register code, at most 64 characters.",
    "registration.scheme": "Enter four digits of ISO 6523, for example 0002.",
    e_invoice: "Choose a format.",
    "electronic_address.id": "Enter an address that fits its scheme.",
    "electronic_address.scheme": "Enter a code of the EAS list, for example 0088, 9930 or EM.",
    buyer_reference: "At most 64 characters in one line.",
    notes: "At most 10,000 characters.",
    portal_access: "Choose yes or no."
  },
  hints: {
    email: "Invoices and reminders go here.",
    "registration.scheme": "If the register has one: 0002 is a SIREN.",
    "electronic_address.scheme": "0088 is a GLN, 9930 a German VAT id, EM an e-mail address.",
    buyer_reference: "Printed on invoices; the Leitweg-ID of public buyers in Germany.",
    notes: "The client does not see them."
  },
  asWorkspace: "As the workspace",
  eInvoices: {
    auto: "As the workspace",
    none: "None: a PDF alone",
    "factur-x": "Factur-X (ZUGFeRD)",
    xrechnung: "XRechnung",
    peppol: "Peppol BIS Billing 3"
  },
  noCountry: "Choose…",
  yes: "Yes",
  no: "No",
  adminOpens: "An admin opens and closes the portal.",
  newAddress: "A new e-mail address ends the client’s visits and links to the portal.",
  create: "Create client",
  save: "Save client",
  changed: "Somebody else changed this client"
}
