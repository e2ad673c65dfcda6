/** The words of OAuth apps in German. */
import type { AppWords } from "./AppWords.ts"

export const appsDe: AppWords = {
  title: "OAuth-Apps",
  intro: "Für Software, die im Namen Ihrer Benutzer handelt, mit den Rechten, die sie ihr geben.",
  none: "Es gibt noch keine App.",
  caption: "Apps",
  columns: ["Name", "Registriert"],
  by: (name) => `von ${name}`,
  openNamed: (name) => `${name} öffnen`,
  all: "Alle Apps",
  register: "App registrieren",
  registerButton: "Registrieren",
  name: "Name der App",
  nameHint: "Wird den Benutzern gezeigt, die die App zulassen sollen.",
  nameWrong: "Der Name der App muss 1 bis 255 Zeichen haben",
  redirectUris: "Redirect-URIs",
  redirectUrisHint:
    "Eine pro Zeile, höchstens 10, Zeichen für Zeichen verglichen. https, oder http auf diesem Rechner.",
  noRedirectUri: "Geben Sie mindestens eine Redirect-URI an",
  tooManyRedirectUris: "Höchstens 10 Redirect-URIs sind möglich",
  redirectUri: (number, fault) => `Redirect-URI ${number} ${fault}`,
  faults: {
    tooLong: "darf höchstens 2000 Zeichen haben",
    notAbsolute: "muss eine absolute URI sein",
    fragment: "darf kein Fragment haben",
    credentials: "darf weder Benutzer noch Passwort enthalten",
    host: "muss einen einfachen Hostnamen haben",
    insecure: "muss https sein, oder http auf localhost, 127.0.0.1 oder [::1]",
    scheme: "muss https sein, oder ein privates Schema wie com.example.app:/callback haben"
  },
  logoHint: "Freiwillig: PNG oder JPEG, höchstens 256 kB und 2000 × 2000 Pixel.",
  tooMany: (most) =>
    `Ein Arbeitsbereich hat höchstens ${most} OAuth-Apps. Löschen Sie eine, bevor Sie eine weitere registrieren.`,
  logoOf: (name) => `Logo von ${name}`,
  secretBegins: "Das Secret beginnt mit",
  save: "Speichern",
  secretAndRemoval: "Secret und Löschung",
  newSecret: "Neues Secret",
  done: "Fertig",
  rotate: {
    title: (name) => `Neues Secret für ${name}?`,
    text: "Das bisherige Secret gilt sofort nicht mehr. Benutzer bleiben verbunden.",
    button: "Neues Secret erstellen"
  },
  remove: {
    title: (name) => `${name} löschen?`,
    text: "Die Verbindungen aller Benutzer mit der App enden sofort. Das lässt sich nicht rückgängig machen.",
    button: "App löschen"
  },
  connected: {
    title: "Verbundene Apps",
    intro: "Apps, die in Ihrem Namen handeln dürfen.",
    none: "Sie haben keine App zugelassen.",
    columns: ["Name", "Darf", "Seit"],
    disconnectNamed: (name) => `${name} trennen`,
    disconnect: {
      title: (name) => `${name} trennen?`,
      text: "Die App hat keinen Zugriff auf Ihr Konto mehr, bis Sie sie wieder zulassen.",
      button: "Trennen"
    }
  },
  consent: {
    title: (app) => `${app} zulassen?`,
    wants: (app, workspace) =>
      `${app} möchte im Arbeitsbereich ${workspace} für Sie handeln. Die App darf dann:`,
    asMember:
      "Sie sind Mitglied des Arbeitsbereichs, und die App darf nicht mehr als Sie: Sie kann keine Rechnungen senden oder stornieren, keine Zahlungen erfassen, keine Kunden einladen und das Änderungsprotokoll nicht lesen.",
    redirected: "Sie werden zu {host} weitergeleitet.",
    endAnyTime: "In den Einstellungen können Sie das jederzeit beenden.",
    allow: "Zulassen",
    deny: "Nicht zulassen",
    signedInAs: (name, email) => `Angemeldet als ${name} (${email}).`,
    notYou: "Nicht Sie?",
    foreign: {
      title: "Anderer Arbeitsbereich",
      heading: "Diese App gehört zu einem anderen Arbeitsbereich",
      text: (app, workspace, email) =>
        `${app} wurde in einem anderen Arbeitsbereich registriert als ${workspace}, wo Sie als ${email} angemeldet sind.`,
      signIn: "Dort anmelden"
    },
    unusable: {
      title: "Diese Anfrage lässt sich nicht verwenden",
      reasons: {
        noApp: "Die Anfrage sagt nicht, von welcher App sie kommt.",
        unknownApp: "Keine App mit dieser client_id ist hier registriert.",
        unknownAddress:
          "Die Adresse, zu der die App Sie führen will (redirect_uri), ist keine, die sie registriert hat."
      },
      invalid: (app, description) => `Die Anfrage von ${app} ist nicht gültig: ${description}.`,
      nothingShared: "Es wurde nichts weitergegeben. Wenden Sie sich an den Entwickler der App."
    }
  }
}
