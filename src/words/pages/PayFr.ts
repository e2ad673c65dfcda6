/** The words of the pages behind a payment link in French. */
import type { PayWords } from "./PayWords.ts"

export const payFr: PayWords = {
  due: (dueDate) => `à régler pour le ${dueDate}`,
  wasDue: (dueDate) => `échue depuis le ${dueDate}`,
  paidOn: (day) => `Payée le ${day}, merci`,
  isVoid: "Cette facture a été annulée. Aucun paiement n’est dû.",
  isCredited: "Cette facture a été annulée par un avoir. Aucun paiement n’est dû.",
  client: "Pour",
  issued: "Émise le",
  paidDay: (day) => `Payé le ${day}`,
  creditedDay: (number, day) => `Avoir ${number} du ${day}`,
  lines: "Lignes de la facture",
  pay: (amount) => `Payer ${amount}`,
  download: "Télécharger le PDF",
  receipt: "Télécharger le reçu",
  scan: "Scannez le code avec votre application bancaire.",
  ask: "Une question sur cette facture",
  write: "Une question ? Écrivez à",
  changed: (amount) =>
    `Le montant a changé depuis que vous avez ouvert cette page : ${amount} sont dus à présent.`,
  check: "Ce PDF est-il authentique ?",
  back: "Retour à la facture",

  pending: {
    title: "Un paiement est en cours. Vous n’avez pas besoin de payer à nouveau.",
    text: "Il est en général confirmé en quelques instants. Cette page se recharge d’elle-même.",
    reload: "Recharger maintenant",
    late: (day) => `Le paiement du ${day} n’est pas encore confirmé.`,
    transfers:
      "Un virement depuis un compte bancaire prend quelques jours\u00a0; cette page indique ensuite que la facture est réglée.",
    ifCharged: "Si vous avez été débité, ne payez pas une seconde fois et veuillez contacter",
    ifNotCharged: "Si vous n’avez pas été débité,",
    retry: "vérifiez si vous pouvez payer à nouveau"
  },
  test: {
    title: "Paiement de test",
    text: "Ceci est le paiement de test intégré\u00a0: aucune carte n’est demandée et aucun argent n’est transféré.",
    declined: "La carte a été refusée. Vous n’avez pas été débité.",
    pay: "Payer",
    late: "Payer, avec une notification tardive",
    twice: "Payer, avec une notification en double",
    decline: "Refuser la carte"
  },
  unknownLink: {
    title: "Ce lien de paiement ne fonctionne pas",
    message:
      "Il est peut-être incomplet\u00a0: ouvrez-le de nouveau depuis l’e-mail que vous avez reçu. Ou il a été remplacé\u00a0: demandez le nouveau lien à l’expéditeur."
  },
  unavailable: {
    title: "Le paiement n’est pas disponible pour le moment",
    message: "Vous n’avez pas été débité. Réessayez dans quelques minutes."
  },
  tooLarge: {
    title: "Le document est trop volumineux",
    message: "Le PDF de cette facture ne peut pas être créé. Veuillez contacter l’expéditeur."
  },

  checked: {
    title: "Est-ce le fichier qui a été envoyé\u00a0?",
    explanation:
      "Choisissez le PDF reçu avec l’e-mail d’une facture ou d’un avoir, ou déposez-le sur le champ. Son empreinte est comparée à celles des fichiers envoyés\u00a0; le fichier lui-même n’est pas conservé.",
    file: "PDF d’une facture ou d’un avoir",
    button: "Vérifier le fichier",
    noFile: "Choisissez d’abord un fichier.",
    genuine: "Oui, ce fichier a été envoyé d’ici et rien n’y a été modifié.",
    invoice: (number, seller, amount, issueDate) =>
      `C’est la facture ${number} de ${seller} d’un montant de ${amount}, émise le ${issueDate}.`,
    creditNote: (number, invoice, seller, amount, issueDate) =>
      `C’est l’avoir ${number} sur la facture ${invoice} de ${seller} d’un montant de ${amount}, émis le ${issueDate}.`,
    statuses: {
      sent: "Elle n’est pas encore réglée.",
      overdue: "Elle est en retard.",
      paid: "Elle est réglée.",
      void: "Elle a été annulée depuis\u00a0: aucun paiement n’est dû."
    },
    unknown: "Non, ce fichier n’a pas été envoyé d’ici avec une facture ou un avoir.",
    advice:
      "Il a peut-être été modifié ou enregistré de nouveau. Une copie téléchargée plus tard depuis la page de la facture diffère aussi, car elle montre l’état actuel. Avant de payer, contactez l’expéditeur par un moyen que vous connaissez."
  }
}
