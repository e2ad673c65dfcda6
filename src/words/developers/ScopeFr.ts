/** Sentences about each permission, in French. */
import type { ScopeWords } from "./ScopeWords.ts"

export const scopesFr: ScopeWords = {
  texts: {
    "projects:read": "Consulter les projets et les jalons",
    "projects:write": "Créer, modifier et archiver des projets et des jalons",
    "tasks:read": "Consulter les tâches des projets",
    "tasks:write": "Créer, modifier et supprimer des tâches",
    "clients:read": "Consulter les clients et leurs coordonnées",
    "clients:write":
      "Créer et modifier des clients, et ouvrir leur portail à n’importe quelle adresse e-mail",
    "invoices:read": "Consulter les factures, les paiements et leurs PDF",
    "invoices:write": "Créer, envoyer et annuler des factures, et enregistrer des paiements",
    "files:read": "Consulter et télécharger les fichiers",
    "analytics:read": "Consulter les chiffres du chiffre d’affaires, des créances et des projets"
  },
  forMembers: {
    "clients:write": "Créer et modifier des clients",
    "invoices:write": "Créer et modifier des brouillons de factures"
  },
  everything: "Tout"
}
