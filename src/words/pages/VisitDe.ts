/** The words of pages that need no session in German. */
import { counted } from "../work/FrameWords.ts"
import type { VisitWords } from "./VisitWords.ts"

export const visitDe: VisitWords = {
  backToSignIn: "Zurück zur Anmeldung",
  forgot: {
    title: "Passwort vergessen?",
    text: "Wir senden Ihnen einen Link, mit dem Sie ein neues wählen.",
    button: "Link senden",
    sentTitle: "Sehen Sie in Ihre E-Mails",
    sentText: "Wenn es ein Konto mit dieser Adresse gibt, haben wir einen Link an sie gesendet."
  },
  choose: {
    title: "Passwort wählen",
    text: (email, workspace) => `Für ${email} im Arbeitsbereich ${workspace}.`,
    button: "Speichern und anmelden",
    gone: {
      title: "Dieser Link funktioniert nicht mehr",
      message:
        "Er ist abgelaufen, oder es wurde schon ein Passwort gewählt. Fordern Sie unter „Passwort vergessen?“ einen neuen an."
    }
  },
  confirm: {
    title: "Passwort noch einmal eingeben",
    text: "Diese Änderung braucht Ihr Passwort, höchstens einmal in 15 Minuten. Ihre Eingaben werden wieder eingesetzt; sie sind noch nicht gespeichert.",
    wrong: "Das Passwort ist nicht richtig",
    continue: "Weiter",
    cancel: "Abbrechen"
  },
  recovery: {
    title: "Ihre Sitzung ist beendet",
    nothingSaved:
      "Es wurde nichts gespeichert. Öffnen Sie die Seite und senden Sie das Formular noch einmal.",
    filledLater:
      "Das Formular wurde vor zu langer Zeit geöffnet, deshalb wurde nichts gespeichert. Gehen Sie weiter: Ihre Eingaben werden wieder eingesetzt, außer Passwörtern und Dateien.",
    tooLong:
      "Es wurde nichts gespeichert, und Ihre Eingaben sind zu lang, um aufbewahrt zu werden. Kopieren Sie von hier, was Sie brauchen, bevor Sie weitergehen.",
    cookies: "Cookies müssen erlaubt sein.",
    filledIn:
      "Es wurde noch nichts gespeichert. Ihre Eingaben sind wieder eingesetzt: Prüfen Sie sie und senden Sie das Formular.",
    chooseFile: "Wählen Sie die Datei noch einmal: Dateien werden nicht aufbewahrt."
  },
  seconds: counted("de", { one: (n) => `${n} Sekunde`, other: (n) => `${n} Sekunden` }),
  tooMany: {
    title: "Zu viele Versuche",
    message: (wait) => `Warten Sie ${wait} und versuchen Sie es noch einmal.`
  },
  busy: {
    title: "Bitte versuchen Sie es noch einmal",
    message: (wait) =>
      `Im Moment ist zu viel zu tun. Warten Sie ${wait} und versuchen Sie es noch einmal.`
  },
  unreachable: {
    title: "Bitte versuchen Sie es noch einmal",
    message: (wait) =>
      `Dieser Teil des Dienstes ist gerade nicht erreichbar. Warten Sie ${wait} und versuchen Sie es noch einmal.`
  },
  moved: {
    title: "Dieser Arbeitsbereich ist umgezogen",
    toCell: (cell) =>
      `Er ist jetzt in dem Teil des Dienstes, der ${cell} heißt. Fragen Sie die Agentur nach der neuen Adresse.`,
    elsewhere:
      "Er ist jetzt auf einem anderen Server. Fragen Sie die Agentur nach der neuen Adresse."
  },
  malformed: {
    title: "Das Formular war nicht lesbar",
    message: "Gehen Sie zurück und senden Sie es noch einmal."
  },
  unstorable: {
    title: "Das Formular enthält ein Zeichen, das sich nicht speichern lässt",
    message: "Gehen Sie zurück und entfernen Sie das Zeichen NUL."
  },
  tooLong: {
    title: "Das Formular ist zu lang",
    message: (size) => `Gehen Sie zurück und senden Sie weniger: höchstens ${size} KiB.`
  },
  tooManyFields: {
    title: "Das Formular hat zu viele Felder",
    message: (most) => `Gehen Sie zurück und senden Sie weniger: höchstens ${most} Felder.`
  },
  foreign: {
    title: "Das Formular wurde nicht angenommen",
    message:
      "Es kam nicht von einer Seite dieses Dienstes. Öffnen Sie die Seite noch einmal und senden Sie das Formular von dort. Cookies müssen erlaubt sein."
  },
  broken: {
    title: "Etwas ist schiefgegangen",
    message: (id) =>
      `Das Problem liegt bei uns. Versuchen Sie es noch einmal. Wenn es wieder auftritt, nennen Sie uns diese Kennung: ${id}.`
  },
  other: {
    title: "Diese Anfrage ließ sich nicht beantworten",
    message: "Gehen Sie zurück und versuchen Sie es noch einmal."
  },
  strength: "Stärke",
  strengths: [
    "Zu kurz: noch {}",
    "Zu einfach: nur Ziffern und Zeichen",
    "Schwach: wenige verschiedene Zeichen",
    "Ausreichend: länger ist stärker",
    "Stark"
  ]
}
