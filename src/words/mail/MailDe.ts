/** The words of mails in German. */
import type { MailWords } from "./MailWords.ts"
import { noticeDe } from "./NoticeDe.ts"

export const mailDe: MailWords = {
  greeting: (name) => `Guten Tag ${name},`,
  amount: "Betrag",
  open: "Offen",
  due: "Fällig am",
  invoice: "Rechnung",
  issued: "Ausgestellt am",
  paid: "Bezahlt",
  setOff: "Verrechnet",
  paidOn: "Am",
  balanceDue: "Offener Betrag",
  creditNote: "Rechnungskorrektur",
  reason: "Grund",
  view: "Rechnung ansehen",
  viewAndPay: "Ansehen und bezahlen",
  viewAndPayRest: "Ansehen und Rest bezahlen",

  sent: {
    subject: (number, seller, amount) => `Rechnung ${number} von ${seller}: ${amount}`,
    preview: (amount, dueDate) => `${amount}, fällig am ${dueDate}`,
    attached: (number, seller) =>
      `Die Rechnung ${number} von ${seller} finden Sie als PDF im Anhang.`
  },
  reminder: {
    subject: (number, seller, rest) =>
      `Zahlungserinnerung: Rechnung ${number} von ${seller}, ${rest}`,
    isDue: (rest, dueDate) => `${rest}, fällig am ${dueDate}`,
    wasDue: (rest, dueDate) => `${rest}, seit dem ${dueDate} fällig`,
    beforeDue: (number, seller, dueDate) =>
      `Die Rechnung ${number} von ${seller} ist am ${dueDate} fällig. Sie finden sie als PDF im Anhang. Falls Sie inzwischen bezahlt haben, danken wir Ihnen.`,
    afterDue: (number, seller, dueDate) =>
      `Die Rechnung ${number} von ${seller} war am ${dueDate} fällig und ist noch nicht bezahlt. Sie finden sie als PDF im Anhang. Falls Sie inzwischen bezahlt haben, danken wir Ihnen.`
  },
  receipt: {
    subject: (seller, amount, number) =>
      `Zahlungsbestätigung von ${seller}: ${amount} für Rechnung ${number}`,
    subjectOfCredit: (seller, amount, number) =>
      `Zahlungsbestätigung von ${seller}: Guthaben von ${amount} für Rechnung ${number}`,
    isPaid: (number, seller) => `Vielen Dank. Die Rechnung ${number} von ${seller} ist bezahlt.`,
    isPartlyPaid: (number, seller) =>
      `Vielen Dank. Wir haben eine Teilzahlung zur Rechnung ${number} von ${seller} erhalten.`,
    isSetOff: (number, seller) =>
      `Ihr Guthaben wurde mit der Rechnung ${number} von ${seller} verrechnet.`,
    isPaidBySetOff: (number, seller) =>
      `Ihr Guthaben wurde mit der Rechnung ${number} von ${seller} verrechnet. Sie ist damit bezahlt.`
  },
  creditNoteSent: {
    subject: (number, seller, amount) => `Rechnungskorrektur ${number} von ${seller}: ${amount}`,
    attached: (number, invoice, seller) =>
      `Die Rechnungskorrektur ${number} zur Rechnung ${invoice} von ${seller} finden Sie als PDF im Anhang.`,
    remainsAsCredit: (amount, seller) => `${amount} davon sind Ihr Guthaben bei ${seller}.`
  },
  voided: {
    subject: (number, seller) => `Die Rechnung ${number} von ${seller} wurde storniert`,
    text: (number, seller) =>
      `Die Rechnung ${number} von ${seller} wurde storniert. Es ist keine Zahlung fällig. Falls Sie sie schon bezahlt haben, wenden Sie sich bitte an uns.`
  },
  paymentNotice: {
    subject: (amount, client, number) =>
      `Zahlungseingang: ${amount} von ${client} für Rechnung ${number}`,
    isPaid: (client, number) => `${client} hat die Rechnung ${number} bezahlt.`,
    isPartlyPaid: (client, number) => `${client} hat einen Teil der Rechnung ${number} bezahlt.`
  },
  invitation: {
    subject: (seller) => `${seller} lädt Sie in das Kundenportal ein`,
    preview: "Ihre Projekte und Rechnungen an einem Ort",
    text: (seller) => `${seller} lädt Sie in ein Portal mit Ihren Projekten und Rechnungen ein.`,
    button: "Portal öffnen",
    validUntil: (day) => `Die Einladung gilt bis zum ${day} und nur für Sie.`
  },
  userLink: {
    invite: {
      subject: (workspace) => `Einladung zu ${workspace} auf Retainer`,
      why: (workspace) =>
        `Sie wurden in den Arbeitsbereich ${workspace} eingeladen. Wählen Sie ein Passwort, um beizutreten.`,
      once: "Der Link funktioniert einmal, innerhalb von 7 Tagen.",
      button: "Passwort wählen"
    },
    reset: {
      subject: (workspace) => `Neues Passwort für ${workspace} wählen`,
      why: (workspace) =>
        `Für Ihr Konto im Arbeitsbereich ${workspace} wurde ein neues Passwort angefordert. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es ändert sich nichts.`,
      once: "Der Link funktioniert einmal, innerhalb einer Stunde.",
      button: "Passwort wählen"
    },
    email: {
      subject: (workspace) => `Bestätigen Sie Ihre neue E-Mail-Adresse für ${workspace}`,
      why: (workspace) =>
        `Diese Adresse wurde für ein Konto im Arbeitsbereich ${workspace} eingegeben. Bestätigen Sie, dass sie Ihnen gehört, um sich mit ihr anzumelden. Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail: Es ändert sich nichts.`,
      once: "Der Link funktioniert einmal, innerhalb einer Stunde.",
      button: "Adresse bestätigen"
    }
  },
  notice: noticeDe
}
