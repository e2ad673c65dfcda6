/** The words of export and deletion in German. */
import type { LeaveWords } from "./LeaveWords.ts"

export const leaveDe: LeaveWords = {
  title: "Export und Löschung",
  ownersOnly: {
    title: "Nur für Inhaber",
    message: "Nur Inhaber dürfen den Arbeitsbereich exportieren oder löschen."
  },
  exportTitle: "Daten exportieren",
  exportText:
    "Ein Archiv enthält alle Kunden, Projekte, Rechnungen, Rechnungskorrekturen, Zahlungen und Ereignisse als JSON und CSV, eine Liste der hochgeladenen Dateien ohne deren Inhalt sowie jedes gesendete Dokument als PDF.",
  exportMail: (email) =>
    `Sobald das Archiv fertig ist, wird ein Link an ${email} gesendet. Er verlangt die Anmeldung eines Inhabers und gilt 7 Tage.`,
  requestExport: "Export anfordern",
  requestNewExport: "Neuen Export anfordern",
  exportPending: (requested) =>
    `Angefordert am ${requested}. Das Archiv wird erstellt; der Link dazu geht an den Inhaber, der den Export angefordert hat.`,
  exportReady: (size, until) =>
    `Das Archiv ist fertig (${size}). Sie können es bis ${until} herunterladen.`,
  download: "Herunterladen",
  exportReplaced: "Ein neuer Export ersetzt dieses Archiv.",
  exportLater: (from) => `Ein neuer Export kann ab ${from} angefordert werden.`,
  exportFailed: {
    disk_full:
      "Der Export ist fehlgeschlagen, weil der Speicherplatz des Servers fast voll ist. Bitten Sie den Betreiber, Platz zu schaffen, und fordern Sie ihn erneut an.",
    unknown:
      "Der Export ist fehlgeschlagen. Fordern Sie ihn erneut an. Schlägt er wieder fehl, fragen Sie den Betreiber: Der Grund steht im Protokoll des Servers."
  },
  linkEnded: {
    title: "Dieser Link gilt nicht mehr",
    message:
      "Ein Archiv kann 7 Tage lang heruntergeladen werden, sofern kein neuerer Export es ersetzt."
  },
  archiveReadme: (workspace) => [
    `Die Daten von ${workspace}, exportiert aus Retainer.`,
    "Jede .json-Datei und die gleichnamige .csv-Datei enthalten dieselben Zeilen.",
    "Beträge stehen in der kleinsten Einheit ihrer Währung: 12345 sind 123,45 EUR.",
    "Zeiten sind in UTC angegeben.",
    "CSV-Dateien sind in UTF-8 und durch Kommas getrennt. Zeigt eine Tabellenkalkulation falsche Buchstaben, importieren Sie die Datei als UTF-8.",
    "Vor einem Text, den eine Tabellenkalkulation als Formel ausführen würde, steht ein Apostroph.",
    "documents/ enthält jede Rechnung und Rechnungskorrektur, wie sie gesendet wurde: das PDF und das XML einer E-Rechnung.",
    "files.csv führt die hochgeladenen Dateien auf. Ihre Inhalte sind nicht in diesem Archiv."
  ],
  exportByOperator: "Der Betreiber dieses Servers kann dasselbe Archiv schreiben",
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
