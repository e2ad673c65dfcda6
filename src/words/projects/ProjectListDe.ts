/** The words of the list of projects in German. */
import type { ProjectListWords } from "./ProjectListWords.ts"

const newProject = "Neues Projekt"
const showAll = "Alle Projekte anzeigen"
const statuses = {
  planning: "In Planung",
  in_progress: "In Arbeit",
  review: "In Prüfung",
  completed: "Abgeschlossen",
  archived: "Archiviert"
}

export const projectListDe: ProjectListWords = {
  title: "Projekte",
  byStatus: "Projekte nach Status",
  tabs: { all: "Alle", ...statuses },
  statuses,
  search: "Name des Projekts",
  show: "Anzeigen",
  ofClient: "Kunde:",
  ofAll: "alle anzeigen",
  noClient: "Kein Kunde",
  csv: "CSV",
  newProject,
  columns: {
    name: "Projekt",
    client: "Kunde",
    status: "Status",
    tasks: "Aufgaben erledigt",
    end: "Ende",
    spent: "Abgerechnet",
    budget: "Budget"
  },
  tasksDone: (done, all) => `${done} von ${all}`,
  overBudget: "über Budget",
  shown: (count, all) => `${count} von ${all}`,
  older: "Ältere",
  newer: "Neuere",
  empty: {
    all: { text: "Es gibt noch kein Projekt.", action: newProject },
    planning: { text: "Kein Projekt ist in Planung.", action: newProject },
    in_progress: { text: "Kein Projekt ist in Arbeit.", action: newProject },
    review: { text: "Kein Projekt ist in Prüfung.", action: showAll },
    completed: { text: "Kein Projekt ist abgeschlossen.", action: showAll },
    archived: { text: "Kein Projekt ist archiviert.", action: showAll }
  },
  noneFound: { text: "Kein Projekt mit diesem Status passt dazu.", action: showAll },
  tooBroad: (most) =>
    `Mehr als ${most} Projekte passen dazu. Ergänzen Sie ein Wort, oder wählen Sie einen Kunden.`
}
