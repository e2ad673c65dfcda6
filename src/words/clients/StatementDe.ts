/** The words of a statement of account in German. */
import type { StatementWords } from "./StatementWords.ts"

export const statementDe: StatementWords = {
  title: "Kontoauszug",
  period: (from, to) => `${from} bis ${to}`,
  from: "Von",
  to: "Bis",
  show: "Anzeigen",
  pdf: "PDF-Datei",
  columns: {
    date: "Datum",
    description: "Beschreibung",
    charges: "Soll",
    credits: "Haben",
    balance: "Saldo"
  },
  movements: {
    invoice: (number) => `Rechnung ${number}`,
    credit_note: (number) => `Rechnungskorrektur ${number}`,
    void: (number) => `Rechnung ${number} storniert`,
    payment: (number) => `Zahlung zu ${number}`,
    reversal: (number) => `Zahlung zu ${number} zurückgebucht`,
    refund: (number) => `Erstattung von Guthaben aus ${number}`
  },
  opening: "Anfangssaldo",
  closing: "Endsaldo",
  ageing: "Offene Rechnungen nach Alter",
  ages: {
    notDue: "Nicht fällig",
    days30: "1–30 Tage",
    days60: "31–60 Tage",
    days90: "61–90 Tage",
    older: "Über 90 Tage",
    open: "Offene Rechnungen"
  },
  lessCredit: "Abzüglich Guthaben",
  client: "Für",
  issued: "Erstellt am",
  none: "In diesem Zeitraum gibt es keine Buchung.",
  tooLong: (most) => `Der Zeitraum hat mehr als ${most} Buchungen. Wählen Sie einen kürzeren.`,
  notDrawn: "Das Dokument lässt sich gerade nicht erstellen. Versuchen Sie es noch einmal."
}
