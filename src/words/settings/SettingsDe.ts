/** The words of the settings in German. */
import { counted } from "../work/FrameWords.ts"
import type { SettingsWords } from "./SettingsWords.ts"

export const settingsDe: SettingsWords = {
  groups: { you: "Persönlich", workspace: "Arbeitsbereich", developers: "Entwickler" },
  sections: {
    connected: "Verbundene Apps",
    workspace: "Firma und Bank",
    branding: "Erscheinungsbild",
    invoicing: "Rechnungen und Erinnerungen",
    users: "Benutzer",
    mails: "E-Mails",
    leave: "Export und Löschung",
    audit: "Änderungsprotokoll",
    keys: "API-Schlüssel",
    apps: "OAuth-Apps",
    webhooks: "Webhooks",
    docs: "API-Dokumentation"
  },
  dones: {
    saved: "Gespeichert.",
    password: "Ihr neues Passwort ist gespeichert. Sie sind überall sonst abgemeldet.",
    revoked: "Der Schlüssel ist widerrufen.",
    removed: "Entfernt.",
    left: "Der Benutzer ist entfernt, und was angekreuzt war, ist widerrufen.",
    lowered: "Die Rolle ist geändert, und was angekreuzt war, ist widerrufen.",
    disconnected: "Die App hat keinen Zugriff mehr.",
    queued: "Die Nachricht wird in Kürze gesendet.",
    tried: "Die Nachricht wurde inzwischen gesendet: Das Ergebnis steht unten.",
    "signed-out": "Der Benutzer ist überall abgemeldet.",
    invited: "Die Einladung wird in Kürze gesendet."
  },
  readOnly: "Inhaber und Administratoren können das ändern; Sie können es lesen.",
  cancel: "Abbrechen",
  save: "Speichern",
  by: (name) => `von ${name}`,
  tooManyMails: "Heute gingen zu viele E-Mails hinaus. Versuchen Sie es morgen wieder.",
  secret: {
    copy: "Kopieren",
    copied: "Kopiert",
    now: "Kopieren Sie es jetzt: Es wird nicht noch einmal angezeigt.",
    shown:
      "Es wurde einmal angezeigt, gleich nach dem Anlegen, und kann nicht noch einmal angezeigt werden. Wenn Sie es nicht gesichert haben, legen Sie ein neues an."
  },
  users: {
    columns: ["Name", "E-Mail", "Rolle", "Zuletzt gesehen"],
    you: "Sie",
    invited: "eingeladen",
    never: "noch nie",
    roles: { member: "Mitglied", admin: "Administrator", owner: "Inhaber" },
    roleChoices: {
      member: "Mitglied: liest die Einstellungen",
      admin: "Administrator: ändert die Einstellungen",
      owner: "Inhaber: ändert die Einstellungen und die Inhaber"
    },
    change: "Ändern",
    changeNamed: (name) => `${name} ändern`,
    invite: "Jemanden einladen",
    inviteButton: "Einladen",
    emailHint: "An diese Adresse geht ein Link, um ein Passwort zu wählen.",
    rules: {
      name: "Geben Sie einen Namen mit höchstens 255 Zeichen ein.",
      email: "Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.",
      role: "Wählen Sie eine Rolle."
    },
    emailTaken: "Ein Benutzer dieses Arbeitsbereichs hat diese Adresse bereits.",
    again: "Einladung noch einmal senden",
    endSessions: "Alle Sitzungen beenden",
    factor: {
      title: "Zweiter Faktor",
      from: "Ab der nächsten Anmeldung:",
      choice: "Inhaber und Administratoren brauchen einen zweiten Faktor"
    },
    all: "Alle Benutzer",
    removal: "Entfernen",
    remove: "Aus dem Arbeitsbereich entfernen",
    removeQuestion: (name) => `${name} entfernen?`,
    removeText:
      "Der Benutzer wird sofort abgemeldet, und jede App, die für ihn handelt, verliert den Zugriff. Was er getan hat, bleibt.",
    removeButton: "Entfernen",
    roleQuestion: (name, role) => `${name} die Rolle ${role} geben?`,
    roleText: "Die niedrigere Rolle gilt sofort, auch für die Apps, die für den Benutzer handeln.",
    roleButton: "Rolle ändern",
    created: {
      title: "Der Benutzer hat dies angelegt; es funktioniert ohne ihn. Widerrufen:",
      none: "Der Benutzer hat keinen API-Schlüssel, keine App und keinen Webhook-Endpunkt angelegt, der noch funktioniert.",
      more: counted("de", {
        one: (n) => `${n} weiterer Zugang wird auch widerrufen.`,
        other: (n) => `${n} weitere Zugänge werden auch widerrufen.`
      }),
      key: (name, part) => `API-Schlüssel „${name}“ (${part})`,
      app: (name) => `OAuth-App „${name}“ mit dem Zugriff, den Benutzer ihr gaben`,
      endpoint: (host) => `Webhook-Endpunkt bei ${host}`
    },
    refused: {
      title: "Das ist nicht möglich",
      LastOwner: "Ein Arbeitsbereich braucht einen Inhaber: Machen Sie zuerst jemand anderen dazu.",
      OwnersOnly: "Nur ein Inhaber darf Inhaber ernennen, ändern oder abmelden.",
      AlreadyJoined: "Der Benutzer ist schon beigetreten."
    }
  },
  mails: {
    about: (name) => `E-Mails zu ${name}`,
    columns: ["E-Mail", "An", "Ergebnis"],
    kinds: {
      invoice: "Rechnung",
      credit_note: "Rechnungskorrektur",
      reminder: "Zahlungserinnerung",
      receipt: "Zahlungsbestätigung",
      payment_notice: "Zahlungsmitteilung",
      invitation: "Einladung ins Kundenportal",
      link_request: "Link zum Kundenportal",
      user_link: "Link für ein Passwort",
      notice: "Hinweis"
    },
    states: { queued: "Wartet", sent: "Gesendet", failed: "Nicht zugestellt" },
    tries: counted("de", {
      one: (n) => `nach ${n} Versuch`,
      other: (n) => `nach ${n} Versuchen`
    }),
    again: "Erneut senden",
    none: "Es gibt keine E-Mail der letzten 90 Tage.",
    noneSuch: "Es gibt keine solche E-Mail der letzten 90 Tage.",
    state: "Ergebnis",
    anyState: "Alle Ergebnisse",
    kind: "Art",
    anyKind: "Alle Arten",
    show: "Anzeigen",
    all: "Alle E-Mails",
    older: "Ältere E-Mails",
    refused: "Nicht noch einmal gesendet",
    refusals: {
      requested: "Der Kunde hat diesen Link angefordert und kann einen neuen anfordern.",
      queued: "Eine E-Mail derselben Art wartet schon auf den Versand.",
      ended: "Die Einladung ist abgelaufen. Senden Sie eine neue.",
      removed: "Der Benutzer wurde entfernt.",
      otherAddress: "Sie ging an eine andere Adresse, als der Benutzer jetzt hat.",
      void: "Die Rechnung ist storniert."
    },
    refusedNow:
      "Mit den jetzigen Daten kann die E-Mail nicht gesendet werden. Sehen Sie beim Kunden oder bei der Rechnung nach."
  },
  keys: {
    intro:
      "Für Ihre eigenen Server. Ein Schlüssel hat Zugriff auf den ganzen Arbeitsbereich, im Rahmen seiner Rechte.",
    none: "Es gibt noch keinen Schlüssel.",
    columns: ["Name", "Beginnt mit", "Angelegt", "Zuletzt genutzt"],
    never: "Nie",
    revoke: "Widerrufen",
    revokeNamed: (name) => `${name} widerrufen`,
    revokeQuestion: (name) => `${name} widerrufen?`,
    revokeText: (part) =>
      `Anfragen mit ${part} werden ab dann abgelehnt. Das lässt sich nicht rückgängig machen.`,
    revokeButton: "Schlüssel widerrufen",
    create: "Schlüssel anlegen",
    nameHint: "Wofür der Schlüssel ist, etwa „Export für die Buchhaltung“.",
    access: "Was darf der Schlüssel?",
    everything: "Alles",
    readOnly: "Nur lesen",
    choose: "Auswählen:",
    permissions: "Rechte; Ändern schließt Ansehen nicht ein",
    createButton: "Schlüssel anlegen",
    noPermission: "Wählen Sie mindestens ein Recht.",
    tooMany:
      "Ein Arbeitsbereich hat höchstens 100 API-Schlüssel. Widerrufen Sie einen, bevor Sie einen weiteren anlegen.",
    newKey: "Ihr neuer Schlüssel",
    done: "Fertig",
    another: "Weiteren Schlüssel anlegen"
  },
  access: {
    title: "Was noch Zugriff hat",
    text: "Ein neues Passwort beendet die Schlüssel und Apps unten nicht. Wenn jemand anders das alte gehabt haben könnte, widerrufen Sie, was Sie nicht kennen.",
    keys: "API-Schlüssel des Arbeitsbereichs",
    adminsRevoke: "Inhaber und Administratoren können einen Schlüssel widerrufen.",
    apps: "Apps, die für Sie handeln",
    check: "Prüfen Sie auch die Webhooks und die Benutzer des Arbeitsbereichs:",
    toSettings: "Weiter zu den Einstellungen"
  }
}
