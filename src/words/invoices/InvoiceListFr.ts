/** The words of the list of invoices in French. */
import { counted } from "../work/FrameWords.ts"
import type { InvoiceListWords } from "./InvoiceListWords.ts"

const showAll = "Afficher toutes les factures"
const showOpen = "Afficher les factures à payer"
const newInvoice = "Nouvelle facture"

export const invoiceListFr: InvoiceListWords = {
  title: "Factures",
  byState: "Factures par statut",
  tabs: {
    open: "À payer",
    overdue: "En retard",
    draft: "Brouillons",
    paid: "Payées",
    void: "Annulées",
    all: "Toutes"
  },
  search: "Numéro ou client",
  order: "Ordre",
  orders: {
    "-created_at": "Les plus récentes d’abord",
    created_at: "Les plus anciennes d’abord",
    due_date: "Échéance la plus proche d’abord",
    "-due_date": "Échéance la plus lointaine d’abord",
    "-total": "Montant le plus élevé d’abord",
    total: "Montant le plus faible d’abord"
  },
  show: "Afficher",
  ofClient: "Client\u00a0:",
  ofProject: "Projet\u00a0:",
  ofAll: "tout afficher",
  csv: "CSV",
  newInvoice,
  columns: {
    number: "Numéro",
    client: "Client",
    state: "Statut",
    due: "Échéance",
    total: "Total",
    balance: "Reste à payer"
  },
  states: {
    draft: "Brouillon",
    paid: "Payée",
    void: "Annulée",
    credited: "Annulée par avoir",
    partlyPaid: "Payée en partie",
    notDelivered: "Non remise",
    dueToday: "à payer aujourd’hui",
    dueIn: counted("fr", {
      one: (n) => `à payer dans ${n} jour`,
      other: (n) => `à payer dans ${n} jours`
    }),
    overdue: counted("fr", {
      one: (n) => `${n} jour de retard`,
      other: (n) => `${n} jours de retard`
    })
  },
  shown: (count, all) => `${count} sur ${all}`,
  older: "Plus anciennes",
  newer: "Plus récentes",
  empty: {
    open: {
      text: "Rien n’est à payer\u00a0: toutes les factures envoyées sont réglées.",
      action: newInvoice
    },
    overdue: { text: "Aucune facture n’est en retard.", action: showOpen },
    draft: { text: "Il n’y a aucun brouillon.", action: newInvoice },
    paid: { text: "Aucune facture n’est encore payée.", action: showOpen },
    void: { text: "Aucune facture n’est annulée.", action: showAll },
    all: { text: "Il n’y a encore aucune facture.", action: newInvoice }
  },
  noneFound: { text: "Aucune facture de ce statut ne correspond.", action: showAll },
  tooBroad: (most) =>
    `Plus de ${most} factures correspondent. Ajoutez un mot ou choisissez un client.`
}
