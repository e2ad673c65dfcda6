/** The words of the list of invoices in German. */
import { counted } from "../work/FrameWords.ts"
import type { InvoiceListWords } from "./InvoiceListWords.ts"

const showAll = "Alle Rechnungen zeigen"
const showOpen = "Offene Rechnungen zeigen"
const newInvoice = "Neue Rechnung"

export const invoiceListDe: InvoiceListWords = {
  title: "Rechnungen",
  byState: "Rechnungen nach Status",
  tabs: {
    open: "Offen",
    overdue: "Überfällig",
    draft: "Entwürfe",
    paid: "Bezahlt",
    void: "Storniert",
    all: "Alle"
  },
  search: "Nummer oder Kunde",
  order: "Reihenfolge",
  orders: {
    "-created_at": "Neueste zuerst",
    created_at: "Älteste zuerst",
    due_date: "Früheste Fälligkeit zuerst",
    "-due_date": "Späteste Fälligkeit zuerst",
    "-total": "Größter Betrag zuerst",
    total: "Kleinster Betrag zuerst"
  },
  show: "Anzeigen",
  ofClient: "Kunde:",
  ofProject: "Projekt:",
  ofAll: "alle zeigen",
  csv: "CSV",
  newInvoice,
  columns: {
    number: "Nummer",
    client: "Kunde",
    state: "Status",
    due: "Fällig",
    total: "Summe",
    balance: "Offen"
  },
  states: {
    draft: "Entwurf",
    paid: "Bezahlt",
    void: "Storniert",
    credited: "Korrigiert",
    partlyPaid: "Teilweise bezahlt",
    notDelivered: "Nicht zugestellt",
    dueToday: "heute fällig",
    dueIn: counted("de", {
      one: (n) => `fällig in ${n} Tag`,
      other: (n) => `fällig in ${n} Tagen`
    }),
    overdue: counted("de", {
      one: (n) => `${n} Tag überfällig`,
      other: (n) => `${n} Tage überfällig`
    })
  },
  shown: (count, all) => `${count} von ${all}`,
  older: "Ältere",
  newer: "Neuere",
  empty: {
    open: { text: "Nichts ist offen: Jede versendete Rechnung ist beglichen.", action: newInvoice },
    overdue: { text: "Nichts ist überfällig.", action: showOpen },
    draft: { text: "Es gibt keinen Entwurf.", action: newInvoice },
    paid: { text: "Noch ist keine Rechnung bezahlt.", action: showOpen },
    void: { text: "Keine Rechnung ist storniert.", action: showAll },
    all: { text: "Es gibt noch keine Rechnung.", action: newInvoice }
  },
  noneFound: { text: "Keine Rechnung mit diesem Status passt dazu.", action: showAll },
  tooBroad: (most) =>
    `Mehr als ${most} Rechnungen passen dazu. Ergänzen Sie ein Wort, oder wählen Sie einen Kunden.`
}
