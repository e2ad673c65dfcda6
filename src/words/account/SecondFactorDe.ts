/** The words of the second factor in German. */
import type { SecondFactorWords } from "./SecondFactorWords.ts"

export const secondFactorDe: SecondFactorWords = {
  title: "Zweiter Faktor",
  isOff: "Ein Code aus einer App auf Ihrem Telefon, zusätzlich zum Passwort.",
  isOn: "Jede Anmeldung braucht einen Code aus Ihrer App.",
  setUp: "Zweiten Faktor einrichten",
  turnOff: "Zweiten Faktor ausschalten",
  required:
    "Ihr Arbeitsbereich verlangt von Inhabern und Administratoren einen zweiten Faktor. Richten Sie ihn ein, um fortzufahren.",
  scan: "Scannen Sie das Bild mit einer Authentifizierungs-App, oder tippen Sie den Schlüssel ein. Geben Sie dann den Code ein, den die App zeigt.",
  qrCode: "QR-Code für eine Authentifizierungs-App",
  secret: "Schlüssel",
  code: "Einmalcode",
  codeHint: "Sechs Ziffern",
  confirm: "Zweiten Faktor einschalten",
  codeWrong: "Dieser Code ist nicht richtig. Geben Sie den ein, den die App jetzt zeigt",
  offText: "Ohne ihn genügt das Passwort allein zur Anmeldung.",
  codeOrRecovery: "Code oder Wiederherstellungscode",
  recovery: {
    title: "Wiederherstellungscodes",
    text: "Der zweite Faktor ist eingeschaltet. Jeder dieser Codes funktioniert einmal anstelle eines Codes der App. Bewahren Sie sie sicher auf: Sie werden nicht noch einmal gezeigt.",
    done: "Ich habe sie gespeichert",
    gone: "Die Wiederherstellungscodes wurden einmal gezeigt. Wenn Sie sie nicht gespeichert haben, schalten Sie den zweiten Faktor aus und wieder ein."
  },
  signIn: {
    title: "Code eingeben",
    text: "Ihr Konto hat einen zweiten Faktor. Geben Sie den Code ein, den Ihre App zeigt, oder einen Wiederherstellungscode.",
    button: "Anmelden",
    wrong: "Der Code ist nicht richtig oder wurde schon benutzt",
    expired: "Das Passwort wurde vor zu langer Zeit eingegeben. Melden Sie sich noch einmal an."
  }
}
