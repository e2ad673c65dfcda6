/** The words of the account in German. */
import type { AccountWords } from "./AccountWords.ts"

export const accountDe: AccountWords = {
  dones: {
    name: "Ihr Name ist gespeichert.",
    email:
      "Wenn die Adresse frei ist, wurde ein Link an sie gesendet. Er funktioniert einmal, innerhalb einer Stunde.",
    confirmed: "Ihre E-Mail-Adresse ist geändert. Melden Sie sich ab jetzt mit der neuen an.",
    password: "Ihr Passwort ist geändert. Alle Ihre anderen Sitzungen sind beendet.",
    ended: "Die Sitzung ist beendet.",
    others: "Alle Ihre anderen Sitzungen sind beendet.",
    preferences: "Gespeichert.",
    factor: "Der zweite Faktor ist ausgeschaltet."
  },
  name: "Name",
  saveName: "Namen speichern",
  nameWrong: "Geben Sie einen Namen mit höchstens 255 Zeichen ein",
  email: "E-Mail",
  emailNow: (email) => `Sie melden sich mit ${email} an.`,
  newEmail: "Neue E-Mail-Adresse",
  emailHint:
    "An die neue Adresse wird ein Link gesendet. Bis er geöffnet wird, ändert sich nichts.",
  requestEmail: "E-Mail ändern",
  emailWrong: "Geben Sie eine E-Mail-Adresse wie name@example.com ein",
  emailSame: "Das ist bereits Ihre Adresse",
  password: "Passwort",
  passwordHint: "Ein neues Passwort beendet alle Ihre anderen Sitzungen.",
  presentPassword: "Bisheriges Passwort",
  newPassword: "Neues Passwort",
  passwordRules: "Mindestens 12 Zeichen und keines der 10.000 häufigsten Passwörter.",
  repeatedPassword: "Neues Passwort wiederholen (freiwillig)",
  changePassword: "Passwort ändern",
  presentWrong: "Das bisherige Passwort ist nicht richtig",
  passwordShort: "Das neue Passwort muss mindestens 12 Zeichen haben",
  passwordLong: "Das neue Passwort darf höchstens 200 Zeichen haben",
  passwordCommon: "Das neue Passwort ist zu häufig, auch mit Ziffern und Zeichen davor oder danach",
  passwordNoLetters: "Das neue Passwort muss mehr als Ziffern und Zeichen enthalten",
  passwordsDiffer: "Die beiden neuen Passwörter sind verschieden",
  sessions: "Sitzungen",
  sessionsHint: "Eine Sitzung endet nach 12 Stunden ohne Nutzung und nach 14 Tagen.",
  columns: ["Gerät", "IP-Adresse", "Seit", "Zuletzt genutzt"],
  device: (browser, system) => `${browser} auf ${system}`,
  unknownDevice: "Unbekanntes Gerät",
  unknown: "unbekannt",
  thisOne: "diese hier",
  end: "Beenden",
  endOthers: "Alle anderen Sitzungen beenden",
  noOthers: "Sie sind nirgendwo sonst angemeldet.",
  preferences: "Sprache und Tastatur",
  language: "Sprache der Seiten",
  asBrowser: "Wie im Browser",
  languages: { en: "Englisch", de: "Deutsch", fr: "Französisch", es: "Spanisch" },
  keyboard: "Tastatur",
  keys: "Tastenkürzel mit einzelnen Tasten",
  keysHint:
    "? zeigt sie. Schalten Sie sie aus, wenn Sie diktieren oder Ihre Tasten anders belegt sind.",
  savePreferences: "Einstellungen speichern",
  confirm: {
    title: "Neue E-Mail-Adresse bestätigen",
    text: (email, name) => `${name} meldet sich ab jetzt mit ${email} an.`,
    button: "Adresse bestätigen",
    gone: "Dieser Link funktioniert nicht mehr",
    goneText:
      "Er ist abgelaufen oder wurde benutzt, oder das Passwort wurde seither geändert. Geben Sie die Adresse unter „Mein Konto“ noch einmal ein."
  },
  switcher: {
    title: "Ihre anderen Arbeitsbereiche",
    signInTo: (workspace) => `Bei ${workspace} anmelden`
  }
}
