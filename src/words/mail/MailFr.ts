/** The words of mails in French. A no-break space stands before a colon. */
import type { MailWords } from "./MailWords.ts"
import { noticeFr } from "./NoticeFr.ts"

export const mailFr: MailWords = {
  greeting: (name) => `Bonjour ${name},`,
  amount: "Montant",
  open: "Reste à payer",
  due: "Échéance",
  invoice: "Facture",
  issued: "Émise le",
  paid: "Payé",
  setOff: "Imputé",
  paidOn: "Le",
  balanceDue: "Solde dû",
  creditNote: "Avoir",
  reason: "Motif",
  view: "Voir la facture",
  viewAndPay: "Voir et payer",
  viewAndPayRest: "Voir et payer le solde",

  sent: {
    subject: (number, seller, amount) => `Facture ${number} de ${seller}\u00a0: ${amount}`,
    preview: (amount, dueDate) => `${amount}, à régler au plus tard le ${dueDate}`,
    attached: (number, seller) =>
      `Vous trouverez ci-joint la facture ${number} de ${seller} au format PDF.`
  },
  reminder: {
    subject: (number, seller, rest) => `Rappel\u00a0: facture ${number} de ${seller}, ${rest}`,
    isDue: (rest, dueDate) => `${rest}, à régler au plus tard le ${dueDate}`,
    wasDue: (rest, dueDate) => `${rest}, échu depuis le ${dueDate}`,
    beforeDue: (number, seller, dueDate) =>
      `La facture ${number} de ${seller} arrive à échéance le ${dueDate}. Vous la trouverez ci-jointe au format PDF. Si vous l’avez réglée entre-temps, nous vous en remercions.`,
    afterDue: (number, seller, dueDate) =>
      `La facture ${number} de ${seller}, échue le ${dueDate}, n’est pas encore réglée. Vous la trouverez ci-jointe au format PDF. Si vous l’avez réglée entre-temps, nous vous en remercions.`
  },
  receipt: {
    subject: (seller, amount, number) =>
      `Confirmation de paiement de ${seller}\u00a0: ${amount} pour la facture ${number}`,
    subjectOfCredit: (seller, amount, number) =>
      `Confirmation de paiement de ${seller}\u00a0: crédit de ${amount} pour la facture ${number}`,
    isPaid: (number, seller) =>
      `Nous vous remercions. La facture ${number} de ${seller} est réglée.`,
    isPartlyPaid: (number, seller) =>
      `Nous vous remercions. Nous avons reçu un paiement partiel pour la facture ${number} de ${seller}.`,
    isSetOff: (number, seller) =>
      `Votre crédit a été imputé sur la facture ${number} de ${seller}.`,
    isPaidBySetOff: (number, seller) =>
      `Votre crédit a été imputé sur la facture ${number} de ${seller}. Elle est ainsi réglée.`
  },
  creditNoteSent: {
    subject: (number, seller, amount) => `Avoir ${number} de ${seller}\u00a0: ${amount}`,
    attached: (number, invoice, seller) =>
      `Vous trouverez ci-joint l’avoir ${number} sur la facture ${invoice} de ${seller} au format PDF.`,
    remainsAsCredit: (amount, seller) => `Dont ${amount} à votre crédit auprès de ${seller}.`
  },
  voided: {
    subject: (number, seller) => `La facture ${number} de ${seller} a été annulée`,
    text: (number, seller) =>
      `La facture ${number} de ${seller} a été annulée. Aucun paiement n’est dû. Si vous l’avez déjà réglée, veuillez nous contacter.`
  },
  paymentNotice: {
    subject: (amount, client, number) =>
      `Paiement reçu\u00a0: ${amount} de ${client} pour la facture ${number}`,
    isPaid: (client, number) => `${client} a réglé la facture ${number}.`,
    isPartlyPaid: (client, number) => `${client} a réglé une partie de la facture ${number}.`
  },
  invitation: {
    subject: (seller) => `${seller} vous invite dans son espace client`,
    preview: "Vos projets et vos factures au même endroit",
    text: (seller) => `${seller} vous invite dans un espace avec vos projets et vos factures.`,
    button: "Ouvrir l’espace client",
    validUntil: (day) => `L’invitation est valable jusqu’au ${day} et vous est réservée.`
  },
  userLink: {
    invite: {
      subject: (workspace) => `Invitation à rejoindre ${workspace} sur Retainer`,
      why: (workspace) =>
        `Vous avez reçu une invitation à rejoindre l’espace de travail ${workspace}. Choisissez un mot de passe pour y accéder.`,
      once: "Le lien fonctionne une seule fois, pendant 7 jours.",
      button: "Choisir un mot de passe"
    },
    reset: {
      subject: (workspace) => `Choisir un nouveau mot de passe pour ${workspace}`,
      why: (workspace) =>
        `Un nouveau mot de passe a été demandé pour votre compte dans l’espace de travail ${workspace}. Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail\u00a0: rien ne change.`,
      once: "Le lien fonctionne une seule fois, pendant une heure.",
      button: "Choisir un mot de passe"
    },
    email: {
      subject: (workspace) => `Confirmez votre nouvelle adresse e-mail pour ${workspace}`,
      why: (workspace) =>
        `Cette adresse a été saisie pour un compte dans l’espace de travail ${workspace}. Confirmez qu’elle est la vôtre pour vous connecter avec elle. Si vous ne vous y attendiez pas, ignorez cet e-mail\u00a0: rien ne change.`,
      once: "Le lien fonctionne une seule fois, pendant une heure.",
      button: "Confirmer l’adresse"
    }
  },
  notice: noticeFr
}
