/** The words of clients in Spanish. */
import type { ClientWords } from "./ClientWords.ts"

export const clientEs: ClientWords = {
  list: {
    title: "Clientes",
    search: "Nombre, empresa o correo",
    order: "Orden",
    orders: {
      owed: "Primero el saldo mayor",
      name: "Por nombre",
      seen: "Primero la última visita"
    },
    show: "Mostrar",
    csv: "CSV",
    newClient: "Nuevo cliente",
    columns: {
      client: "Cliente",
      projects: "Proyectos activos",
      seen: "Última visita al portal",
      overdue: "Vencido",
      owed: "Pendiente"
    },
    previous: "Anteriores",
    next: "Siguientes",
    empty: { text: "Aún no hay ningún cliente.", action: "Nuevo cliente" },
    noneFound: { text: "Ningún cliente coincide.", action: "Mostrar todos los clientes" },
    tooBroad: (most) => `Coinciden más de ${most} clientes. Añada una palabra.`
  },
  never: "nunca",
  noAccess: "sin acceso",

  figures: {
    owed: "Pendiente",
    overdue: "Vencido",
    collected: "Cobrado",
    credit: "Saldo a favor"
  },
  newInvoice: "Nueva factura",
  newProject: "Nuevo proyecto",
  statement: "Extracto de cuenta",
  edit: "Editar",
  tabs: {
    invoices: "Facturas",
    projects: "Proyectos",
    files: "Archivos",
    credit: "Saldo a favor",
    history: "Historial"
  },
  allInvoices: "Todas las facturas de este cliente",
  noInvoices: "Este cliente aún no tiene facturas.",
  noProjects: "Este cliente aún no tiene proyectos.",
  noFiles: "Este cliente aún no tiene archivos.",
  noCredit: "Este cliente no tiene saldo a favor.",
  contact: {
    title: "Contacto",
    email: "Correo electrónico",
    phone: "Teléfono",
    address: "Dirección",
    notes: "Notas"
  },
  legal: {
    title: "En los documentos",
    language: "Idioma",
    vatId: "NIF-IVA",
    reference: "Referencia del comprador"
  },

  portal: {
    title: "Portal de clientes",
    access: "Acceso",
    isOpen: "abierto",
    isClosed: "cerrado",
    lastVisit: "Última visita",
    invited: "Invitación",
    neverInvited: "aún sin invitación",
    validUntil: "Enlace válido hasta",
    expired: "caducado",
    used: "enlace usado",
    replaced: "enlace ya no válido",
    adminInvites: "Un administrador invita al portal."
  },
  actions: {
    invite: "Invitar al portal",
    again: "Enviar de nuevo",
    open: "Abrir el acceso",
    close: "Cerrar el acceso",
    apply: "Aplicar",
    refund: "Reembolsar"
  },
  titles: {
    invite: "Invitar al portal",
    open: "Abrir el acceso al portal",
    close: "Cerrar el acceso al portal",
    apply: "Aplicar el saldo a una factura",
    refund: "Reembolsar el saldo"
  },
  buttons: {
    invite: "Enviar la invitación",
    open: "Abrir el acceso",
    close: "Cerrar el acceso",
    apply: "Aplicar el saldo",
    refund: "Registrar el reembolso"
  },
  done: {
    invite: "La invitación se enviará en breve.",
    open: "El portal está abierto para este cliente.",
    close: "El portal está cerrado para este cliente.",
    apply: "El saldo está aplicado a la factura.",
    refund: "El reembolso está registrado.",
    created: "El cliente está creado.",
    saved: "El cliente está guardado.",
    added: "El archivo está guardado.",
    removed: "El archivo está eliminado."
  },
  projects: "Proyectos que ve el cliente",
  projectsHint: "Las facturas siempre se ven en el portal.",
  message: "Mensaje",
  until: "Enlace válido hasta",
  untilHint: "Como máximo 90 días por delante.",
  willBeMailed: (email) => `El correo va a ${email}. Los enlaces anteriores dejan de funcionar.`,
  openText: "El cliente puede pedir un enlace para entrar. No se envía ningún correo.",
  closeText:
    "Se cierra la sesión del cliente y los enlaces al portal dejan de funcionar. Los enlaces de pago siguen siendo válidos.",
  invoice: "Factura",
  amount: "Importe",
  left: (amount) => `quedan ${amount}`,
  nothingToPay: "Este cliente no tiene facturas pendientes en la moneda del saldo.",
  refundText:
    "Esto solo registra que usted devolvió el dinero: páguelo primero. No se puede deshacer.",
  refundedOn: "Devuelto el",
  reference: "Referencia",
  creditUsed: "No queda nada de este saldo.",
  adminActs: "Un administrador aplica o reembolsa saldos.",
  problems: {
    until: "Escriba un día desde mañana hasta dentro de 90 días.",
    projects: "Un proyecto ya no pertenece a este cliente.",
    message: "Como máximo 5.000 caracteres.",
    invoice: "Elija una factura."
  },

  credits: {
    columns: { source: "Saldo", amount: "Importe", left: "Queda" },
    sources: {
      payment: (number, day) => `Pago de ${number}, ${day}`,
      credit_note: (number, day) => `Rectificativa de ${number}, ${day}`
    },
    applied: (amount) => `aplicado ${amount}`,
    refunded: (amount) => `reembolsado ${amount}`,
    withdrawn: (amount) => `retirado ${amount}`
  },
  files: {
    columns: { name: "Nombre", size: "Tamaño", added: "Añadido" },
    remove: "Eliminar",
    older: "Archivos anteriores"
  },
  projectColumns: {
    name: "Proyecto",
    status: "Estado",
    tasks: "Tareas hechas",
    budget: "Presupuesto"
  },
  projectStatuses: {
    planning: "En planificación",
    in_progress: "En curso",
    review: "En revisión",
    completed: "Terminado",
    archived: "Archivado"
  },
  history: {
    created: (name) => `Creado por ${name}`,
    updated: (name) => `Cambiado por ${name}`,
    invited: (name) => `Invitado al portal por ${name}`,
    changed: (fields) => `Cambios: ${fields}`,
    linkRequested: "El cliente pidió un enlace al portal",
    portalOpened: (name) => `Portal abierto por ${name}`,
    portalClosed: (name) => `Portal cerrado por ${name}`,
    older: "Entradas anteriores"
  }
}
