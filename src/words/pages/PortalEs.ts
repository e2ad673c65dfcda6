/** The words of the client portal in Spanish. */
import { counted } from "../work/FrameWords.ts"
import type { PortalWords } from "./PortalWords.ts"

export const portalEs: PortalWords = {
  title: "Portal de clientes",
  hello: (name) => `Buenos días, ${name}`,
  leave: "Salir",

  balance: (amounts) => `Saldo pendiente ${amounts}`,
  nextDue: (day) => `próximo vencimiento el ${day}`,
  dueSince: (day) => `vencido desde el ${day}`,
  nothingDue: "No hay nada pendiente",
  openInvoices: "Facturas pendientes",
  paid: "Pagadas",
  paidOrVoid: "Pagadas y anuladas",
  count: counted("es", { one: (n) => `${n} factura`, other: (n) => `${n} facturas` }),
  receiptOf: (number) => `Recibo de ${number}`,
  back: "Todas las facturas y proyectos",
  tasksDone: (done, all) => `${done} de ${all} tareas terminadas`,
  milestones: "Hitos",
  milestoneStatuses: { pending: "Previsto", completed: "Terminado" },
  details: {
    title: "Sus datos",
    company: "Empresa",
    email: "Correo electrónico",
    address: "Dirección",
    wrong: "¿Algo no es correcto? Escriba a"
  },

  invoices: "Facturas",
  noInvoices: "Aún no hay ninguna factura para usted.",
  yourInvoices: "Sus facturas",
  number: "Número",
  issued: "Expedida",
  due: "Vencimiento",
  amount: "Importe",
  actions: "Acciones",
  statuses: {
    sent: "Pendiente",
    overdue: "Vencida",
    paid: "Pagada",
    void: "Anulada",
    draft: "Borrador"
  },
  credited: "Rectificada",
  open: (amount) => `${amount} pendientes`,
  pdfOf: (number) => `PDF de ${number}`,
  pay: "Pagar",
  viewAndPay: (number) => `Ver y pagar ${number}`,
  beingPaid: "Pago en curso",
  beingPaidOf: (number) => `Pago de ${number} en curso`,
  older: "Facturas anteriores",

  projects: "Proyectos",
  shared: "Compartidos con usted",
  name: "Nombre",
  state: "Estado",
  dates: "Fechas",
  files: "Archivos",
  projectStatuses: {
    planning: "En planificación",
    in_progress: "En curso",
    review: "En revisión",
    completed: "Terminado",
    archived: "Archivado"
  },

  request: {
    title: "Acceso al portal de clientes",
    text: "Usted entra con un enlace que enviamos por correo electrónico. Solicite aquí uno nuevo.",
    email: "Correo electrónico",
    button: "Enviarme un enlace",
    sentTitle: "Consulte su correo electrónico",
    sent: "Si conocemos esta dirección, le hemos enviado un enlace. Funciona una sola vez, durante un día."
  },
  invitation: {
    welcome: (name) => `Le damos la bienvenida, ${name}`,
    shares: (workspace) => `${workspace} comparte aquí sus facturas y proyectos con usted.`,
    endsSession: (name, email, invited) =>
      `Ha iniciado sesión en el portal como ${name} (${email}). Si lo abre para ${invited}, esa sesión se cierra.`,
    open: "Abrir el portal",
    othersTitle: "Este enlace es para otra persona",
    others: (name, email) =>
      `Ha iniciado sesión en el portal como ${name} (${email}). El enlace invitaba a otro cliente y ya no funciona.`,
    openOwn: "Abrir su portal",
    unusable: "Este enlace no se puede utilizar",
    reasons: {
      expired: "Este enlace ha caducado.",
      used: "Este enlace ya se ha utilizado.",
      replaced: "Este enlace se ha sustituido por uno más reciente o se ha revocado.",
      closed: "Su acceso al portal ha terminado. Póngase en contacto con la agencia."
    },
    renew: "Enviarme un nuevo enlace"
  },
  notFound: {
    title: "Página no encontrada",
    message: "Puede que se haya eliminado o que la dirección esté incompleta."
  },
  signIn: "Iniciar sesión"
}
