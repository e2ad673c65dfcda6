/** The words of the reports in German. */
import { counted } from "../work/FrameWords.ts"
import type { ReportWords } from "./ReportWords.ts"

export const reportDe: ReportWords = {
  title: "Berichte",
  shows: {
    revenue: "Umsatz",
    receivables: "Forderungen",
    projects: "Projekte",
    taxes: "Steuer",
    clients: "Kunden"
  },
  byReport: "Berichte nach Thema",
  from: "Von",
  to: "Bis",
  interval: "Je",
  intervals: {
    month: "Monat",
    quarter: "Quartal",
    year: "Jahr"
  },
  currency: "Währung",
  apply: "Anzeigen",
  csv: "CSV",
  period: "Zeitraum",
  billed: "Fakturiert",
  collected: "Eingegangen",
  credited: "Korrigiert",
  refunded: "Erstattet",
  total: "Summe",
  quarter: (quarter, year) => `${quarter}. Quartal ${year}`,
  ages: {
    notDue: "Nicht fällig",
    upTo30: "1–30 Tage",
    upTo60: "31–60 Tage",
    upTo90: "61–90 Tage",
    older: "Über 90 Tage"
  },
  asOf: (day) => `Offen am ${day}, nach Tagen der Überfälligkeit`,
  project: "Projekt",
  status: "Status",
  budget: "Budget",
  spent: "Verbraucht",
  used: "Anteil",
  tasks: "Aufgaben",
  over: (amount) => `um ${amount} überschritten`,
  noBudget: "Kein Budget",
  statuses: {
    planning: "In Planung",
    in_progress: "In Arbeit",
    review: "In Prüfung",
    completed: "Abgeschlossen",
    archived: "Archiviert"
  },
  category: "Steuer",
  rate: "Satz",
  base: "Netto",
  tax: "Steuerbetrag",
  categories: {
    S: "Regulär",
    Z: "Nullsatz",
    E: "Steuerfrei",
    AE: "Reverse Charge (§ 13b)",
    K: "Innergemeinschaftliche Lieferung",
    G: "Ausfuhr",
    O: "Nicht steuerbar",
    none: "Ohne Steuer"
  },
  client: "Kunde",
  owed: "Jetzt offen",
  taxNote: "Nach Rechnungsdatum: gesendete Rechnungen abzüglich Rechnungskorrekturen.",
  revenueNote:
    "Fakturiert und korrigiert nach Rechnungsdatum, eingegangen und erstattet nach dem Tag der Zahlung.",
  clientsNote:
    "Fakturiert und korrigiert nach Rechnungsdatum, eingegangen nach dem Tag der Zahlung; offen ist der heutige Stand.",
  chart: (currency, most) =>
    `Fakturiert und eingegangen je Zeitraum in ${currency}. Am höchsten: ${most}. Die Tabelle darunter enthält alle Zahlen.`,
  taxChart: (currency, most) =>
    `Steuer je Zeitraum in ${currency}. Am höchsten: ${most}. Die Tabelle darunter enthält alle Zahlen.`,
  share: (percent) => `${percent} des größten Werts`,
  ofBudget: (percent) => `${percent} des Budgets`,
  nothing: "In diesem Zeitraum gibt es nichts.",
  noProjects: "Es gibt noch kein Projekt.",
  shown: (count, all) => `${count} von ${all}`,
  older: "Ältere",
  newer: "Neueste",
  badRange: "Der erste Tag darf nicht nach dem letzten liegen.",
  tooLong:
    "Ein Bericht hat höchstens 120 Zeiträume: Wählen Sie ein längeres Intervall oder weniger Tage.",
  badDate: "Geben Sie einen Tag als Jahr-Monat-Tag ein.",
  others: counted("de", { one: (n) => `${n} weiterer Kunde`, other: (n) => `${n} weitere Kunden` })
}
