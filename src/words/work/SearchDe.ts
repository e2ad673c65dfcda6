/** The words of the search and of the keyboard in German. */
import type { SearchWords } from "./SearchWords.ts"

export const searchDe: SearchWords = {
  label: "Suche",
  hint: "Rechnung, Kunde oder Projekt",
  title: "Suche",
  empty: "Geben Sie eine Nummer, einen Namen oder eine E-Mail-Adresse ein.",
  none: (q) => `Nichts passt zu „${q}“.`,
  refused: "Geben Sie höchstens 100 Zeichen ein, mit einem Buchstaben oder einer Ziffer.",
  invoices: "Rechnungen",
  clients: "Kunden",
  projects: "Projekte",
  project: "Projekt",
  all: "Alle anzeigen",
  credited: (number) => `Korrigiert durch ${number}`,
  archived: "Archiviert",

  keys: {
    title: "Tastenkürzel",
    close: "Schließen",
    off: "Sie können sie unter „Mein Konto“ ausschalten.",
    followedBy: "dann",
    search: "Suchen",
    create: "Neue Rechnung",
    go: "Zu Übersicht, Rechnungen, Kunden, Projekten, Berichten",
    move: "Nächste und vorige Zeile; Enter öffnet sie",
    help: "Diese Tastenkürzel anzeigen"
  }
}
