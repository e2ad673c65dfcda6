/** The words of clients in German. */
import type { ClientWords } from "./ClientWords.ts"

export const clientDe: ClientWords = {
  list: {
    title: "Kunden",
    search: "Name, Firma oder E-Mail",
    order: "Reihenfolge",
    orders: {
      owed: "Höchster offener Betrag zuerst",
      name: "Nach Namen",
      seen: "Letzter Besuch zuerst"
    },
    show: "Anzeigen",
    csv: "CSV",
    newClient: "Neuer Kunde",
    columns: {
      client: "Kunde",
      projects: "Aktive Projekte",
      seen: "Letzter Besuch im Portal",
      overdue: "Überfällig",
      owed: "Offen"
    },
    previous: "Zurück",
    next: "Weiter",
    empty: { text: "Es gibt noch keinen Kunden.", action: "Neuer Kunde" },
    noneFound: { text: "Kein Kunde passt dazu.", action: "Alle Kunden zeigen" },
    tooBroad: (most) => `Mehr als ${most} Kunden passen dazu. Ergänzen Sie ein Wort.`
  },
  never: "nie",
  noAccess: "kein Zugang",

  figures: {
    owed: "Offen",
    overdue: "Überfällig",
    collected: "Eingegangen",
    credit: "Guthaben"
  },
  newInvoice: "Neue Rechnung",
  newProject: "Neues Projekt",
  statement: "Kontoauszug",
  edit: "Bearbeiten",
  tabs: {
    invoices: "Rechnungen",
    projects: "Projekte",
    files: "Dateien",
    credit: "Guthaben",
    history: "Verlauf"
  },
  allInvoices: "Alle Rechnungen dieses Kunden",
  noInvoices: "Dieser Kunde hat noch keine Rechnung.",
  noProjects: "Dieser Kunde hat noch kein Projekt.",
  noFiles: "Dieser Kunde hat noch keine Datei.",
  noCredit: "Dieser Kunde hat kein Guthaben.",
  contact: {
    title: "Kontakt",
    email: "E-Mail",
    phone: "Telefon",
    address: "Adresse",
    notes: "Notizen"
  },
  legal: {
    title: "Auf Dokumenten",
    language: "Sprache",
    vatId: "USt-IdNr.",
    reference: "Käuferreferenz"
  },

  portal: {
    title: "Kundenportal",
    access: "Zugang",
    isOpen: "offen",
    isClosed: "geschlossen",
    lastVisit: "Letzter Besuch",
    invited: "Eingeladen",
    neverInvited: "noch nicht eingeladen",
    validUntil: "Link gültig bis",
    expired: "abgelaufen",
    used: "Link benutzt",
    replaced: "Link nicht mehr gültig",
    adminInvites: "Ein Administrator lädt zum Portal ein."
  },
  actions: {
    invite: "Zum Portal einladen",
    again: "Erneut senden",
    open: "Zugang öffnen",
    close: "Zugang schließen",
    apply: "Verrechnen",
    refund: "Erstatten"
  },
  titles: {
    invite: "Zum Portal einladen",
    open: "Zugang zum Portal öffnen",
    close: "Zugang zum Portal schließen",
    apply: "Guthaben mit einer Rechnung verrechnen",
    refund: "Guthaben erstatten"
  },
  buttons: {
    invite: "Einladung senden",
    open: "Zugang öffnen",
    close: "Zugang schließen",
    apply: "Guthaben verrechnen",
    refund: "Erstattung erfassen"
  },
  done: {
    invite: "Die Einladung wird gleich gesendet.",
    open: "Das Portal ist für diesen Kunden offen.",
    close: "Das Portal ist für diesen Kunden geschlossen.",
    apply: "Das Guthaben ist mit der Rechnung verrechnet.",
    refund: "Die Erstattung ist erfasst.",
    created: "Der Kunde ist angelegt.",
    saved: "Der Kunde ist gespeichert.",
    added: "Die Datei ist gespeichert.",
    removed: "Die Datei ist entfernt."
  },
  projects: "Projekte, die der Kunde sieht",
  projectsHint: "Rechnungen sind im Portal immer sichtbar.",
  message: "Nachricht",
  until: "Link gültig bis",
  untilHint: "Höchstens 90 Tage im Voraus.",
  willBeMailed: (email) => `Die E-Mail geht an ${email}. Frühere Links werden ungültig.`,
  openText: "Der Kunde kann einen Link zur Anmeldung anfordern. Es wird keine E-Mail gesendet.",
  closeText:
    "Der Kunde wird abgemeldet, und Links zum Portal werden ungültig. Zahlungslinks bleiben gültig.",
  invoice: "Rechnung",
  amount: "Betrag",
  left: (amount) => `${amount} übrig`,
  nothingToPay: "Dieser Kunde hat keine offene Rechnung in der Währung des Guthabens.",
  refundText:
    "Hier wird nur erfasst, dass Sie das Geld zurückgezahlt haben: Zahlen Sie es zuerst. Das lässt sich nicht rückgängig machen.",
  refundedOn: "Zurückgezahlt am",
  reference: "Referenz",
  creditUsed: "Von diesem Guthaben ist nichts übrig.",
  adminActs: "Ein Administrator verrechnet oder erstattet Guthaben.",
  problems: {
    until: "Geben Sie einen Tag von morgen bis in 90 Tagen ein.",
    projects: "Ein Projekt gehört nicht mehr zu diesem Kunden.",
    message: "Höchstens 5.000 Zeichen.",
    invoice: "Wählen Sie eine Rechnung."
  },

  credits: {
    columns: { source: "Guthaben", amount: "Betrag", left: "Übrig" },
    sources: {
      payment: (number, day) => `Zahlung für ${number}, ${day}`,
      credit_note: (number, day) => `Rechnungskorrektur zu ${number}, ${day}`
    },
    applied: (amount) => `verrechnet ${amount}`,
    refunded: (amount) => `erstattet ${amount}`,
    withdrawn: (amount) => `zurückgenommen ${amount}`
  },
  files: {
    columns: { name: "Dateiname", size: "Größe", added: "Hinzugefügt" },
    remove: "Entfernen",
    older: "Ältere Dateien"
  },
  projectColumns: {
    name: "Projekt",
    status: "Status",
    tasks: "Erledigte Aufgaben",
    budget: "Budget"
  },
  projectStatuses: {
    planning: "In Planung",
    in_progress: "In Arbeit",
    review: "In Prüfung",
    completed: "Abgeschlossen",
    archived: "Archiviert"
  },
  history: {
    created: (name) => `Angelegt von ${name}`,
    updated: (name) => `Geändert von ${name}`,
    invited: (name) => `Zum Portal eingeladen von ${name}`,
    changed: (fields) => `Geändert: ${fields}`,
    linkRequested: "Der Kunde hat einen Link zum Portal angefordert",
    portalOpened: (name) => `Portal geöffnet von ${name}`,
    portalClosed: (name) => `Portal geschlossen von ${name}`,
    older: "Ältere Einträge"
  }
}
