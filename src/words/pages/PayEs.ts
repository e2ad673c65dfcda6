/** The words of the pages behind a payment link in Spanish. */
import type { PayWords } from "./PayWords.ts"

export const payEs: PayWords = {
  due: (dueDate) => `vence el ${dueDate}`,
  wasDue: (dueDate) => `venció el ${dueDate}`,
  paidOn: (day) => `Pagada el ${day}, gracias`,
  isVoid: "Esta factura se ha anulado. No debe pagar nada.",
  isCredited: "Esta factura se ha anulado con una factura rectificativa. No debe pagar nada.",
  client: "Para",
  issued: "Emitida el",
  paidDay: (day) => `Pagado el ${day}`,
  creditedDay: (number, day) => `Factura rectificativa ${number} del ${day}`,
  lines: "Líneas de la factura",
  pay: (amount) => `Pagar ${amount}`,
  download: "Descargar el PDF",
  receipt: "Descargar el recibo",
  scan: "Escanee el código con la aplicación de su banco.",
  ask: "Pregunta sobre esta factura",
  write: "¿Alguna pregunta? Escriba a",
  changed: (amount) =>
    `El importe ha cambiado desde que abrió esta página: ahora se deben ${amount}.`,
  check: "¿Es auténtico este PDF?",
  back: "Volver a la factura",

  pending: {
    title: "Hay un pago en curso. No es necesario que pague otra vez.",
    text: "Suele confirmarse en unos instantes. Esta página se recarga sola.",
    reload: "Recargar ahora",
    late: (day) => `El pago del ${day} aún no está confirmado.`,
    transfers:
      "Las transferencias desde una cuenta bancaria tardan unos días; después esta página muestra la factura como pagada.",
    ifCharged: "Si se le ha cobrado, no pague otra vez y póngase en contacto con",
    ifNotCharged: "Si no se le ha cobrado,",
    retry: "compruebe si puede pagar de nuevo"
  },
  test: {
    title: "Pago de prueba",
    text: "Este es el pago de prueba integrado: no se pide ninguna tarjeta y no se mueve dinero.",
    declined: "La tarjeta ha sido rechazada. No se le ha cobrado nada.",
    pay: "Pagar",
    late: "Pagar, con una notificación tardía",
    twice: "Pagar, con una notificación duplicada",
    decline: "Rechazar la tarjeta"
  },
  unknownLink: {
    title: "Este enlace de pago no funciona",
    message:
      "Puede que esté incompleto: ábralo otra vez desde el correo que recibió. O se ha sustituido: pida el nuevo enlace al remitente."
  },
  unavailable: {
    title: "El pago no está disponible en este momento",
    message: "No se le ha cobrado nada. Inténtelo de nuevo dentro de unos minutos."
  },
  tooLarge: {
    title: "El documento es demasiado grande",
    message: "No se puede crear el PDF de esta factura. Póngase en contacto con el remitente."
  },

  checked: {
    title: "¿Es este el archivo que se envió?",
    explanation:
      "Elija el PDF que llegó con el correo de una factura o factura rectificativa, o suéltelo en el campo. Su huella se compara con las de los archivos enviados; el archivo no se guarda.",
    file: "PDF de una factura o factura rectificativa",
    button: "Comprobar el archivo",
    noFile: "Elija primero un archivo.",
    genuine: "Sí, este archivo se envió desde aquí y no se ha cambiado nada en él.",
    invoice: (number, seller, amount, issueDate) =>
      `Es la factura ${number} de ${seller} por ${amount}, expedida el ${issueDate}.`,
    creditNote: (number, invoice, seller, amount, issueDate) =>
      `Es la factura rectificativa ${number} de la factura ${invoice} de ${seller} por ${amount}, expedida el ${issueDate}.`,
    statuses: {
      sent: "Aún no está pagada.",
      overdue: "Está vencida.",
      paid: "Está pagada.",
      void: "Se ha anulado desde entonces: no debe pagar nada."
    },
    unknown: "No, este archivo no se envió desde aquí con una factura o factura rectificativa.",
    advice:
      "Puede que se haya cambiado o guardado de nuevo. Una copia descargada después de la página de la factura también es distinta, porque muestra el estado actual. Antes de pagar, póngase en contacto con el remitente por un medio que conozca."
  }
}
