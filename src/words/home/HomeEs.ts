/** The words of Home in Spanish. */
import { counted } from "../work/FrameWords.ts"
import type { HomeWords } from "./HomeWords.ts"

export const homeEs: HomeWords = {
  newClient: "Nuevo cliente",

  figures: {
    oldest: counted("es", {
      one: (n) => `la más antigua, de ${n} día`,
      other: (n) => `la más antigua, de ${n} días`
    }),
    lastYear: (amount, year) => `${amount} hasta este día de ${year}`,
    milestones: counted("es", {
      one: (n) => `${n} hito por facturar`,
      other: (n) => `${n} hitos por facturar`
    }),
    byAge: "Pendiente por antigüedad",
    age: "Antigüedad",
    ages: {
      notDue: "No vencido",
      days1to30: "De 1 a 30 días de retraso",
      days31to60: "De 31 a 60 días de retraso",
      days61to90: "De 61 a 90 días de retraso",
      over90: "Más de 90 días de retraso"
    },
    total: "Total"
  },

  attention: {
    title: "Requiere atención",
    all: (count) => `Ver todo (${count})`,
    fewer: "Solo lo más urgente",
    mailFailed: {
      invoice: "{object} no se pudo entregar a {party}",
      credit_note: "La factura rectificativa {object} no se pudo entregar a {party}",
      reminder: "El recordatorio de {object} no se pudo entregar a {party}",
      receipt: "El recibo de {object} no se pudo entregar a {party}",
      payment_notice: "El aviso de pago de {object} no se pudo entregar a {party}",
      invitation: "La invitación al portal no se pudo entregar a {party}",
      link_request: "Un enlace al portal no se pudo entregar a {party}",
      user_link: "La invitación no se pudo entregar a {party}",
      notice: "Un aviso no se pudo entregar a {party}"
    },
    refunded: "El procesador de pagos devolvió dinero de {invoice}",
    refundedWhy: "Ninguna factura rectificativa la corrige todavía",
    webhookFailing: "El webhook a {host} falla",
    webhookDisabled: "El webhook a {host} se desactivó porque fallaba una y otra vez",
    since: (time) => `desde ${time}`,
    requested: "{who} pide enviar {invoice}",
    milestone: "El hito «{milestone}» está terminado, pero no facturado",
    credit: "{amount} de saldo a favor de {party} está sin aplicar",
    creditWhy: (invoice, day) => `De ${invoice}, recibido el ${day}`,
    oldDraft: counted("es", {
      one: (n) => `El borrador {invoice} lleva ${n} día sin enviar`,
      other: (n) => `El borrador {invoice} lleva ${n} días sin enviar`
    }),
    notJoined: "{who} todavía no se ha incorporado",
    invited: (day) => `invitación del ${day}`,
    remindersOff: "Los recordatorios están desactivados",
    testProcessor: "Los pagos de la página de pago son simulados",
    testProcessorWhy:
      "PROCESSOR es test: quien tenga un enlace de pago puede marcar la factura como pagada, sin dinero",
    actions: {
      correctAndSend: "Corregir y enviar de nuevo",
      seeMail: "Ver el correo",
      seeDeliveries: "Ver las entregas",
      bill: "Facturar",
      settle: "Aplicar o devolver",
      openDraft: "Abrir el borrador",
      seeUsers: "Invitar de nuevo",
      chooseDays: "Elegir los días",
      seeSettings: "Ver los ajustes",
      show: "Ver"
    }
  },

  chart: {
    title: "Facturado y cobrado",
    billed: "Facturado",
    collected: "Cobrado",
    month: "Mes",
    asTable: (currency) => `Como tabla, en ${currency}`,
    sentence: ({ from, to, currency, billed, collected }) =>
      `Facturado y cobrado por mes, de ${from} a ${to}, en ${currency}: en total, ${billed} facturado y ${collected} cobrado. Las cifras están en la tabla de abajo.`,
    none: "No se facturó ni se cobró nada en los últimos doce meses."
  },

  activity: {
    title: "Actividad reciente",
    all: "Ver todo",
    none: "Todavía no ha pasado nada.",
    lines: {
      "invoice.created": "{who} creó {invoice} para {party}",
      "invoice.send_requested": "{who} pidió enviar {invoice}",
      "invoice.sent": "{who} envió {invoice} a {party}",
      "invoice.resent": "{who} envió {invoice} de nuevo a {party}",
      "invoice.delivery_failed": "{invoice} no se pudo entregar a {party}",
      "invoice.reminded": "Se recordó {invoice} a {party}",
      "invoice.overdue": "{invoice} de {party} venció",
      "invoice.payment_recorded": "{party} pagó {invoice}",
      "invoice.payment_reversed": "{who} revirtió un pago de {invoice}",
      "invoice.processor_refunded": "El procesador de pagos devolvió dinero de {invoice}",
      "invoice.voided": "{who} anuló {invoice}",
      "credit_note.created": "{who} emitió {object} para {invoice}",
      "client.created": "{who} añadió el cliente {object}",
      "client.invited": "{who} invitó a {object} al portal",
      "project.created": "{who} añadió el proyecto {object}",
      "milestone.completed": "{who} terminó el hito {object}"
    },
    by: (name) => `por ${name}`,
    reverse: "Revertir"
  },

  owing: {
    title: "Pendiente por cliente",
    all: counted("es", { one: (n) => `${n} cliente`, other: (n) => `Los ${n} clientes` }),
    columns: {
      client: "Cliente",
      open: "Abiertas",
      oldest: "Vencimiento más antiguo",
      overdue: "Vencido",
      owed: "Debido"
    },
    actions: "Acciones",
    remind: "Recordar",
    none: "Nadie debe nada.",
    adminReminds: "Un administrador registra los pagos y envía los recordatorios.",
    reminded: counted("es", {
      one: (n) => `${n} recordatorio se enviará en breve.`,
      other: (n) => `${n} recordatorios se enviarán en breve.`
    }),
    remindedToday: "No se envió nada: hoy ya se recordó al cliente cada factura vencida.",
    tooManyMails: "Hoy salieron demasiados correos a esta dirección. Inténtelo mañana."
  },

  steps: {
    title: "Tres pasos hasta su primera factura",
    done: "hecho",
    identity: {
      title: "Diga quién es",
      text: "Sus facturas, correos y páginas de pago lo muestran.",
      action: "Empresa y banco"
    },
    parts: {
      legalName: "Razón social",
      address: "Dirección",
      logo: "Logotipo",
      bank: "Cuenta bancaria"
    },
    client: {
      title: "Añada su primer cliente",
      text: "Bastan un nombre y un correo electrónico.",
      action: "Nuevo cliente"
    },
    invoice: {
      title: "Escriba su primera factura",
      text: "Usted la ve antes que el cliente.",
      action: "Nueva factura"
    },
    sampleText: "O eche primero un vistazo:",
    sample: "Llenar con datos de ejemplo",
    sampleDone: "El espacio tiene datos de ejemplo. No se envió nada.",
    sampleRefused: "No se añadió nada: el espacio no está vacío."
  }
}
