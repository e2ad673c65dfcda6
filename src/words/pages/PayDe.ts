/** The words of the pages behind a payment link in German. */
import type { PayWords } from "./PayWords.ts"

export const payDe: PayWords = {
  due: (dueDate) => `fällig am ${dueDate}`,
  wasDue: (dueDate) => `war am ${dueDate} fällig`,
  paidOn: (day) => `Bezahlt am ${day}, vielen Dank`,
  isVoid: "Diese Rechnung wurde storniert. Es ist keine Zahlung fällig.",
  isCredited:
    "Diese Rechnung wurde durch eine Rechnungskorrektur aufgehoben. Es ist keine Zahlung fällig.",
  client: "Für",
  issued: "Ausgestellt am",
  paidDay: (day) => `Bezahlt am ${day}`,
  creditedDay: (number, day) => `Rechnungskorrektur ${number} vom ${day}`,
  lines: "Positionen der Rechnung",
  pay: (amount) => `${amount} bezahlen`,
  download: "PDF herunterladen",
  receipt: "Zahlungsbeleg herunterladen",
  scan: "Scannen Sie den Code mit Ihrer Banking-App.",
  ask: "Frage zu dieser Rechnung",
  write: "Fragen dazu? Schreiben Sie an",
  changed: (amount) =>
    `Der Betrag hat sich geändert, seit Sie diese Seite geöffnet haben: Jetzt sind ${amount} offen.`,
  check: "Ist diese PDF-Datei echt?",
  back: "Zurück zur Rechnung",

  pending: {
    title: "Eine Zahlung läuft. Sie müssen nicht noch einmal bezahlen.",
    text: "Sie wird meist sofort bestätigt. Diese Seite lädt sich von selbst neu.",
    reload: "Jetzt neu laden",
    late: (day) => `Die Zahlung vom ${day} ist noch nicht bestätigt.`,
    transfers:
      "Überweisungen von einem Bankkonto dauern einige Tage; danach zeigt diese Seite die Rechnung als bezahlt.",
    ifCharged:
      "Falls der Betrag abgebucht wurde, bezahlen Sie kein zweites Mal, sondern wenden Sie sich an",
    ifNotCharged: "Falls nichts abgebucht wurde,",
    retry: "prüfen Sie, ob Sie erneut bezahlen können"
  },
  test: {
    title: "Testzahlung",
    text: "Dies ist die eingebaute Testzahlung: Es wird keine Karte verlangt und kein Geld bewegt.",
    declined: "Die Karte wurde abgelehnt. Es wurde nichts abgebucht.",
    pay: "Bezahlen",
    late: "Bezahlen, mit verspäteter Benachrichtigung",
    twice: "Bezahlen, mit doppelter Benachrichtigung",
    decline: "Karte ablehnen"
  },
  unknownLink: {
    title: "Dieser Zahlungslink funktioniert nicht",
    message:
      "Vielleicht ist er unvollständig: Öffnen Sie ihn noch einmal aus der E-Mail, die Sie erhalten haben. Oder er wurde ersetzt: Bitten Sie den Absender um den neuen Link."
  },
  unavailable: {
    title: "Die Zahlung ist gerade nicht möglich",
    message: "Es wurde nichts abgebucht. Versuchen Sie es in einigen Minuten noch einmal."
  },
  tooLarge: {
    title: "Das Dokument ist zu groß",
    message:
      "Die PDF-Datei dieser Rechnung kann nicht erstellt werden. Bitte wenden Sie sich an den Absender."
  },

  checked: {
    title: "Ist das die versendete Datei?",
    explanation:
      "Wählen Sie die PDF-Datei aus der E-Mail mit der Rechnung oder Rechnungskorrektur, oder ziehen Sie sie auf das Feld. Ihr Fingerabdruck wird mit denen der versendeten Dateien verglichen; die Datei selbst wird nicht gespeichert.",
    file: "PDF-Datei einer Rechnung oder Rechnungskorrektur",
    button: "Datei prüfen",
    noFile: "Wählen Sie zuerst eine Datei.",
    genuine: "Ja, diese Datei wurde von hier versendet, und nichts daran wurde geändert.",
    invoice: (number, seller, amount, issueDate) =>
      `Es ist die Rechnung ${number} von ${seller} über ${amount}, ausgestellt am ${issueDate}.`,
    creditNote: (number, invoice, seller, amount, issueDate) =>
      `Es ist die Rechnungskorrektur ${number} zur Rechnung ${invoice} von ${seller} über ${amount}, ausgestellt am ${issueDate}.`,
    statuses: {
      sent: "Sie ist noch nicht bezahlt.",
      overdue: "Sie ist überfällig.",
      paid: "Sie ist bezahlt.",
      void: "Sie wurde inzwischen storniert: Es ist keine Zahlung fällig."
    },
    unknown:
      "Nein, diese Datei wurde nicht mit einer Rechnung oder Rechnungskorrektur von hier versendet.",
    advice:
      "Vielleicht wurde sie geändert oder neu gespeichert. Auch eine später von der Seite der Rechnung geladene Kopie weicht ab, weil sie den heutigen Stand zeigt. Wenden Sie sich vor der Zahlung auf einem Weg an den Absender, den Sie kennen."
  }
}
