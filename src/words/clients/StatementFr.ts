/** The words of a statement of account in French. */
import type { StatementWords } from "./StatementWords.ts"

export const statementFr: StatementWords = {
  title: "Relevé de compte",
  period: (from, to) => `du ${from} au ${to}`,
  from: "Du",
  to: "Au",
  show: "Afficher",
  pdf: "Fichier PDF",
  columns: {
    date: "Jour",
    description: "Désignation",
    charges: "Débit",
    credits: "Crédit",
    balance: "Solde"
  },
  movements: {
    invoice: (number) => `Facture ${number}`,
    credit_note: (number) => `Avoir ${number}`,
    void: (number) => `Facture ${number} annulée`,
    payment: (number) => `Paiement de ${number}`,
    reversal: (number) => `Paiement de ${number} annulé`,
    refund: (number) => `Remboursement du crédit de ${number}`
  },
  opening: "Solde initial",
  closing: "Solde final",
  ageing: "Factures à payer par ancienneté",
  ages: {
    notDue: "Non échues",
    days30: "1–30 jours",
    days60: "31–60 jours",
    days90: "61–90 jours",
    older: "Plus de 90 jours",
    open: "Factures à payer"
  },
  lessCredit: "Moins le crédit",
  client: "Pour",
  issued: "Établi le",
  none: "Aucun mouvement dans cette période.",
  tooLong: (most) => `La période a plus de ${most} mouvements. Choisissez-en une plus courte.`,
  notDrawn: "Le document ne peut pas être établi maintenant. Réessayez."
}
