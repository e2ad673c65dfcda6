/** The words of the page of one project in French. */
import type { ProjectWords } from "./ProjectWords.ts"

const text255 = "255 caractères au plus, sur une ligne."
const day = "Saisissez une date."
const amount = "Saisissez un montant qui n’est pas négatif."

export const projectFr: ProjectWords = {
  edit: "Modifier",
  archive: "Archiver",
  restore: "Restaurer",
  newInvoice: "Nouvelle facture",
  cancel: "Annuler",
  save: "Enregistrer",
  archived: "Ce projet est archivé. Restaurez-le pour modifier ses tâches et ses jalons.",

  figures: {
    budget: "Budget",
    spent: "Facturé",
    left: "Restant",
    over: "Dépassement",
    tasks: "Tâches terminées"
  },
  noBudget: "Aucun budget",
  within: (spent, budget, percent) => `${spent} sur ${budget} sont facturés, soit ${percent}.`,
  exceeded: (spent, budget, over) =>
    `${spent} sur ${budget} sont facturés\u00a0: le budget est dépassé de ${over}.`,
  details: "Informations",

  labels: {
    name: "Nom",
    client: "Client",
    description: "Description",
    status: "Statut",
    start: "Début",
    end: "Fin",
    budget: "Budget",
    lead: "Responsable",
    task: "Tâche",
    assignee: "Attribuée à",
    due: "Échéance",
    milestone: "Jalon",
    amount: "Montant"
  },
  rules: {
    name: text255,
    client: "Choisissez un client.",
    description: "5 000 caractères au plus.",
    status: "Choisissez un statut.",
    start: day,
    end: day,
    budget: amount,
    lead: "Choisissez un ou une collègue.",
    task: text255,
    assignee: "Choisissez un ou une collègue.",
    due: day,
    milestone: text255,
    amount
  },
  budgetIn: (currency) => `Budget (${currency})`,
  amountIn: (currency) => `Montant (${currency})`,

  tasks: {
    title: "Tâches",
    none: "Il n’y a pas encore de tâche.",
    add: "Ajouter la tâche",
    tick: (title) => `Marquer «\u00a0${title}\u00a0» comme terminée`,
    untick: (title) => `Rouvrir «\u00a0${title}\u00a0»`,
    edit: (title) => `Modifier «\u00a0${title}\u00a0»`,
    remove: "Supprimer la tâche",
    removeTitle: (title) => `Supprimer «\u00a0${title}\u00a0»\u00a0?`,
    removeText: "Cette action est définitive.",
    due: (date) => `échéance le ${date}`,
    overdue: (date) => `en retard depuis le ${date}`,
    statuses: { todo: "À faire", in_progress: "En cours", done: "Terminée" },
    tooMany: "Un projet a au plus 5 000 tâches. Supprimez-en une d’abord."
  },
  milestones: {
    title: "Jalons",
    none: "Il n’y a pas encore de jalon.",
    add: "Ajouter un jalon",
    complete: "Terminer",
    reopen: "Rouvrir",
    bill: "Facturer",
    completed: "Atteint",
    pending: "À venir",
    edit: (name) => `Modifier «\u00a0${name}\u00a0»`,
    remove: "Supprimer le jalon",
    removeTitle: (name) => `Supprimer «\u00a0${name}\u00a0»\u00a0?`,
    removeText: "Cette action est définitive.",
    billedBy: (number) => `facturé avec ${number}`,
    fixed: (number) =>
      `Il est facturé avec ${number}\u00a0: son montant reste donc fixe et il ne peut pas être supprimé.`,
    noClient: "Le projet n’a pas de client à facturer.",
    noAmount: "Le jalon n’a pas de montant à facturer.",
    tooMany: "Un projet a au plus 500 jalons. Supprimez-en un d’abord."
  },
  invoices: {
    title: "Factures",
    none: "Il n’y a pas encore de facture.",
    all: "Toutes les factures"
  },
  older: "Suivant",
  newer: "Précédent",

  newProject: "Nouveau projet",
  editProject: (name) => `Modifier ${name}`,
  create: "Créer le projet",
  chooseClient: "Choisir…",
  nobody: "Personne",
  problems: "Rien n’est encore enregistré. Veuillez corriger\u00a0:",
  hasInvoices: "Le projet a des factures\u00a0: son client reste donc le même.",
  endBeforeStart: "La fin précède le début.",
  changed: {
    project: "Quelqu’un d’autre a modifié ce projet",
    task: "Quelqu’un d’autre a modifié cette tâche",
    milestone: "Quelqu’un d’autre a modifié ce jalon"
  },

  done: {
    archive: "Le projet est archivé.",
    restore: "Le projet est restauré.",
    task: "La tâche est ajoutée.",
    tick: "La tâche est terminée.",
    untick: "La tâche est rouverte.",
    "edit-task": "La tâche est enregistrée.",
    "delete-task": "La tâche est supprimée.",
    milestone: "Le jalon est ajouté.",
    complete: "Le jalon est atteint.",
    reopen: "Le jalon est rouvert.",
    "edit-milestone": "Le jalon est enregistré.",
    "delete-milestone": "Le jalon est supprimé.",
    created: "Le projet est créé.",
    saved: "Le projet est enregistré."
  }
}
