/** The words of the reports in French. */
import { counted } from "../work/FrameWords.ts"
import type { ReportWords } from "./ReportWords.ts"

export const reportFr: ReportWords = {
  title: "Rapports",
  shows: {
    revenue: "Chiffre d’affaires",
    receivables: "Créances",
    projects: "Projets",
    taxes: "TVA",
    clients: "Clients"
  },
  byReport: "Rapports par sujet",
  from: "Du",
  to: "Au",
  interval: "Par",
  intervals: {
    month: "mois",
    quarter: "trimestre",
    year: "année"
  },
  currency: "Devise",
  apply: "Afficher",
  csv: "CSV",
  period: "Période",
  billed: "Facturé",
  collected: "Encaissé",
  credited: "Avoirs",
  refunded: "Remboursé",
  total: "Total",
  quarter: (quarter, year) => `T${quarter} ${year}`,
  ages: {
    notDue: "Non échu",
    upTo30: "1 à 30 jours",
    upTo60: "31 à 60 jours",
    upTo90: "61 à 90 jours",
    older: "Plus de 90 jours"
  },
  asOf: (day) => `Solde dû au ${day}, par jours de retard`,
  project: "Projet",
  status: "Statut",
  budget: "Budget",
  spent: "Consommé",
  used: "Part",
  tasks: "Tâches",
  over: (amount) => `dépassé de ${amount}`,
  noBudget: "Sans budget",
  statuses: {
    planning: "En préparation",
    in_progress: "En cours",
    review: "En révision",
    completed: "Terminé",
    archived: "Archivé"
  },
  category: "TVA",
  rate: "Taux",
  base: "HT",
  tax: "Montant de TVA",
  categories: {
    S: "Normale",
    Z: "Taux zéro",
    E: "Exonérée",
    AE: "Autoliquidation",
    K: "Livraison intracommunautaire",
    G: "Exportation",
    O: "Hors champ",
    none: "Sans TVA"
  },
  client: "Client",
  owed: "Solde dû à ce jour",
  taxNote: "Par date d’émission\u00a0: factures envoyées, moins les avoirs.",
  revenueNote: "Facturé et avoirs par date d’émission, encaissé et remboursé par jour de paiement.",
  clientsNote:
    "Facturé et avoirs par date d’émission, encaissé par jour de paiement\u00a0; le solde est celui du jour.",
  chart: (currency, most) =>
    `Facturé et encaissé par période en ${currency}. Le plus élevé est ${most}. Le tableau ci-dessous contient tous les chiffres.`,
  taxChart: (currency, most) =>
    `TVA par période en ${currency}. Le plus élevé est ${most}. Le tableau ci-dessous contient tous les chiffres.`,
  share: (percent) => `${percent} du plus élevé`,
  ofBudget: (percent) => `${percent} du budget`,
  nothing: "Il n’y a rien sur cette période.",
  noProjects: "Il n’y a pas encore de projet.",
  shown: (count, all) => `${count} sur ${all}`,
  older: "Plus anciens",
  newer: "Les plus récents",
  badRange: "Le premier jour ne doit pas suivre le dernier.",
  tooLong:
    "Un rapport a au plus 120 périodes\u00a0: choisissez un intervalle plus long ou moins de jours.",
  badDate: "Saisissez un jour sous la forme année-mois-jour.",
  others: counted("fr", { one: (n) => `${n} autre client`, other: (n) => `${n} autres clients` })
}
