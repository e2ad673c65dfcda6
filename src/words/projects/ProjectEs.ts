/** The words of the page of one project in Spanish. */
import type { ProjectWords } from "./ProjectWords.ts"

const text255 = "Hasta 255 caracteres en una línea."
const day = "Escriba una fecha."
const amount = "Escriba un importe que no sea negativo."

export const projectEs: ProjectWords = {
  edit: "Editar",
  archive: "Archivar",
  restore: "Restaurar",
  newInvoice: "Nueva factura",
  cancel: "Cancelar",
  save: "Guardar",
  archived: "Este proyecto está archivado. Restáurelo para cambiar sus tareas e hitos.",

  figures: {
    budget: "Presupuesto",
    spent: "Facturado",
    left: "Disponible",
    over: "Exceso",
    tasks: "Tareas hechas"
  },
  noBudget: "Sin presupuesto",
  within: (spent, budget, percent) => `Se han facturado ${spent} de ${budget}, el ${percent}.`,
  exceeded: (spent, budget, over) =>
    `Se han facturado ${spent} de ${budget}: ${over} por encima del presupuesto.`,
  details: "Datos",

  labels: {
    name: "Nombre",
    client: "Cliente",
    description: "Descripción",
    status: "Estado",
    start: "Inicio",
    end: "Fin",
    budget: "Presupuesto",
    lead: "Responsable",
    task: "Tarea",
    assignee: "Asignada a",
    due: "Vencimiento",
    milestone: "Hito",
    amount: "Importe"
  },
  rules: {
    name: text255,
    client: "Elija un cliente.",
    description: "Hasta 5000 caracteres.",
    status: "Elija un estado.",
    start: day,
    end: day,
    budget: amount,
    lead: "Elija una persona del equipo.",
    task: text255,
    assignee: "Elija una persona del equipo.",
    due: day,
    milestone: text255,
    amount
  },
  budgetIn: (currency) => `Presupuesto (${currency})`,
  amountIn: (currency) => `Importe (${currency})`,

  tasks: {
    title: "Tareas",
    none: "Aún no hay ninguna tarea.",
    add: "Añadir tarea",
    tick: (title) => `Marcar «${title}» como hecha`,
    untick: (title) => `Reabrir «${title}»`,
    edit: (title) => `Editar «${title}»`,
    remove: "Eliminar tarea",
    removeTitle: (title) => `¿Eliminar «${title}»?`,
    removeText: "No se puede deshacer.",
    due: (date) => `vence el ${date}`,
    overdue: (date) => `vencida desde el ${date}`,
    statuses: { todo: "Pendiente", in_progress: "En curso", done: "Hecha" },
    tooMany: "Un proyecto tiene como máximo 5000 tareas. Elimine antes una."
  },
  milestones: {
    title: "Hitos",
    none: "Aún no hay ningún hito.",
    add: "Añadir hito",
    complete: "Completar",
    reopen: "Reabrir",
    bill: "Facturar",
    completed: "Completado",
    pending: "Pendiente",
    edit: (name) => `Editar «${name}»`,
    remove: "Eliminar hito",
    removeTitle: (name) => `¿Eliminar «${name}»?`,
    removeText: "No se puede deshacer.",
    billedBy: (number) => `facturado con ${number}`,
    fixed: (number) =>
      `Está facturado con ${number}; por eso su importe no cambia y no se puede eliminar.`,
    noClient: "El proyecto no tiene un cliente al que facturar.",
    noAmount: "El hito no tiene un importe que facturar.",
    tooMany: "Un proyecto tiene como máximo 500 hitos. Elimine antes uno."
  },
  invoices: { title: "Facturas", none: "Aún no hay ninguna factura.", all: "Todas las facturas" },
  older: "Siguiente",
  newer: "Anterior",

  newProject: "Nuevo proyecto",
  editProject: (name) => `Editar ${name}`,
  create: "Crear proyecto",
  chooseClient: "Elegir…",
  nobody: "Nadie",
  problems: "Aún no se ha guardado nada. Corrija lo siguiente:",
  hasInvoices: "El proyecto tiene facturas; por eso su cliente no cambia.",
  endBeforeStart: "El fin es anterior al inicio.",
  changed: {
    project: "Otra persona cambió este proyecto",
    task: "Otra persona cambió esta tarea",
    milestone: "Otra persona cambió este hito"
  },

  done: {
    archive: "El proyecto está archivado.",
    restore: "El proyecto está restaurado.",
    task: "La tarea se ha añadido.",
    tick: "La tarea está hecha.",
    untick: "La tarea está abierta de nuevo.",
    "edit-task": "La tarea se ha guardado.",
    "delete-task": "La tarea se ha eliminado.",
    milestone: "El hito se ha añadido.",
    complete: "El hito está completado.",
    reopen: "El hito está abierto de nuevo.",
    "edit-milestone": "El hito se ha guardado.",
    "delete-milestone": "El hito se ha eliminado.",
    created: "El proyecto se ha creado.",
    saved: "El proyecto se ha guardado."
  }
}
