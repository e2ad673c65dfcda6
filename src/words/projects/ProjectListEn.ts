/** The words of the list of projects in English. */
import type { ProjectListWords } from "./ProjectListWords.ts"

const newProject = "New project"
const showAll = "Show all projects"
const statuses = {
  planning: "Planning",
  in_progress: "In progress",
  review: "In review",
  completed: "Completed",
  archived: "Archived"
}

export const projectListEn: ProjectListWords = {
  title: "Projects",
  byStatus: "Projects by status",
  tabs: { all: "All", ...statuses },
  statuses,
  search: "Name of the project",
  show: "Show",
  ofClient: "Client:",
  ofAll: "show all",
  noClient: "No client",
  csv: "CSV",
  newProject,
  columns: {
    name: "Project",
    client: "Client",
    status: "Status",
    tasks: "Tasks done",
    end: "Ends",
    spent: "Billed",
    budget: "Budget"
  },
  tasksDone: (done, all) => `${done} of ${all}`,
  overBudget: "over budget",
  shown: (count, all) => `${count} of ${all}`,
  older: "Older",
  newer: "Newer",
  empty: {
    all: { text: "There is no project yet.", action: newProject },
    planning: { text: "No project is being planned.", action: newProject },
    in_progress: { text: "No project is in progress.", action: newProject },
    review: { text: "No project is in review.", action: showAll },
    completed: { text: "No project is completed.", action: showAll },
    archived: { text: "No project is archived.", action: showAll }
  },
  noneFound: { text: "No project of this status matches.", action: showAll },
  tooBroad: (most) => `More than ${most} projects match. Add a word, or choose a client.`
}
