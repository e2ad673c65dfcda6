/** The words of a client's form in German. */
import type { ClientFormWords } from "./ClientFormWords.ts"

const line = "Höchstens 255 Zeichen in einer Zeile."
const addressLine = "Eine Adresse braucht Straße, Ort und Land; höchstens 255 Zeichen."

export const clientFormDe: ClientFormWords = {
  newClient: "Neuer Kunde",
  edit: (name) => `${name} bearbeiten`,
  sections: {
    contact: "Kontakt",
    address: "Adresse",
    documents: "Dokumente",
    notes: "Intern"
  },
  labels: {
    name: "Name",
    company: "Firma",
    email: "E-Mail",
    phone: "Telefon",
    "address.line1": "Straße und Hausnummer",
    "address.line2": "Zweite Zeile",
    "address.postal_code": "Postleitzahl",
    "address.city": "Ort",
    "address.state": "Bundesland oder Region",
    "address.country": "Land",
    language: "Sprache",
    vat_id: "USt-IdNr.",
    "registration.id": "Registernummer",
    "registration.scheme": "Kennung des Registers",
    e_invoice: "E-Rechnung",
    "electronic_address.id": "Elektronische Adresse",
    "electronic_address.scheme": "Schema der elektronischen Adresse",
    buyer_reference: "Käuferreferenz",
    notes: "Notizen",
    portal_access: "Zugang zum Portal"
  },
  rules: {
    name: "Geben Sie den Namen einer Person ein, höchstens 255 Zeichen.",
    company: line,
    email: "Geben Sie eine E-Mail-Adresse ein, etwa ada@example.com.",
    phone: line,
    "address.line1": addressLine,
    "address.line2": line,
    "address.postal_code": line,
    "address.city": addressLine,
    "address.state": line,
    "address.country": "Eine Adresse braucht ein Land.",
    language: "Wählen Sie eine Sprache.",
    vat_id: "Geben Sie die USt-IdNr. mit dem Kürzel des Landes ein, etwa DE123456789.",
    "registration.id":
      "Geben Sie eine Nummer ein, die zur Kennung des Registers passt, höchstens 64 Zeichen.",
    "registration.scheme": "Geben Sie vier Ziffern nach ISO 6523 ein, etwa 0002.",
    e_invoice: "Wählen Sie ein Format.",
    "electronic_address.id": "Geben Sie eine Adresse ein, die zum Schema passt.",
    "electronic_address.scheme": "Geben Sie einen Code der EAS-Liste ein, etwa 0088, 9930 oder EM.",
    buyer_reference: "Höchstens 64 Zeichen in einer Zeile.",
    notes: "Höchstens 10.000 Zeichen.",
    portal_access: "Wählen Sie Ja oder Nein."
  },
  hints: {
    email: "Rechnungen und Zahlungserinnerungen gehen an diese Adresse.",
    "registration.scheme": "Falls das Register eine hat: 0002 ist eine SIREN.",
    "electronic_address.scheme":
      "0088 ist eine GLN, 9930 eine deutsche USt-IdNr., EM eine E-Mail-Adresse.",
    buyer_reference:
      "Steht auf Rechnungen; die Leitweg-ID öffentlicher Auftraggeber in Deutschland.",
    notes: "Der Kunde sieht sie nicht."
  },
  asWorkspace: "Wie der Arbeitsbereich",
  eInvoices: {
    auto: "Wie der Arbeitsbereich",
    none: "Keine: nur ein PDF",
    "factur-x": "ZUGFeRD (Factur-X)",
    xrechnung: "XRechnung",
    peppol: "Peppol BIS Billing 3"
  },
  noCountry: "Wählen …",
  yes: "Ja",
  no: "Nein",
  adminOpens: "Ein Administrator öffnet und schließt das Portal.",
  newAddress:
    "Eine neue E-Mail-Adresse beendet die Besuche des Kunden im Portal und macht Links ungültig.",
  create: "Kunden anlegen",
  save: "Kunden speichern",
  changed: "Jemand anders hat diesen Kunden geändert"
}
