/** The words of notices in German. */
import type { NoticeWords } from "./NoticeWords.ts"

export const noticeDe: NoticeWords = {
  webhook_endpoint_disabled: {
    subject: (workspace) => `Ein Webhook-Endpunkt von ${workspace} wurde abgeschaltet`,
    happened: (workspace) =>
      `Ein Webhook-Endpunkt des Arbeitsbereichs ${workspace} wurde abgeschaltet, weil er zu lange keine Ereignisse annahm oder zu viele auf ihn warteten.`,
    button: "Endpunkt ansehen",
    advice: "Beheben Sie zuerst den Fehler des Servers. Schalten Sie den Endpunkt dann wieder ein."
  },
  password_changed: {
    subject: (workspace) => `Ihr Passwort für ${workspace} wurde geändert`,
    happened: (workspace) =>
      `Das Passwort Ihres Kontos im Arbeitsbereich ${workspace} wurde geändert.`,
    button: "Das war ich nicht: neues Passwort wählen",
    advice: "Wenn Sie es selbst geändert haben, müssen Sie nichts tun."
  },
  api_key_created: {
    subject: (workspace, name) => `Ein neuer API-Schlüssel für ${workspace}: ${name}`,
    happened: (workspace) => `Im Arbeitsbereich ${workspace} wurde ein API-Schlüssel erstellt.`,
    button: "API-Schlüssel ansehen",
    advice:
      "Wenn Ihre Agentur ihn nicht erstellt hat, widerrufen Sie ihn und wählen Sie ein neues Passwort."
  },
  new_device: {
    subject: (workspace) => `Eine Anmeldung bei ${workspace} von einem neuen Gerät`,
    happened: (workspace) =>
      `Ein Gerät hat sich zum ersten Mal bei Ihrem Konto im Arbeitsbereich ${workspace} angemeldet.`,
    button: "Das war ich nicht: neues Passwort wählen",
    advice: "Wenn Sie es waren, müssen Sie nichts tun. Ein neues Passwort beendet jede Sitzung."
  },
  endpoint: "Endpunkt",
  name: "Name",
  key: "Schlüssel",
  createdBy: "Erstellt von",
  when: "Zeitpunkt",
  ipAddress: "IP-Adresse"
}
