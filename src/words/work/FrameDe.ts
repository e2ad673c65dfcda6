/** The words of the frame and of the sign-in in German. */
import { counted, type FrameWords } from "./FrameWords.ts"

export const frameDe: FrameWords = {
  skip: "Zum Inhalt",
  main: "Hauptnavigation",
  menu: "Menü",
  home: "Übersicht",
  invoices: "Rechnungen",
  clients: "Kunden",
  reports: "Berichte",
  overdue: counted("de", { one: (n) => `${n} überfällig`, other: (n) => `${n} überfällig` }),
  projects: "Projekte",
  settings: "Einstellungen",
  account: "Mein Konto",
  signOut: "Abmelden",
  newInvoice: "Neue Rechnung",
  toHome: "Zur Übersicht",
  notFound: {
    title: "Seite nicht gefunden",
    message: "Vielleicht wurde sie entfernt, oder die Adresse ist unvollständig."
  },
  notForMembers: {
    title: "Nicht für Mitglieder",
    change: "Das dürfen nur Inhaber und Administratoren des Arbeitsbereichs ändern.",
    see: "Das dürfen nur Inhaber und Administratoren des Arbeitsbereichs sehen."
  },

  signIn: {
    title: "Anmelden",
    toContinue: (app) => `Anmelden und weiter zu ${app}`,
    ended: "Ihre Sitzung ist beendet. Melden Sie sich an, um fortzufahren.",
    filledIn: "Ihre Eingaben werden wieder eingesetzt; sie sind noch nicht gespeichert.",
    email: "E-Mail",
    password: "Passwort",
    workspace: "Welcher Arbeitsbereich?",
    chooseWorkspace: "Wählen Sie einen Arbeitsbereich und geben Sie das Passwort noch einmal ein.",
    button: "Anmelden",
    forgot: "Passwort vergessen?",
    wrong: "Die E-Mail-Adresse oder das Passwort ist nicht richtig",
    someDown:
      "Einige Konten sind gerade nicht erreichbar. Gehört Ihres dazu, versuchen Sie es in einer Minute noch einmal."
  },

  figures: {
    outstanding: "Offen",
    overdue: "Überfällig",
    collectedIn: (year) => `Eingegangen ${year}`,
    notSent: "Noch nicht gesendet",
    drafts: counted("de", { one: (n) => `${n} Entwurf`, other: (n) => `${n} Entwürfe` }),
    invoices: counted("de", { one: (n) => `${n} Rechnung`, other: (n) => `${n} Rechnungen` }),
    also: (amounts) => `außerdem ${amounts}`
  }
}
