/** The words of export and deletion in German. */
import type { LeaveWords } from "./LeaveWords.ts"

export const leaveDe: LeaveWords = {
  title: "Export und Löschung",
  ownersOnly: {
    title: "Nur für Inhaber",
    message: "Nur Inhaber dürfen den Arbeitsbereich exportieren oder löschen."
  },
  exportTitle: "Zuerst exportieren",
  exportText:
    "Ein Archiv enthält alle Kunden, Projekte, Rechnungen, Rechnungskorrekturen, Zahlungen, Dateien und Ereignisse als JSON und CSV sowie jedes gesendete Dokument. Der Betreiber dieses Servers schreibt es mit:",
  deleteTitle: "Arbeitsbereich löschen",
  deleteText: (name) =>
    `Alle werden sofort von ${name} abgemeldet, API-Schlüssel und Zahlungslinks enden, und das Kundenportal schließt. Nach 14 Tagen werden alle Daten gelöscht.`,
  law: "Rechnungen müssen von Gesetzes wegen aufbewahrt werden, in den meisten Ländern 6 bis 10 Jahre. Exportieren Sie sie vor dem Löschen.",
  undo: "Innerhalb von 14 Tagen kann der Betreiber die Löschung zurücknehmen mit:",
  name: "Name des Arbeitsbereichs",
  nameHint: (name) => `Geben Sie ${name} ein`,
  nameDiffers: "Das ist nicht der Name des Arbeitsbereichs",
  password: "Passwort",
  passwordWrong: "Das Passwort ist nicht richtig",
  submit: "Arbeitsbereich löschen",
  doneTitle: "Der Arbeitsbereich ist gelöscht",
  doneText: (day) =>
    `Alle Daten werden am ${day} gelöscht. Bis dahin kann der Betreiber die Löschung zurücknehmen mit:`,
  toSignIn: "Zur Anmeldung"
}
