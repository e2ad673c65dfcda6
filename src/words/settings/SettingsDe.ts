/** The words of the settings in German. */
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
  cancel: "Abbrechen"
}
