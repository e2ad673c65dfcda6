/** The words of clients in French. */
import type { ClientWords } from "./ClientWords.ts"

export const clientFr: ClientWords = {
  list: {
    title: "Clients",
    search: "Nom, société ou e-mail",
    order: "Ordre",
    orders: {
      owed: "Montant dû le plus élevé d’abord",
      name: "Par nom",
      seen: "Dernière visite d’abord"
    },
    show: "Afficher",
    csv: "CSV",
    newClient: "Nouveau client",
    columns: {
      client: "Client",
      projects: "Projets actifs",
      seen: "Dernière visite du portail",
      overdue: "En retard",
      owed: "Reste à payer"
    },
    previous: "Précédents",
    next: "Suivants",
    empty: { text: "Il n’y a pas encore de client.", action: "Nouveau client" },
    noneFound: { text: "Aucun client ne correspond.", action: "Afficher tous les clients" },
    tooBroad: (most) => `Plus de ${most} clients correspondent. Ajoutez un mot.`
  },
  never: "jamais",
  noAccess: "pas d’accès",

  figures: {
    owed: "Reste à payer",
    overdue: "En retard",
    collected: "Encaissé",
    credit: "Crédit"
  },
  newInvoice: "Nouvelle facture",
  newProject: "Nouveau projet",
  statement: "Relevé de compte",
  edit: "Modifier",
  tabs: {
    invoices: "Factures",
    projects: "Projets",
    files: "Fichiers",
    credit: "Crédit",
    history: "Historique"
  },
  allInvoices: "Toutes les factures de ce client",
  noInvoices: "Ce client n’a pas encore de facture.",
  noProjects: "Ce client n’a pas encore de projet.",
  noFiles: "Ce client n’a pas encore de fichier.",
  noCredit: "Ce client n’a pas de crédit.",
  contact: {
    title: "Coordonnées",
    email: "E-mail",
    phone: "Téléphone",
    address: "Adresse",
    notes: "Remarques"
  },
  legal: {
    title: "Sur les documents",
    language: "Langue",
    vatId: "N° de TVA",
    reference: "Référence de l’acheteur"
  },

  portal: {
    title: "Portail client",
    access: "Accès",
    isOpen: "ouvert",
    isClosed: "fermé",
    lastVisit: "Dernière visite",
    invited: "Invitation",
    neverInvited: "pas encore d’invitation",
    validUntil: "Lien valable jusqu’au",
    expired: "expiré",
    used: "lien utilisé",
    replaced: "lien plus valable",
    adminInvites: "Un administrateur invite au portail."
  },
  actions: {
    invite: "Inviter au portail",
    again: "Envoyer de nouveau",
    open: "Ouvrir l’accès",
    close: "Fermer l’accès",
    apply: "Imputer",
    refund: "Rembourser"
  },
  titles: {
    invite: "Inviter au portail",
    open: "Ouvrir l’accès au portail",
    close: "Fermer l’accès au portail",
    apply: "Imputer le crédit sur une facture",
    refund: "Rembourser le crédit"
  },
  buttons: {
    invite: "Envoyer l’invitation",
    open: "Ouvrir l’accès",
    close: "Fermer l’accès",
    apply: "Imputer le crédit",
    refund: "Enregistrer le remboursement"
  },
  done: {
    invite: "L’invitation va être envoyée.",
    open: "Le portail est ouvert à ce client.",
    close: "Le portail est fermé à ce client.",
    apply: "Le crédit est imputé sur la facture.",
    refund: "Le remboursement est enregistré.",
    created: "Le client est créé.",
    saved: "Le client est enregistré.",
    added: "Le fichier est enregistré.",
    removed: "Le fichier est supprimé."
  },
  projects: "Projets que le client voit",
  projectsHint: "Les factures sont toujours visibles dans le portail.",
  message: "Message au client",
  until: "Lien valable jusqu’au",
  untilHint: "90 jours à l’avance au plus.",
  willBeMailed: (email) =>
    `L’e-mail est envoyé à ${email}. Les liens précédents ne fonctionnent plus.`,
  openText: "Le client peut demander un lien de connexion. Aucun e-mail n’est envoyé.",
  closeText:
    "Le client est déconnecté, et les liens vers le portail ne fonctionnent plus. Les liens de paiement restent valables.",
  invoice: "Facture",
  amount: "Montant",
  left: (amount) => `reste ${amount}`,
  nothingToPay: "Ce client n’a pas de facture à payer dans la devise du crédit.",
  refundText:
    "Ceci enregistre seulement que vous avez rendu l’argent\u00a0: payez-le d’abord. C’est irréversible.",
  refundedOn: "Remboursé le",
  reference: "Référence",
  creditUsed: "Il ne reste rien de ce crédit.",
  adminActs: "Un administrateur impute ou rembourse un crédit.",
  problems: {
    until: "Saisissez un jour, de demain à 90 jours d’ici.",
    projects: "Un projet n’appartient plus à ce client.",
    message: "5 000 caractères au plus.",
    invoice: "Choisissez une facture."
  },

  credits: {
    columns: { source: "Crédit", amount: "Montant", left: "Reste" },
    sources: {
      payment: (number, day) => `Paiement pour ${number}, ${day}`,
      credit_note: (number, day) => `Avoir sur ${number}, ${day}`
    },
    applied: (amount) => `imputé ${amount}`,
    refunded: (amount) => `remboursé ${amount}`,
    withdrawn: (amount) => `retiré ${amount}`
  },
  files: {
    columns: { name: "Nom", size: "Taille", added: "Ajouté" },
    remove: "Supprimer",
    older: "Fichiers plus anciens"
  },
  projectColumns: {
    name: "Projet",
    status: "Statut",
    tasks: "Tâches terminées",
    budget: "Budget"
  },
  projectStatuses: {
    planning: "En préparation",
    in_progress: "En cours",
    review: "En révision",
    completed: "Terminé",
    archived: "Archivé"
  },
  history: {
    created: (name) => `Créé par ${name}`,
    updated: (name) => `Modifié par ${name}`,
    invited: (name) => `Invité au portail par ${name}`,
    changed: (fields) => `Modifié\u00a0: ${fields}`,
    linkRequested: "Le client a demandé un lien vers le portail",
    portalOpened: (name) => `Portail ouvert par ${name}`,
    portalClosed: (name) => `Portail fermé par ${name}`,
    older: "Entrées plus anciennes"
  }
}
