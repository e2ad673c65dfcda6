/** The words of the page of one invoice in Spanish. */
import type { InvoiceWords } from "./InvoiceWords.ts"

export const invoiceEs: InvoiceWords = {
  figures: {
    balance: "Saldo pendiente",
    total: "Importe total",
    paid: "Pagado",
    credited: "Rectificado",
    due: "Vencimiento"
  },
  actions: {
    pay: "Registrar pago",
    remind: "Recordar",
    send: "Enviar…",
    ask: "Pedir el envío",
    again: "Enviar de nuevo…",
    void: "Anular…",
    reverse: "Revertir un pago…",
    credit: "Factura rectificativa…",
    correct: "Rectificar todo y crear una copia corregida",
    note: "Enviar de nuevo…",
    link: "Sustituir el enlace…",
    duplicate: "Duplicar"
  },
  correctAndSend: "Corregir la dirección y enviar de nuevo",
  edit: "Editar",
  preview: "Vista previa en PDF",
  pdf: "Archivo PDF",
  receipt: "Recibo",
  copyLink: "Página de pago",
  more: "Más",
  cancel: "Cancelar",
  adminSends: "La envía un administrador.",
  adminActs: "Un administrador registra pagos, recuerda y corrige.",

  titles: {
    pay: "Registrar un pago",
    remind: "Recordar al cliente",
    send: "Enviar la factura",
    ask: "Pedir a un administrador que la envíe",
    again: "Enviar la factura de nuevo",
    void: "¿Anular la factura?",
    reverse: "Revertir un pago",
    credit: "Emitir una factura rectificativa",
    correct: "Rectificar la factura y crear una copia corregida",
    note: "Enviar de nuevo la factura rectificativa",
    link: "¿Sustituir el enlace de pago?",
    duplicate: "Duplicar la factura"
  },
  buttons: {
    remind: "Recordar",
    send: "Enviar",
    ask: "Pedir el envío",
    again: "Enviar de nuevo",
    void: "Anular",
    reverse: "Revertir",
    correct: "Rectificar y crear la copia",
    note: "Enviar de nuevo",
    link: "Sustituir el enlace",
    duplicate: "Duplicar"
  },
  amount: "Importe",
  receivedOn: "Recibido el",
  method: "Forma de pago",
  methods: {
    bank_transfer: "Transferencia",
    card: "Tarjeta",
    cash: "Efectivo",
    check: "Cheque",
    direct_debit: "Domiciliación"
  },
  noMethod: "Sin indicar",
  reference: "Referencia",
  fromCredit: "De un saldo a favor",
  noCredit: "No, dinero nuevo",
  creditOf: (amount, source) => `${amount} de ${source}`,
  record: (amount) => `Registrar ${amount}`,
  willBePaid: "El saldo completo paga la factura. El cliente recibe un recibo.",
  excess: (rest, over) =>
    `Es más que el saldo pendiente. ¿Registrar ${rest} y guardar ${over} como saldo a favor?`,
  recordExcess: (rest, over) => `Registrar ${rest} y guardar ${over} a favor`,
  message: "Mensaje",
  to: "Para",
  reason: "Motivo",
  payment: "Pago",
  line: "Línea",
  quantityLeft: (quantity) => `Cantidad (facturada: ${quantity})`,
  creditAmount: (currency) => `Importe neto, ${currency}`,
  creditHint: "Deje todo vacío para rectificar todo lo que queda de la factura.",
  issueCredit: "Emitir la factura rectificativa",
  voidDraft: "Un borrador anulado conserva su número; la próxima factura recibe el siguiente.",
  voidSent: "Se informa al cliente. El número se conserva y ya no se debe nada.",
  clientHasIt:
    "El cliente tiene esta factura. Una factura rectificativa la corrige de forma que ambos puedan contabilizarla:",
  creditAll: "Rectificar todo",
  voidUnsent:
    "No salió ningún correo con esta factura, así que no se informa al cliente. El número se conserva y ya no se debe nada.",
  correctText: (amount, email) =>
    `Una factura rectificativa por todo lo que queda (${amount}) se envía a ${email}. Un nuevo borrador tiene el cliente, las líneas, los impuestos y las notas de esta factura: corríjalo y envíelo.`,
  voidRefused:
    "Una factura con pagos o rectificaciones no se puede anular. Revierta antes los pagos, o emita una factura rectificativa.",
  requestText:
    "Los propietarios y administradores ven la petición en la actividad de este borrador.",
  duplicateText:
    "Un nuevo borrador tiene el cliente, las líneas, los impuestos y las notas de esta factura.",
  linkText:
    "Quien tenga el enlace puede ver la factura. Uno nuevo lo sustituye de inmediato: el actual deja de funcionar, también en los correos ya enviados. El cliente recibe el nuevo de usted o con el próximo recordatorio.",
  noLink: "Los borradores y las facturas anuladas no tienen enlace de pago.",
  remindedToday: "Ya se recordó hoy al cliente. Se envía un recordatorio al día.",
  previewText: "El cliente recibe el documento de abajo en PDF, con un enlace de pago.",

  done: {
    pay: "El pago está registrado.",
    remind: "El recordatorio se enviará en breve.",
    send: "La factura se enviará en breve.",
    ask: "Los propietarios y administradores ven su petición.",
    again: "La factura se enviará de nuevo en breve.",
    void: "La factura está anulada.",
    reverse: "El pago está revertido.",
    credit: "La factura rectificativa está emitida y se enviará en breve.",
    correct:
      "La factura rectificativa está emitida y se enviará en breve. Esta es la copia: corríjala y envíela.",
    note: "La factura rectificativa se enviará de nuevo en breve.",
    link: "El enlace está sustituido: el anterior ya no funciona.",
    duplicate: "Este es el nuevo borrador."
  },
  refused: (status) =>
    `No se cambió nada: la factura está ${status}. La página muestra su estado actual.`,
  statuses: {
    draft: "en borrador",
    sent: "abierta",
    overdue: "vencida",
    paid: "pagada",
    void: "anulada"
  },
  tooManyMails: "Hoy se enviaron demasiados correos a esta dirección. Inténtelo mañana.",
  problems: {
    notNumber: "Escriba un número, por ejemplo 1234,50.",
    ambiguous: "Este número se puede leer de dos maneras. Escríbalo con sus decimales.",
    tooManyDecimals: "El número tiene más decimales que la moneda.",
    tooLarge: "El número es demasiado grande.",
    required: "Este dato es obligatorio.",
    notPositive: "Escriba un importe mayor que cero.",
    tooMuch: (most) => `Es más que ${most}.`,
    future: "El día no puede estar en el futuro.",
    noDay: "Escriba un día.",
    email: "Escriba una dirección de correo.",
    tooLong: "El texto es demasiado largo."
  },

  warnings: "Antes de enviarla",
  particulars: {
    "workspace.legal_name": "El documento no nombra su empresa: indique la razón social.",
    "workspace.address": "Falta su dirección en el documento.",
    "client.address": "Falta la dirección del cliente en el documento.",
    delivery_date: "Falta la fecha del servicio: indique el día o el periodo."
  },
  eInvoice: {
    workspace: (field) => `Su empresa: ${field}`,
    client: (field) => `Cliente: ${field}`,
    invoice: (field) => `Esta factura: ${field}`,
    missing: "falta para la factura electrónica"
  },
  duePassed: "El vencimiento ya pasó.",
  voidedOn: (day) => `Anulada el ${day}`,
  notDelivered: (email) => `El correo no se pudo entregar a ${email}.`,
  noteNotDelivered: (number, email) =>
    `La factura rectificativa ${number} no se pudo entregar a ${email}.`,
  noNote: "No hay ninguna factura rectificativa.",

  activity: {
    title: "Actividad",
    next: (day) => `Próximo recordatorio el ${day}`,
    created: (name) => `Creada por ${name}`,
    sent: (email) => `Enviada a ${email}`,
    resent: (name) => `Enviada de nuevo por ${name}`,
    asked: (name) => `${name} pide que se envíe`,
    reminded: (name) => `Recordada por ${name}`,
    paid: (amount) => `${amount} pagados`,
    reversed: (amount) => `Pago de ${amount} revertido`,
    credited: (name) => `Rectificada por ${name}`,
    voided: (name) => `Anulada por ${name}`,
    opened: "Página de pago abierta",
    by: (name) => `por ${name}`,
    mails: { queued: "correo en espera", sent: "correo entregado", failed: "correo no entregado" }
  },
  client: {
    title: "Cliente",
    owes: "Debe en total",
    email: "Correo electrónico",
    portal: "Portal, última visita",
    never: "nunca"
  },
  document: {
    title: "Documento",
    asSent: "Como se envió",
    current: "Versión actual",
    warnings: "Avisos",
    notSent: "aún no enviada"
  },
  files: { title: "Archivos", none: "Ningún archivo", add: "Añadir un archivo" },

  reminderTexts: {
    early: "Le recordamos amablemente que la siguiente factura vence pronto.",
    late: "La siguiente factura está vencida. Quizá se le haya pasado: le rogamos que la pague pronto.",
    veryLate:
      "La siguiente factura está vencida desde hace más de un mes. Le rogamos que la pague ahora o que nos diga qué lo impide."
  }
}
