/** The words of files in German. */
import type { FileWords } from "./FileWords.ts"

export const fileDe: FileWords = {
  title: "Dateien",
  titleOf: (name) => `Dateien: ${name}`,
  all: "Alle Dateien",
  none: "Es gibt noch keine Datei.",
  columns: { name: "Name", size: "Größe", of: "Gehört zu", added: "Hinzugefügt" },
  file: "Datei",
  add: "Datei hinzufügen",
  manage: "Alle anzeigen und entfernen",
  atMost: (size) => `Höchstens ${size}.`,
  storage: (used, quota) => `${used} von ${quota} Speicherplatz sind belegt.`,
  shared: "Der Kunde sieht die Dateien der Projekte, die im Portal freigegeben sind.",
  remove: "Entfernen",
  removeNamed: (name) => `${name} entfernen`,
  removeTitle: (name) => `${name} entfernen?`,
  removeText:
    "Links zu der Datei funktionieren dann nicht mehr. Das lässt sich nicht rückgängig machen.",
  cancel: "Abbrechen",
  older: "Ältere Dateien",
  problems: {
    missing: "Wählen Sie eine Datei.",
    empty: "Die Datei ist leer.",
    name: "Der Name der Datei muss 1 bis 255 Zeichen haben und keine Zeichen, die seine Schreibrichtung ändern.",
    tooLarge: (size) => `Die Datei ist größer als ${size}.`,
    full: (used, quota) =>
      `Der Speicherplatz reicht nicht: ${used} von ${quota} sind belegt. Entfernen Sie zuerst eine Datei.`,
    other: "Die Datei konnte nicht gelesen werden. Wählen Sie sie noch einmal."
  },
  done: { uploaded: "Die Datei ist gespeichert.", removed: "Die Datei ist entfernt." }
}
