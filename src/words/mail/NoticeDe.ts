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
  email_requested: {
    subject: (workspace) => `Eine andere E-Mail-Adresse für Ihr Konto bei ${workspace}`,
    happened: (workspace) =>
      `Für Ihr Konto im Arbeitsbereich ${workspace} wurde eine andere E-Mail-Adresse eingegeben. Sie ersetzt diese, sobald der Link geöffnet wird, der an sie gesendet wurde.`,
    button: "Das war ich nicht: neues Passwort wählen",
    advice:
      "Wenn Sie sie selbst eingegeben haben, müssen Sie nichts tun. Ein neues Passwort macht den Link ungültig und beendet jede Sitzung."
  },
  email_changed: {
    subject: (workspace) => `Ihre E-Mail-Adresse für ${workspace} wurde geändert`,
    happened: (workspace) =>
      `Ihr Konto im Arbeitsbereich ${workspace} hat jetzt eine andere E-Mail-Adresse. Mit dieser melden Sie sich nicht mehr an.`,
    button: "Anmelden",
    advice:
      "Wenn Sie sie nicht geändert haben, wenden Sie sich sofort an einen Inhaber des Arbeitsbereichs."
  },
  second_factor_on: {
    subject: (workspace) => `Ein zweiter Faktor für Ihr Konto bei ${workspace}`,
    happened: (workspace) =>
      `Für Ihr Konto im Arbeitsbereich ${workspace} wurde ein zweiter Faktor eingerichtet. Jede Anmeldung braucht jetzt einen Code.`,
    button: "Das war ich nicht: neues Passwort wählen",
    advice:
      "Wenn Sie ihn selbst eingerichtet haben, müssen Sie nichts tun. Bewahren Sie die Wiederherstellungscodes sicher auf."
  },
  second_factor_off: {
    subject: (workspace) => `Der zweite Faktor Ihres Kontos bei ${workspace} wurde entfernt`,
    happened: (workspace) =>
      `Der zweite Faktor Ihres Kontos im Arbeitsbereich ${workspace} wurde entfernt. Das Passwort allein genügt wieder.`,
    button: "Das war ich nicht: neues Passwort wählen",
    advice: "Wenn Sie ihn selbst entfernt haben, müssen Sie nichts tun."
  },
  api_key_created: {
    subject: (workspace, name) => `Ein neuer API-Schlüssel für ${workspace}: ${name}`,
    happened: (workspace) => `Im Arbeitsbereich ${workspace} wurde ein API-Schlüssel erstellt.`,
    button: "API-Schlüssel ansehen",
    advice:
      "Wenn Ihre Agentur ihn nicht erstellt hat, widerrufen Sie ihn und wählen Sie ein neues Passwort."
  },
  export_ready: {
    subject: (workspace) => `Der Export von ${workspace} ist fertig`,
    happened: (workspace) =>
      `Der Export des Arbeitsbereichs ${workspace} kann heruntergeladen werden.`,
    button: "Export herunterladen",
    advice:
      "Der Link verlangt die Anmeldung eines Inhabers. Wenn Sie den Export nicht angefordert haben, wählen Sie ein neues Passwort und informieren Sie die anderen Inhaber."
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
  linkEnds: "Link gilt bis",
  when: "Zeitpunkt",
  ipAddress: "IP-Adresse"
}
