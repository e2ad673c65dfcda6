/** The words of the list of projects in French. */
import type { ProjectListWords } from "./ProjectListWords.ts"

const newProject = "Nouveau projet"
const showAll = "Afficher tous les projets"
const statuses = {
  planning: "En préparation",
  in_progress: "En cours",
  review: "En révision",
  completed: "Terminé",
  archived: "Archivé"
}

export const projectListFr: ProjectListWords = {
  title: "Projets",
  byStatus: "Projets par statut",
  tabs: { all: "Tous", ...statuses, completed: "Terminés", archived: "Archivés" },
  statuses,
  search: "Nom du projet",
  show: "Afficher",
  ofClient: "Client\u00a0:",
  ofAll: "tout afficher",
  noClient: "Aucun client",
  csv: "CSV",
  newProject,
  columns: {
    name: "Projet",
    client: "Client",
    status: "Statut",
    tasks: "Tâches terminées",
    end: "Fin",
    spent: "Facturé",
    budget: "Budget"
  },
  tasksDone: (done, all) => `${done} sur ${all}`,
  overBudget: "budget dépassé",
  shown: (count, all) => `${count} sur ${all}`,
  older: "Plus anciens",
  newer: "Plus récents",
  empty: {
    all: { text: "Il n’y a pas encore de projet.", action: newProject },
    planning: { text: "Aucun projet n’est en préparation.", action: newProject },
    in_progress: { text: "Aucun projet n’est en cours.", action: newProject },
    review: { text: "Aucun projet n’est en révision.", action: showAll },
    completed: { text: "Aucun projet n’est terminé.", action: showAll },
    archived: { text: "Aucun projet n’est archivé.", action: showAll }
  },
  noneFound: { text: "Aucun projet de ce statut ne correspond.", action: showAll },
  tooBroad: (most) =>
    `Plus de ${most} projets correspondent. Ajoutez un mot ou choisissez un client.`
}
