/** The words of the client portal in German. */
import { counted } from "../work/FrameWords.ts"
import type { PortalWords } from "./PortalWords.ts"

export const portalDe: PortalWords = {
  title: "Kundenportal",
  hello: (name) => `Guten Tag ${name}`,
  leave: "Abmelden",

  balance: (amounts) => `Offener Betrag ${amounts}`,
  nextDue: (day) => `nächste Fälligkeit ${day}`,
  dueSince: (day) => `fällig seit ${day}`,
  nothingDue: "Es ist nichts offen",
  openInvoices: "Offene Rechnungen",
  paid: "Bezahlt",
  paidOrVoid: "Bezahlt und storniert",
  count: counted("de", { one: (n) => `${n} Rechnung`, other: (n) => `${n} Rechnungen` }),
  receiptOf: (number) => `Zahlungsbeleg zu ${number}`,
  back: "Alle Rechnungen und Projekte",
  tasksDone: (done, all) => `${done} von ${all} Aufgaben erledigt`,
  milestones: "Meilensteine",
  milestoneStatuses: { pending: "Geplant", completed: "Abgeschlossen" },
  details: {
    title: "Ihre Angaben",
    company: "Firma",
    email: "E-Mail-Adresse",
    address: "Anschrift",
    wrong: "Stimmt etwas nicht? Schreiben Sie an"
  },

  invoices: "Rechnungen",
  noInvoices: "Für Sie gibt es noch keine Rechnung.",
  yourInvoices: "Ihre Rechnungen",
  number: "Nummer",
  issued: "Ausgestellt",
  due: "Fällig",
  amount: "Betrag",
  actions: "Aktionen",
  statuses: {
    sent: "Offen",
    overdue: "Überfällig",
    paid: "Bezahlt",
    void: "Storniert",
    draft: "Entwurf"
  },
  credited: "Korrigiert",
  open: (amount) => `${amount} offen`,
  pdfOf: (number) => `PDF von ${number}`,
  pay: "Bezahlen",
  viewAndPay: (number) => `${number} ansehen und bezahlen`,
  beingPaid: "Zahlung läuft",
  beingPaidOf: (number) => `Zahlung von ${number} läuft`,
  older: "Ältere Rechnungen",

  projects: "Projekte",
  shared: "Mit Ihnen geteilt",
  name: "Name",
  state: "Stand",
  dates: "Zeitraum",
  files: "Dateien",
  projectStatuses: {
    planning: "In Planung",
    in_progress: "In Arbeit",
    review: "In Prüfung",
    completed: "Abgeschlossen",
    archived: "Archiviert"
  },

  request: {
    title: "Zugang zum Kundenportal",
    text: "Sie melden sich mit einem Link an, den wir per E-Mail senden. Fordern Sie hier einen neuen an.",
    email: "E-Mail-Adresse",
    button: "Link anfordern",
    sentTitle: "Sehen Sie in Ihr Postfach",
    sent: "Wenn diese Adresse hier bekannt ist, haben wir einen Link an sie gesendet. Er funktioniert einmal, innerhalb eines Tages."
  },
  invitation: {
    welcome: (name) => `Willkommen, ${name}`,
    shares: (workspace) => `Hier teilt ${workspace} Ihre Rechnungen und Projekte mit Ihnen.`,
    endsSession: (name, email, invited) =>
      `Sie sind im Portal als ${name} (${email}) angemeldet. Wenn Sie es für ${invited} öffnen, endet diese Sitzung.`,
    open: "Portal öffnen",
    othersTitle: "Dieser Link ist für jemand anderen",
    others: (name, email) =>
      `Sie sind im Portal als ${name} (${email}) angemeldet. Der Link lud einen anderen Kunden ein und funktioniert nicht mehr.`,
    openOwn: "Ihr Portal öffnen",
    unusable: "Dieser Link kann nicht verwendet werden",
    reasons: {
      expired: "Dieser Link ist abgelaufen.",
      used: "Dieser Link wurde schon verwendet.",
      replaced: "Dieser Link wurde durch einen neueren ersetzt oder widerrufen.",
      closed: "Ihr Zugang zum Portal wurde beendet. Bitte wenden Sie sich an die Agentur."
    },
    renew: "Neuen Link senden"
  },
  notFound: {
    title: "Seite nicht gefunden",
    message: "Vielleicht wurde sie entfernt, oder die Adresse ist unvollständig."
  },
  signIn: "Anmelden"
}
