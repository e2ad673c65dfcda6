/** The words of the page of one invoice in German. */
import type { InvoiceWords } from "./InvoiceWords.ts"

export const invoiceDe: InvoiceWords = {
  figures: {
    balance: "Offener Betrag",
    total: "Gesamt",
    paid: "Bezahlt",
    credited: "Rechnungskorrekturen",
    due: "Fällig"
  },
  actions: {
    pay: "Zahlung erfassen",
    remind: "Erinnern",
    send: "Senden…",
    ask: "Um Versand bitten",
    again: "Erneut senden…",
    void: "Stornieren…",
    reverse: "Zahlung zurücknehmen…",
    credit: "Rechnungskorrektur…",
    correct: "Alles korrigieren und berichtigte Kopie anlegen",
    note: "Erneut senden…",
    link: "Link ersetzen…",
    duplicate: "Duplizieren"
  },
  correctAndSend: "Adresse berichtigen und erneut senden",
  edit: "Bearbeiten",
  preview: "PDF-Vorschau",
  pdf: "PDF-Datei",
  receipt: "Quittung",
  copyLink: "Zahlungsseite",
  more: "Mehr",
  cancel: "Abbrechen",
  adminSends: "Ein Administrator sendet sie.",
  adminActs: "Ein Administrator erfasst Zahlungen, erinnert und berichtigt.",

  titles: {
    pay: "Zahlung erfassen",
    remind: "Kunden erinnern",
    send: "Rechnung senden",
    ask: "Einen Administrator um den Versand bitten",
    again: "Rechnung erneut senden",
    void: "Rechnung stornieren?",
    reverse: "Zahlung zurücknehmen",
    credit: "Rechnungskorrektur ausstellen",
    correct: "Rechnung korrigieren und berichtigte Kopie anlegen",
    note: "Rechnungskorrektur erneut senden",
    link: "Zahlungslink ersetzen?",
    duplicate: "Rechnung duplizieren"
  },
  buttons: {
    remind: "Erinnern",
    send: "Senden",
    ask: "Um Versand bitten",
    again: "Erneut senden",
    void: "Stornieren",
    reverse: "Zurücknehmen",
    correct: "Korrigieren und Kopie anlegen",
    note: "Erneut senden",
    link: "Link ersetzen",
    duplicate: "Duplizieren"
  },
  amount: "Betrag",
  receivedOn: "Eingegangen am",
  method: "Zahlungsart",
  methods: {
    bank_transfer: "Überweisung",
    card: "Karte",
    cash: "Bar",
    check: "Scheck",
    direct_debit: "Lastschrift"
  },
  noMethod: "Keine Angabe",
  reference: "Verwendungszweck",
  fromCredit: "Aus Guthaben",
  noCredit: "Nein, neues Geld",
  creditOf: (amount, source) => `${amount} aus ${source}`,
  record: (amount) => `${amount} erfassen`,
  willBePaid: "Mit dem offenen Betrag ist die Rechnung bezahlt. Der Kunde erhält eine Quittung.",
  excess: (rest, over) =>
    `Das ist mehr als der offene Betrag. ${rest} erfassen und ${over} als Guthaben führen?`,
  recordExcess: (rest, over) => `${rest} erfassen, ${over} als Guthaben führen`,
  message: "Nachricht",
  to: "An",
  reason: "Grund",
  payment: "Zahlung",
  line: "Position",
  quantityLeft: (quantity) => `Menge (berechnet: ${quantity})`,
  creditAmount: (currency) => `Nettobetrag, ${currency}`,
  creditHint: "Ohne Angaben wird alles berichtigt, was von der Rechnung übrig ist.",
  issueCredit: "Rechnungskorrektur ausstellen",
  voidDraft:
    "Ein stornierter Entwurf behält seine Nummer; die nächste Rechnung erhält die nächste.",
  voidSent: "Der Kunde wird benachrichtigt. Die Nummer bleibt, und nichts ist mehr offen.",
  clientHasIt:
    "Der Kunde hat diese Rechnung. Eine Rechnungskorrektur berichtigt sie so, dass beide sie buchen können:",
  creditAll: "Rechnungskorrektur über alles",
  voidUnsent:
    "Es ging keine Mail mit dieser Rechnung hinaus, der Kunde wird also nicht benachrichtigt. Die Nummer bleibt, und nichts ist mehr offen.",
  correctText: (amount, email) =>
    `Eine Rechnungskorrektur über alles, was übrig ist (${amount}), geht an ${email}. Ein neuer Entwurf hat Kunden, Positionen, Steuern und Notizen dieser Rechnung: Berichtigen und senden Sie ihn.`,
  voidRefused:
    "Eine Rechnung mit Zahlungen oder Korrekturen lässt sich nicht stornieren. Nehmen Sie zuerst die Zahlungen zurück, oder stellen Sie eine Rechnungskorrektur aus.",
  requestText: "Inhaber und Administratoren sehen die Bitte im Verlauf dieses Entwurfs.",
  duplicateText: "Ein neuer Entwurf hat Kunden, Positionen, Steuern und Notizen dieser Rechnung.",
  linkText:
    "Wer den Link hat, kann die Rechnung sehen. Ein neuer ersetzt ihn sofort: Der bisherige funktioniert nicht mehr, auch nicht in schon gesendeten Mails. Den neuen erhält der Kunde von Ihnen oder mit der nächsten Erinnerung.",
  noLink: "Entwürfe und stornierte Rechnungen haben keinen Zahlungslink.",
  remindedToday: "Der Kunde wurde heute schon erinnert. Es wird eine Erinnerung am Tag gesendet.",
  previewText: "Der Kunde erhält das Dokument unten als PDF mit einem Zahlungslink.",

  done: {
    pay: "Die Zahlung ist erfasst.",
    remind: "Die Erinnerung wird gleich gesendet.",
    send: "Die Rechnung wird gleich gesendet.",
    ask: "Inhaber und Administratoren sehen Ihre Bitte.",
    again: "Die Rechnung wird gleich erneut gesendet.",
    void: "Die Rechnung ist storniert.",
    reverse: "Die Zahlung ist zurückgenommen.",
    credit: "Die Rechnungskorrektur ist ausgestellt und wird gleich gesendet.",
    correct:
      "Die Rechnungskorrektur ist ausgestellt und wird gleich gesendet. Das ist die Kopie: Berichtigen und senden Sie sie.",
    note: "Die Rechnungskorrektur wird gleich erneut gesendet.",
    link: "Der Link ist ersetzt: Der alte funktioniert nicht mehr.",
    duplicate: "Das ist der neue Entwurf."
  },
  refused: (status) =>
    `Es wurde nichts geändert: Die Rechnung ist ${status}. Die Seite zeigt den jetzigen Stand.`,
  statuses: {
    draft: "ein Entwurf",
    sent: "offen",
    overdue: "überfällig",
    paid: "bezahlt",
    void: "storniert"
  },
  tooManyMails:
    "An diese Adresse gingen heute zu viele Mails. Versuchen Sie es morgen noch einmal.",
  problems: {
    notNumber: "Geben Sie eine Zahl ein, zum Beispiel 1234,50.",
    ambiguous: "Diese Zahl lässt sich auf zwei Arten lesen. Geben Sie die Nachkommastellen an.",
    tooManyDecimals: "Die Zahl hat mehr Nachkommastellen als die Währung.",
    tooLarge: "Die Zahl ist zu groß.",
    required: "Diese Angabe fehlt.",
    notPositive: "Geben Sie einen Betrag über null ein.",
    tooMuch: (most) => `Das ist mehr als ${most}.`,
    future: "Der Tag darf nicht in der Zukunft liegen.",
    noDay: "Geben Sie einen Tag an.",
    email: "Geben Sie eine E-Mail-Adresse ein.",
    tooLong: "Der Text ist zu lang."
  },

  warnings: "Vor dem Senden",
  particulars: {
    "workspace.legal_name":
      "Das Dokument nennt Ihre Firma nicht: Geben Sie den rechtlichen Namen an.",
    "workspace.address": "Auf dem Dokument fehlt Ihre Anschrift.",
    "client.address": "Auf dem Dokument fehlt die Anschrift des Kunden.",
    delivery_date:
      "Auf dem Dokument fehlt, wann die Leistung erbracht wurde: Geben Sie Tag oder Zeitraum an."
  },
  eInvoice: {
    workspace: (field) => `Ihr Unternehmen: ${field}`,
    client: (field) => `Kunde: ${field}`,
    invoice: (field) => `Diese Rechnung: ${field}`,
    missing: "fehlt für die E-Rechnung"
  },
  duePassed: "Der Fälligkeitstag ist vorbei.",
  voidedOn: (day) => `Storniert am ${day}`,
  notDelivered: (email) => `Die Mail konnte nicht an ${email} zugestellt werden.`,
  noteNotDelivered: (number, email) =>
    `Die Rechnungskorrektur ${number} konnte nicht an ${email} zugestellt werden.`,
  noNote: "Es gibt keine Rechnungskorrektur.",

  activity: {
    title: "Verlauf",
    next: (day) => `Nächste Erinnerung am ${day}`,
    created: (name) => `Erstellt von ${name}`,
    sent: (email) => `Gesendet an ${email}`,
    resent: (name) => `Erneut gesendet von ${name}`,
    asked: (name) => `${name} bittet um den Versand`,
    reminded: (name) => `Erinnert von ${name}`,
    paid: (amount) => `${amount} bezahlt`,
    reversed: (amount) => `Zahlung über ${amount} zurückgenommen`,
    credited: (name) => `Korrigiert von ${name}`,
    voided: (name) => `Storniert von ${name}`,
    opened: "Zahlungsseite geöffnet",
    by: (name) => `von ${name}`,
    mails: { queued: "Mail wartet", sent: "Mail zugestellt", failed: "Mail nicht zugestellt" }
  },
  client: {
    title: "Kunde",
    owes: "Schuldet insgesamt",
    email: "E-Mail-Adresse",
    portal: "Portal, letzter Besuch",
    never: "nie"
  },
  document: {
    title: "Dokument",
    asSent: "Wie gesendet",
    current: "Jetziger Stand",
    warnings: "Hinweise",
    notSent: "noch nicht gesendet"
  },
  files: { title: "Dateien", none: "Keine Datei", add: "Datei hinzufügen" },

  reminderTexts: {
    early: "Wir möchten Sie freundlich daran erinnern, dass die folgende Rechnung bald fällig ist.",
    late: "Die folgende Rechnung ist überfällig. Vielleicht ist sie Ihnen entgangen: Bitte bezahlen Sie sie bald.",
    veryLate:
      "Die folgende Rechnung ist seit mehr als einem Monat überfällig. Bitte bezahlen Sie sie jetzt, oder sagen Sie uns, was dem entgegensteht."
  }
}
