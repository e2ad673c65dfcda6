/** Sentences about each permission, in Spanish. */
import type { ScopeWords } from "./ScopeWords.ts"

export const scopesEs: ScopeWords = {
  texts: {
    "projects:read": "Ver proyectos e hitos",
    "projects:write": "Crear, modificar y archivar proyectos e hitos",
    "tasks:read": "Ver las tareas de los proyectos",
    "tasks:write": "Crear, modificar y eliminar tareas",
    "clients:read": "Ver los clientes y sus datos de contacto",
    "clients:write":
      "Crear y modificar clientes, y abrir su portal a cualquier dirección de correo",
    "invoices:read": "Ver facturas, pagos y sus PDF",
    "invoices:write": "Crear, enviar y anular facturas, y registrar pagos",
    "files:read": "Ver y descargar archivos",
    "analytics:read": "Ver cifras de facturación, cobros pendientes y proyectos"
  },
  forMembers: {
    "clients:write": "Crear y modificar clientes",
    "invoices:write": "Crear y modificar borradores de facturas"
  },
  everything: "Todo"
}
