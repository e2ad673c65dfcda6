/** The words of the search and of the keyboard in Spanish. */
import type { SearchWords } from "./SearchWords.ts"

export const searchEs: SearchWords = {
  label: "Buscar",
  hint: "Factura, cliente o proyecto",
  title: "Búsqueda",
  empty: "Escriba un número, un nombre o un correo electrónico.",
  none: (q) => `Nada coincide con “${q}”.`,
  refused: "Escriba como máximo 100 caracteres, con una letra o una cifra.",
  invoices: "Facturas",
  clients: "Clientes",
  projects: "Proyectos",
  project: "Proyecto",
  all: "Mostrar todo",
  credited: (number) => `Rectificada por ${number}`,
  archived: "Archivado",

  keys: {
    title: "Atajos de teclado",
    close: "Cerrar",
    off: "Puede desactivarlos en Mi cuenta.",
    followedBy: "después",
    search: "Buscar",
    create: "Nueva factura",
    go: "A Inicio, Facturas, Clientes, Proyectos, Informes",
    move: "Fila siguiente y anterior; Intro la abre",
    help: "Mostrar estos atajos"
  }
}
