/** The words of mails in Spanish. */
import type { MailWords } from "./MailWords.ts"
import { noticeEs } from "./NoticeEs.ts"

export const mailEs: MailWords = {
  greeting: (name) => `Buenos días, ${name}:`,
  amount: "Importe",
  open: "Pendiente",
  due: "Vencimiento",
  invoice: "Factura",
  issued: "Expedida el",
  paid: "Pagado",
  setOff: "Compensado",
  paidOn: "El",
  balanceDue: "Saldo pendiente",
  creditNote: "Factura rectificativa",
  reason: "Motivo",
  view: "Ver la factura",
  viewAndPay: "Ver y pagar",
  viewAndPayRest: "Ver y pagar el resto",

  sent: {
    subject: (number, seller, amount) => `Factura ${number} de ${seller}: ${amount}`,
    preview: (amount, dueDate) => `${amount}, con vencimiento el ${dueDate}`,
    attached: (number, seller) => `Le adjuntamos la factura ${number} de ${seller} en PDF.`
  },
  reminder: {
    subject: (number, seller, rest) =>
      `Recordatorio de pago: factura ${number} de ${seller}, ${rest}`,
    isDue: (rest, dueDate) => `${rest}, con vencimiento el ${dueDate}`,
    wasDue: (rest, dueDate) => `${rest}, vencido el ${dueDate}`,
    beforeDue: (number, seller, dueDate) =>
      `La factura ${number} de ${seller} vence el ${dueDate}. Se la adjuntamos en PDF. Si ya la ha pagado, le damos las gracias.`,
    afterDue: (number, seller, dueDate) =>
      `La factura ${number} de ${seller} venció el ${dueDate} y sigue pendiente de pago. Se la adjuntamos en PDF. Si ya la ha pagado, le damos las gracias.`
  },
  receipt: {
    subject: (seller, amount, number) =>
      `Confirmación de pago de ${seller}: ${amount} por la factura ${number}`,
    subjectOfCredit: (seller, amount, number) =>
      `Confirmación de pago de ${seller}: saldo de ${amount} para la factura ${number}`,
    isPaid: (number, seller) => `Muchas gracias. La factura ${number} de ${seller} está pagada.`,
    isPartlyPaid: (number, seller) =>
      `Muchas gracias. Hemos recibido un pago parcial de la factura ${number} de ${seller}.`,
    isSetOff: (number, seller) =>
      `Su saldo a favor se ha compensado con la factura ${number} de ${seller}.`,
    isPaidBySetOff: (number, seller) =>
      `Su saldo a favor se ha compensado con la factura ${number} de ${seller}. Con ello queda pagada.`
  },
  creditNoteSent: {
    subject: (number, seller, amount) => `Factura rectificativa ${number} de ${seller}: ${amount}`,
    attached: (number, invoice, seller) =>
      `Le adjuntamos la factura rectificativa ${number} de la factura ${invoice} de ${seller} en PDF.`,
    remainsAsCredit: (amount, seller) =>
      `De este importe, ${amount} quedan como saldo a su favor con ${seller}.`
  },
  voided: {
    subject: (number, seller) => `La factura ${number} de ${seller} se ha anulado`,
    text: (number, seller) =>
      `La factura ${number} de ${seller} se ha anulado. No debe pagar nada. Si ya la ha pagado, póngase en contacto con nosotros.`
  },
  paymentNotice: {
    subject: (amount, client, number) =>
      `Pago recibido: ${amount} de ${client} por la factura ${number}`,
    isPaid: (client, number) => `${client} ha pagado la factura ${number}.`,
    isPartlyPaid: (client, number) => `${client} ha pagado una parte de la factura ${number}.`
  },
  invitation: {
    subject: (seller) => `${seller} le invita al portal de clientes`,
    preview: "Sus proyectos y facturas en un solo lugar",
    text: (seller) => `${seller} le invita a un portal con sus proyectos y facturas.`,
    button: "Abrir el portal",
    validUntil: (day) => `La invitación es válida hasta el ${day} y solo para usted.`
  },
  userLink: {
    invite: {
      subject: (workspace) => `Invitación a ${workspace} en Retainer`,
      why: (workspace) =>
        `Ha recibido una invitación al espacio de trabajo ${workspace}. Elija una contraseña para unirse.`,
      once: "El enlace funciona una sola vez, durante 7 días.",
      button: "Elegir una contraseña"
    },
    reset: {
      subject: (workspace) => `Elija una nueva contraseña para ${workspace}`,
      why: (workspace) =>
        `Se ha solicitado una nueva contraseña para su cuenta en el espacio de trabajo ${workspace}. Si no ha sido usted, ignore este correo: nada cambia.`,
      once: "El enlace funciona una sola vez, durante una hora.",
      button: "Elegir una contraseña"
    },
    email: {
      subject: (workspace) => `Confirme su nueva dirección de correo de ${workspace}`,
      why: (workspace) =>
        `Se ha introducido esta dirección para una cuenta en el espacio de trabajo ${workspace}. Confirme que es suya para iniciar sesión con ella. Si no lo esperaba, ignore este correo: nada cambia.`,
      once: "El enlace funciona una sola vez, durante una hora.",
      button: "Confirmar la dirección"
    }
  },
  notice: noticeEs
}
