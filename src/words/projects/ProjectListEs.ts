/** The words of the list of projects in Spanish. */
import type { ProjectListWords } from "./ProjectListWords.ts"

const newProject = "Nuevo proyecto"
const showAll = "Mostrar todos los proyectos"
const statuses = {
  planning: "En planificación",
  in_progress: "En curso",
  review: "En revisión",
  completed: "Terminado",
  archived: "Archivado"
}

export const projectListEs: ProjectListWords = {
  title: "Proyectos",
  byStatus: "Proyectos por estado",
  tabs: { all: "Todos", ...statuses, completed: "Terminados", archived: "Archivados" },
  statuses,
  search: "Nombre del proyecto",
  show: "Mostrar",
  ofClient: "Cliente:",
  ofAll: "mostrar todos",
  noClient: "Sin cliente",
  csv: "CSV",
  newProject,
  columns: {
    name: "Proyecto",
    client: "Cliente",
    status: "Estado",
    tasks: "Tareas hechas",
    end: "Fin",
    spent: "Facturado",
    budget: "Presupuesto"
  },
  tasksDone: (done, all) => `${done} de ${all}`,
  overBudget: "presupuesto superado",
  shown: (count, all) => `${count} de ${all}`,
  older: "Anteriores",
  newer: "Más recientes",
  empty: {
    all: { text: "Aún no hay ningún proyecto.", action: newProject },
    planning: { text: "Ningún proyecto está en planificación.", action: newProject },
    in_progress: { text: "Ningún proyecto está en curso.", action: newProject },
    review: { text: "Ningún proyecto está en revisión.", action: showAll },
    completed: { text: "Ningún proyecto está terminado.", action: showAll },
    archived: { text: "Ningún proyecto está archivado.", action: showAll }
  },
  noneFound: { text: "Ningún proyecto de este estado coincide.", action: showAll },
  tooBroad: (most) => `Coinciden más de ${most} proyectos. Añada una palabra o elija un cliente.`
}
