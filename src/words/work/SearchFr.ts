/** The words of the search and of the keyboard in French. */
import type { SearchWords } from "./SearchWords.ts"

export const searchFr: SearchWords = {
  label: "Rechercher",
  hint: "Facture, client ou projet",
  title: "Recherche",
  empty: "Saisissez un numéro, un nom ou une adresse e-mail.",
  none: (q) => `Aucun résultat pour «\u00a0${q}\u00a0».`,
  refused: "Saisissez au plus 100 caractères, dont une lettre ou un chiffre.",
  invoices: "Factures",
  clients: "Clients",
  projects: "Projets",
  project: "Projet",
  all: "Tout afficher",
  credited: (number) => `Avoir ${number}`,
  archived: "Archivé",

  keys: {
    title: "Raccourcis clavier",
    close: "Fermer",
    off: "Vous pouvez les désactiver dans Mon compte.",
    followedBy: "puis",
    search: "Rechercher",
    create: "Nouvelle facture",
    go: "Vers l’accueil, les factures, les clients, les projets, les rapports",
    move: "Ligne suivante et précédente\u00a0; Entrée l’ouvre",
    help: "Afficher ces raccourcis"
  }
}
