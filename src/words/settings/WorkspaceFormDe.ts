/** The words of the workspace's own data in German. */
import { counted } from "../work/FrameWords.ts"
import type { WorkspaceFormWords } from "./WorkspaceFormWords.ts"

const short = "Höchstens 255 Zeichen in einer Zeile."

export const workspaceFormDe: WorkspaceFormWords = {
  facts: (plan, currency) => `Tarif ${plan}, Währung ${currency}`,
  groups: {
    seller: ["Rechnungssteller", "Name und Anschrift, die auf jeder Rechnung stehen müssen."],
    register: ["Register und Steuernummern", "Stehen am Ende der Dokumente."],
    bank: ["Überweisung", "Steht auf Rechnungen und zuerst auf den Zahlungsseiten."],
    place: [
      "Sprache und Zeit",
      "Der Dokumente und E-Mails, wenn ein Kunde keine andere Sprache hat."
    ],
    numbers: ["Neue Rechnungen", "Womit eine Rechnung beginnt; jede kann davon abweichen."],
    tax: ["Steuer", "Gilt für Rechnungen, die keine eigene Steuer nennen."],
    eInvoices: [
      "E-Rechnungen",
      "Das Format für Kunden ohne ein eigenes und die Angaben, die Formate verlangen."
    ]
  },
  labels: {
    name: "Name",
    legal_name: "Rechtlicher Name",
    email: "E-Mail",
    legal_information: "Pflichtangaben",
    tax_number: "Steuernummer",
    bank_account_iban: "IBAN",
    bank_account_bic: "BIC",
    bank_account_holder: "Kontoinhaber",
    payment_note: "Zahlungshinweis",
    time_zone: "Zeitzone",
    locale: "Sprache und Region von Zahlen und Daten",
    colour: "Farbe",
    logo: "Logo",
    invoice_prefix: "Präfix der Rechnungsnummern",
    payment_terms: "Zahlungsziel in Tagen",
    default_tax_category: "Art der Steuer",
    default_tax_rate: "Steuersatz in Prozent",
    small_business: "Kleinunternehmer ohne Umsatzsteuer",
    e_invoice: "Format",
    contact_name: "Name der Kontaktperson",
    contact_phone: "Telefon der Kontaktperson",
    contact_email: "E-Mail der Kontaktperson",
    reminders: "Zahlungserinnerungen"
  },
  hints: {
    email: "Antworten von Kunden gehen an diese Adresse.",
    legal_information: "Am Ende der Dokumente: Registergericht, Geschäftsführung, Stammkapital.",
    vat_id: "Mit dem Kürzel des Landes, wie DE123456789.",
    registration_id: "Wie HRB 12345 B.",
    bank_account_holder: "Wenn es nicht der rechtliche Name ist.",
    payment_note: "Unter dem Gesamtbetrag.",
    time_zone: "Rechnungen werden überfällig, wenn in dieser Zone ein Tag beginnt.",
    logo: "PNG oder JPEG, höchstens 256 kB und 2000 × 2000 Pixel.",
    invoice_prefix: "Vor der Nummer neuer Rechnungen, wie in INV-0001.",
    small_business:
      "§ 19 UStG, § 6 Abs. 1 Z 27 UStG (Österreich), Art. 293 B CGI (Frankreich): Dokumente nennen die Befreiung."
  },
  rules: {
    name: "Geben Sie einen Namen mit höchstens 255 Zeichen ein.",
    legal_name: short,
    email: "Geben Sie eine E-Mail-Adresse ein, etwa hallo@example.com.",
    legal_information: "Höchstens 1.000 Zeichen.",
    tax_number: "Höchstens 64 Zeichen in einer Zeile.",
    bank_account_iban: "Geben Sie eine IBAN mit den richtigen Prüfziffern ein.",
    bank_account_bic: "Geben Sie einen BIC mit 8 oder 11 Zeichen ein.",
    bank_account_holder: "Höchstens 70 Zeichen in einer Zeile.",
    payment_note: "Höchstens 1.000 Zeichen.",
    time_zone: "Wählen Sie eine Zeitzone.",
    locale: "Wählen Sie eine Sprache.",
    colour: "Geben Sie eine Farbe ein, etwa #1d4ed8.",
    logo: "Wählen Sie ein PNG oder JPEG mit höchstens 256 kB und 2000 × 2000 Pixeln.",
    invoice_prefix:
      "Geben Sie 1 bis 16 Großbuchstaben, Ziffern und Bindestriche ein, nicht mit einem Bindestrich am Anfang; CN ist das Präfix der Rechnungskorrekturen.",
    payment_terms: "Geben Sie eine Anzahl von Tagen von 0 bis 365 ein.",
    default_tax_category:
      "Wählen Sie eine Art, die zum Satz passt; Kleinunternehmer sind steuerfrei (E).",
    default_tax_rate:
      "Geben Sie einen Satz von 0 bis 100 ein, der zur Art passt: über 0 nur bei S, keinen bei Kleinunternehmern.",
    small_business:
      "Wählen Sie Ja oder Nein; außerhalb von Deutschland, Österreich und Frankreich braucht es einen Grund.",
    e_invoice: "Wählen Sie ein Format.",
    contact_name: short,
    contact_phone: "Geben Sie eine Telefonnummer mit mindestens drei Ziffern ein.",
    contact_email: "Geben Sie eine E-Mail-Adresse ein, etwa hallo@example.com.",
    reminders:
      "Erinnerungen gehen bis zu 60 Tage vor und bis zu 365 Tage nach der Fälligkeit hinaus."
  },
  printedAddress: (address) => `Steht auf Dokumenten, bis Sie die Anschrift ausfüllen: ${address}`,
  notTaxed: "Ohne Steuer",
  eInvoices: {
    auto: "ZUGFeRD (Factur-X), wenn die Angaben ausreichen, sonst nur ein PDF",
    none: "Keine: nur ein PDF",
    "factur-x": "ZUGFeRD (Factur-X)",
    xrechnung: "XRechnung",
    peppol: "Peppol BIS Billing 3"
  },
  save: "Speichern",
  colourDefault: "Die Vorgabe, bis Sie eine andere wählen.",
  currentColour: "Gespeicherte Farbe",
  currentLogo: "Gespeichertes Logo",
  remove: "Entfernen",
  chosenLogo: "Gewähltes Logo",
  useChosen: (size) => `Das gewählte Bild verwenden (${size})`,
  preview: {
    pages: "Seiten und E-Mail ansehen",
    document: "Dokument ansehen",
    title: "Vorschau",
    sample: "Eine Vorschau mit einer Beispielrechnung. Nichts wird gespeichert.",
    mail: "E-Mail"
  },
  reminders: {
    hint: "Kunden mit einer offenen Rechnung erhalten an diesen Tagen eine E-Mail. 0 ist der Fälligkeitstag; eine leere Zeile sendet keine.",
    row: (row) => `Erinnerung ${row}`,
    when: (row) => `Wann Erinnerung ${row} hinausgeht`,
    more: "Weitere Erinnerungen",
    beforeDue: "Tage vor Fälligkeit",
    afterDue: "Tage nach Fälligkeit",
    none: "Keine Erinnerungen",
    before: counted("de", {
      one: (n) => `${n} Tag vor der Fälligkeit`,
      other: (n) => `${n} Tage vor der Fälligkeit`
    }),
    onDue: "am Fälligkeitstag",
    after: counted("de", {
      one: (n) => `${n} Tag nach der Fälligkeit`,
      other: (n) => `${n} Tage nach der Fälligkeit`
    })
  },
  today: {
    title: counted("de", {
      one: (n) => `Heute ${n} Zahlungserinnerung senden?`,
      other: (n) => `Heute ${n} Zahlungserinnerungen senden?`
    }),
    text: (days) =>
      `Noch ist nichts gespeichert. Mit Erinnerungen ${days} ist heute für diese offenen Rechnungen eine fällig; sie wird in wenigen Minuten gesendet:`,
    more: counted("de", { one: (n) => `und ${n} weitere`, other: (n) => `und ${n} weitere` }),
    send: counted("de", {
      one: () => "Speichern und senden",
      other: (n) => `Speichern und ${n} senden`
    }),
    back: "Zurück zum Formular"
  }
}
