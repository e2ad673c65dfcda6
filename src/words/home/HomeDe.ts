/** The words of Home in German. */
import { counted } from "../work/FrameWords.ts"
import type { HomeWords } from "./HomeWords.ts"

export const homeDe: HomeWords = {
  newClient: "Neuer Kunde",

  figures: {
    oldest: counted("de", {
      one: (n) => `die älteste seit ${n} Tag`,
      other: (n) => `die älteste seit ${n} Tagen`
    }),
    lastYear: (amount, year) => `${amount} bis zu diesem Tag ${year}`,
    milestones: counted("de", {
      one: (n) => `${n} Meilenstein abzurechnen`,
      other: (n) => `${n} Meilensteine abzurechnen`
    }),
    byAge: "Offene Beträge nach Alter",
    age: "Alter",
    ages: {
      notDue: "Nicht fällig",
      days1to30: "1 bis 30 Tage überfällig",
      days31to60: "31 bis 60 Tage überfällig",
      days61to90: "61 bis 90 Tage überfällig",
      over90: "Mehr als 90 Tage überfällig"
    },
    total: "Gesamt"
  },

  attention: {
    title: "Zu erledigen",
    all: (count) => `Alle ${count}`,
    fewer: "Nur das Dringendste",
    mailFailed: {
      invoice: "{object} konnte {party} nicht zugestellt werden",
      credit_note: "Rechnungskorrektur {object} konnte {party} nicht zugestellt werden",
      reminder: "Die Zahlungserinnerung zu {object} konnte {party} nicht zugestellt werden",
      receipt: "Die Zahlungsbestätigung zu {object} konnte {party} nicht zugestellt werden",
      payment_notice:
        "Die Nachricht über eine Zahlung zu {object} konnte {party} nicht zugestellt werden",
      invitation: "Die Einladung ins Portal konnte {party} nicht zugestellt werden",
      link_request: "Ein Link zum Portal konnte {party} nicht zugestellt werden",
      user_link: "Die Einladung konnte {party} nicht zugestellt werden",
      notice: "Eine Mitteilung konnte {party} nicht zugestellt werden"
    },
    refunded: "Der Zahlungsdienst hat Geld zu {invoice} erstattet",
    refundedWhy: "Noch keine Rechnungskorrektur berichtigt die Rechnung",
    webhookFailing: "Der Webhook an {host} schlägt fehl",
    webhookDisabled: "Der Webhook an {host} wurde abgeschaltet, weil er immer wieder fehlschlug",
    since: (time) => `seit ${time}`,
    requested: "{who} bittet, {invoice} zu senden",
    milestone: "Meilenstein „{milestone}“ ist abgeschlossen, aber nicht abgerechnet",
    credit: "{amount} Guthaben von {party} ist nicht verrechnet",
    creditWhy: (invoice, day) => `Aus ${invoice}, eingegangen am ${day}`,
    oldDraft: counted("de", {
      one: (n) => `Entwurf {invoice} ist seit ${n} Tag nicht gesendet`,
      other: (n) => `Entwurf {invoice} ist seit ${n} Tagen nicht gesendet`
    }),
    notJoined: "{who} ist noch nicht beigetreten",
    invited: (day) => `eingeladen am ${day}`,
    remindersOff: "Zahlungserinnerungen sind abgeschaltet",
    testProcessor: "Zahlungen auf der Zahlungsseite sind simuliert",
    testProcessorWhy:
      "PROCESSOR ist test: Wer einen Zahlungslink hat, kann die Rechnung ohne Geld als bezahlt markieren",
    actions: {
      correctAndSend: "Korrigieren und erneut senden",
      seeMail: "E-Mail ansehen",
      seeDeliveries: "Zustellungen ansehen",
      bill: "Abrechnen",
      settle: "Verrechnen oder erstatten",
      openDraft: "Entwurf öffnen",
      seeUsers: "Erneut einladen",
      chooseDays: "Tage wählen",
      seeSettings: "Einstellungen ansehen",
      show: "Ansehen"
    }
  },

  chart: {
    title: "Abgerechnet und eingegangen",
    billed: "Abgerechnet",
    collected: "Eingegangen",
    month: "Monat",
    asTable: (currency) => `Als Tabelle, in ${currency}`,
    sentence: ({ from, to, currency, billed, collected }) =>
      `Abgerechnet und eingegangen nach Monaten, ${from} bis ${to}, in ${currency}: insgesamt ${billed} abgerechnet und ${collected} eingegangen. Die Beträge stehen in der Tabelle darunter.`,
    none: "In den letzten zwölf Monaten wurde nichts abgerechnet, und nichts ging ein."
  },

  activity: {
    title: "Letzte Aktivitäten",
    all: "Alle",
    none: "Noch ist nichts geschehen.",
    lines: {
      "invoice.created": "{who} hat {invoice} für {party} erstellt",
      "invoice.send_requested": "{who} hat gebeten, {invoice} zu senden",
      "invoice.sent": "{who} hat {invoice} an {party} gesendet",
      "invoice.resent": "{who} hat {invoice} erneut an {party} gesendet",
      "invoice.delivery_failed": "{invoice} konnte {party} nicht zugestellt werden",
      "invoice.reminded": "{party} wurde an {invoice} erinnert",
      "invoice.overdue": "{invoice} von {party} ist überfällig",
      "invoice.payment_recorded": "{party} hat {invoice} bezahlt",
      "invoice.payment_reversed": "{who} hat eine Zahlung zu {invoice} zurückgenommen",
      "invoice.processor_refunded": "Der Zahlungsdienst hat Geld zu {invoice} erstattet",
      "invoice.voided": "{who} hat {invoice} storniert",
      "credit_note.created": "{who} hat {object} zu {invoice} ausgestellt",
      "client.created": "{who} hat {object} als Kunden angelegt",
      "client.invited": "{who} hat {object} ins Portal eingeladen",
      "project.created": "{who} hat das Projekt {object} angelegt",
      "milestone.completed": "{who} hat den Meilenstein {object} abgeschlossen"
    },
    by: (name) => `von ${name}`,
    reverse: "Zurücknehmen"
  },

  owing: {
    title: "Offene Beträge nach Kunde",
    all: counted("de", { one: (n) => `Alle ${n} Kunden`, other: (n) => `Alle ${n} Kunden` }),
    columns: {
      client: "Kunde",
      open: "Offen",
      oldest: "Älteste Fälligkeit",
      overdue: "Überfällig",
      owed: "Geschuldet"
    },
    actions: "Aktionen",
    remind: "Erinnern",
    none: "Niemand schuldet etwas.",
    adminReminds: "Zahlungen erfasst und erinnert ein Administrator.",
    reminded: counted("de", {
      one: (n) => `${n} Zahlungserinnerung wird in Kürze gesendet.`,
      other: (n) => `${n} Zahlungserinnerungen werden in Kürze gesendet.`
    }),
    remindedToday:
      "Es wurde nichts gesendet: Der Kunde wurde heute schon an jede überfällige Rechnung erinnert.",
    tooManyMails:
      "Heute gingen zu viele E-Mails an diese Adresse. Versuchen Sie es morgen noch einmal."
  },

  steps: {
    title: "Drei Schritte zur ersten Rechnung",
    done: "erledigt",
    identity: {
      title: "Sagen Sie, wer Sie sind",
      text: "Ihre Rechnungen, E-Mails und Zahlungsseiten zeigen es.",
      action: "Firma und Bank"
    },
    parts: {
      legalName: "Rechtlicher Name",
      address: "Anschrift",
      logo: "Logo der Firma",
      bank: "Bankverbindung"
    },
    client: {
      title: "Legen Sie den ersten Kunden an",
      text: "Ein Name und eine E-Mail-Adresse genügen.",
      action: "Neuer Kunde"
    },
    invoice: {
      title: "Schreiben Sie die erste Rechnung",
      text: "Sie sehen sie vor dem Kunden.",
      action: "Neue Rechnung"
    },
    sampleText: "Oder sehen Sie sich zuerst um:",
    sample: "Mit Beispieldaten füllen",
    sampleDone: "Der Arbeitsbereich hat Beispieldaten. Es wurde nichts versandt.",
    sampleRefused: "Es wurde nichts hinzugefügt: Der Arbeitsbereich ist nicht leer."
  }
}
