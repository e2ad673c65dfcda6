/** The words of the page of one project in German. */
import type { ProjectWords } from "./ProjectWords.ts"

const text255 = "Bis zu 255 Zeichen in einer Zeile."
const day = "Geben Sie ein Datum ein."
const amount = "Geben Sie einen Betrag ein, der nicht negativ ist."

export const projectDe: ProjectWords = {
  edit: "Bearbeiten",
  archive: "Archivieren",
  restore: "Wiederherstellen",
  newInvoice: "Neue Rechnung",
  cancel: "Abbrechen",
  save: "Speichern",
  archived:
    "Dieses Projekt ist archiviert. Stellen Sie es wieder her, um Aufgaben und Meilensteine zu ändern.",

  figures: {
    budget: "Budget",
    spent: "Abgerechnet",
    left: "Verfügbar",
    over: "Über Budget",
    tasks: "Aufgaben erledigt"
  },
  noBudget: "Kein Budget",
  within: (spent, budget, percent) => `${spent} von ${budget} sind abgerechnet, ${percent}.`,
  exceeded: (spent, budget, over) =>
    `${spent} von ${budget} sind abgerechnet: ${over} über Budget.`,
  details: "Angaben",

  labels: {
    name: "Name",
    client: "Kunde",
    description: "Beschreibung",
    status: "Status",
    start: "Beginn",
    end: "Ende",
    budget: "Budget",
    lead: "Leitung",
    task: "Aufgabe",
    assignee: "Zuständig",
    due: "Fällig",
    milestone: "Meilenstein",
    amount: "Betrag"
  },
  rules: {
    name: text255,
    client: "Wählen Sie einen Kunden.",
    description: "Bis zu 5.000 Zeichen.",
    status: "Wählen Sie einen Status.",
    start: day,
    end: day,
    budget: amount,
    lead: "Wählen Sie eine Kollegin oder einen Kollegen.",
    task: text255,
    assignee: "Wählen Sie eine Kollegin oder einen Kollegen.",
    due: day,
    milestone: text255,
    amount
  },
  budgetIn: (currency) => `Budget (${currency})`,
  amountIn: (currency) => `Betrag (${currency})`,

  tasks: {
    title: "Aufgaben",
    none: "Es gibt noch keine Aufgabe.",
    add: "Aufgabe hinzufügen",
    tick: (title) => `„${title}“ als erledigt markieren`,
    untick: (title) => `„${title}“ wieder öffnen`,
    edit: (title) => `„${title}“ bearbeiten`,
    remove: "Aufgabe löschen",
    removeTitle: (title) => `„${title}“ löschen?`,
    removeText: "Das lässt sich nicht rückgängig machen.",
    due: (date) => `fällig am ${date}`,
    overdue: (date) => `überfällig seit ${date}`,
    statuses: { todo: "Offen", in_progress: "In Arbeit", done: "Erledigt" },
    tooMany: "Ein Projekt hat höchstens 5.000 Aufgaben. Löschen Sie zuerst eine."
  },
  milestones: {
    title: "Meilensteine",
    none: "Es gibt noch keinen Meilenstein.",
    add: "Meilenstein hinzufügen",
    complete: "Abschließen",
    reopen: "Wieder öffnen",
    bill: "Abrechnen",
    completed: "Erreicht",
    pending: "Ausstehend",
    edit: (name) => `„${name}“ bearbeiten`,
    remove: "Meilenstein löschen",
    removeTitle: (name) => `„${name}“ löschen?`,
    removeText: "Das lässt sich nicht rückgängig machen.",
    billedBy: (number) => `abgerechnet mit ${number}`,
    fixed: (number) =>
      `Er ist mit ${number} abgerechnet. Darum bleibt sein Betrag, und er wird nicht gelöscht.`,
    noClient: "Das Projekt hat keinen Kunden, dem es berechnet werden kann.",
    noAmount: "Der Meilenstein hat keinen Betrag, der berechnet werden kann.",
    tooMany: "Ein Projekt hat höchstens 500 Meilensteine. Löschen Sie zuerst einen."
  },
  invoices: { title: "Rechnungen", none: "Es gibt noch keine Rechnung.", all: "Alle Rechnungen" },
  older: "Weiter",
  newer: "Zurück",

  newProject: "Neues Projekt",
  editProject: (name) => `${name} bearbeiten`,
  create: "Projekt anlegen",
  chooseClient: "Wählen …",
  nobody: "Niemand",
  problems: "Noch ist nichts gespeichert. Bitte korrigieren Sie:",
  hasInvoices: "Das Projekt hat Rechnungen, darum bleibt sein Kunde.",
  endBeforeStart: "Das Ende liegt vor dem Beginn.",
  changed: {
    project: "Jemand anders hat dieses Projekt geändert",
    task: "Jemand anders hat diese Aufgabe geändert",
    milestone: "Jemand anders hat diesen Meilenstein geändert"
  },

  done: {
    archive: "Das Projekt ist archiviert.",
    restore: "Das Projekt ist wiederhergestellt.",
    task: "Die Aufgabe ist hinzugefügt.",
    tick: "Die Aufgabe ist erledigt.",
    untick: "Die Aufgabe ist wieder offen.",
    "edit-task": "Die Aufgabe ist gespeichert.",
    "delete-task": "Die Aufgabe ist gelöscht.",
    milestone: "Der Meilenstein ist hinzugefügt.",
    complete: "Der Meilenstein ist erreicht.",
    reopen: "Der Meilenstein ist wieder offen.",
    "edit-milestone": "Der Meilenstein ist gespeichert.",
    "delete-milestone": "Der Meilenstein ist gelöscht.",
    created: "Das Projekt ist angelegt.",
    saved: "Das Projekt ist gespeichert."
  }
}
