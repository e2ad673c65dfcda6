/** The words of Home in French. */
import { counted } from "../work/FrameWords.ts"
import type { HomeWords } from "./HomeWords.ts"

export const homeFr: HomeWords = {
  newClient: "Nouveau client",

  figures: {
    oldest: counted("fr", {
      one: (n) => `la plus ancienne de ${n} jour`,
      other: (n) => `la plus ancienne de ${n} jours`
    }),
    lastYear: (amount, year) => `${amount} à ce jour en ${year}`,
    milestones: counted("fr", {
      one: (n) => `${n} jalon à facturer`,
      other: (n) => `${n} jalons à facturer`
    }),
    byAge: "Encours par ancienneté",
    age: "Ancienneté",
    ages: {
      notDue: "Non échu",
      days1to30: "1 à 30 jours de retard",
      days31to60: "31 à 60 jours de retard",
      days61to90: "61 à 90 jours de retard",
      over90: "Plus de 90 jours de retard"
    },
    total: "Total"
  },

  attention: {
    title: "À traiter",
    all: (count) => `Tout voir (${count})`,
    fewer: "Les plus urgents seulement",
    mailFailed: {
      invoice: "{object} n’a pas pu être remise à {party}",
      credit_note: "L’avoir {object} n’a pas pu être remis à {party}",
      reminder: "La relance de {object} n’a pas pu être remise à {party}",
      receipt: "Le reçu de {object} n’a pas pu être remis à {party}",
      payment_notice: "L’avis de paiement de {object} n’a pas pu être remis à {party}",
      invitation: "L’invitation au portail n’a pas pu être remise à {party}",
      link_request: "Un lien vers le portail n’a pas pu être remis à {party}",
      user_link: "L’invitation n’a pas pu être remise à {party}",
      notice: "Un avis n’a pas pu être remis à {party}"
    },
    refunded: "Le prestataire de paiement a remboursé de l’argent de {invoice}",
    refundedWhy: "Aucun avoir ne corrige encore la facture",
    webhookFailing: "Le webhook vers {host} échoue",
    webhookDisabled: "Le webhook vers {host} a été désactivé, car il échouait sans cesse",
    since: (time) => `depuis ${time}`,
    requested: "{who} demande l’envoi de {invoice}",
    milestone: "Le jalon «\u00a0{milestone}\u00a0» est terminé, mais pas facturé",
    credit: "{amount} d’avoir de {party} n’est pas imputé",
    creditWhy: (invoice, day) => `De ${invoice}, reçu le ${day}`,
    oldDraft: counted("fr", {
      one: (n) => `Le brouillon {invoice} attend l’envoi depuis ${n} jour`,
      other: (n) => `Le brouillon {invoice} attend l’envoi depuis ${n} jours`
    }),
    notJoined: "{who} n’a pas encore rejoint l’espace",
    invited: (day) => `invitation du ${day}`,
    remindersOff: "Les relances sont désactivées",
    testProcessor: "Les paiements de la page de paiement sont simulés",
    testProcessorWhy:
      "PROCESSOR vaut test\u00a0: quiconque a un lien de paiement peut marquer la facture comme payée, sans argent",
    actions: {
      correctAndSend: "Corriger et renvoyer",
      seeMail: "Voir l’e-mail",
      seeDeliveries: "Voir les envois",
      bill: "Facturer",
      settle: "Imputer ou rembourser",
      openDraft: "Ouvrir le brouillon",
      seeUsers: "Inviter de nouveau",
      chooseDays: "Choisir les jours",
      seeSettings: "Voir les paramètres",
      show: "Voir"
    }
  },

  chart: {
    title: "Facturé et encaissé",
    billed: "Facturé",
    collected: "Encaissé",
    month: "Mois",
    asTable: (currency) => `En tableau, en ${currency}`,
    sentence: ({ from, to, currency, billed, collected }) =>
      `Facturé et encaissé par mois, de ${from} à ${to}, en ${currency}\u00a0: ${billed} facturés et ${collected} encaissés en tout. Les montants sont dans le tableau ci-dessous.`,
    none: "Rien n’a été facturé ni encaissé au cours des douze derniers mois."
  },

  activity: {
    title: "Activité récente",
    all: "Tout voir",
    none: "Il ne s’est encore rien passé.",
    lines: {
      "invoice.created": "{who} a créé {invoice} pour {party}",
      "invoice.send_requested": "{who} a demandé l’envoi de {invoice}",
      "invoice.sent": "{who} a envoyé {invoice} à {party}",
      "invoice.resent": "{who} a renvoyé {invoice} à {party}",
      "invoice.delivery_failed": "{invoice} n’a pas pu être remise à {party}",
      "invoice.reminded": "{party} a été relancé pour {invoice}",
      "invoice.overdue": "{invoice} de {party} est en retard",
      "invoice.payment_recorded": "{party} a payé {invoice}",
      "invoice.payment_reversed": "{who} a contre-passé un paiement de {invoice}",
      "invoice.processor_refunded":
        "Le prestataire de paiement a remboursé de l’argent de {invoice}",
      "invoice.voided": "{who} a annulé {invoice}",
      "credit_note.created": "{who} a établi {object} pour {invoice}",
      "client.created": "{who} a ajouté le client {object}",
      "client.invited": "{who} a invité {object} au portail",
      "project.created": "{who} a ajouté le projet {object}",
      "milestone.completed": "{who} a terminé le jalon {object}"
    },
    by: (name) => `par ${name}`,
    reverse: "Contre-passer"
  },

  owing: {
    title: "Encours par client",
    all: counted("fr", { one: (n) => `${n} client`, other: (n) => `Les ${n} clients` }),
    columns: {
      client: "Client",
      open: "Ouvertes",
      oldest: "Échéance la plus ancienne",
      overdue: "En retard",
      owed: "Dû"
    },
    actions: "Actes",
    remind: "Relancer",
    none: "Personne ne doit rien.",
    adminReminds: "Un administrateur enregistre les paiements et relance.",
    reminded: counted("fr", {
      one: (n) => `${n} relance va être envoyée.`,
      other: (n) => `${n} relances vont être envoyées.`
    }),
    remindedToday:
      "Rien n’a été envoyé\u00a0: le client a déjà été relancé aujourd’hui pour chaque facture en retard.",
    tooManyMails: "Trop d’e-mails sont partis vers cette adresse aujourd’hui. Réessayez demain."
  },

  steps: {
    title: "Trois étapes vers votre première facture",
    done: "fait",
    identity: {
      title: "Dites qui vous êtes",
      text: "Vos factures, e-mails et pages de paiement le montrent.",
      action: "Entreprise et banque"
    },
    parts: {
      legalName: "Raison sociale",
      address: "Adresse",
      logo: "Logo de l’entreprise",
      bank: "Compte bancaire"
    },
    client: {
      title: "Ajoutez votre premier client",
      text: "Un nom et une adresse e-mail suffisent.",
      action: "Nouveau client"
    },
    invoice: {
      title: "Rédigez votre première facture",
      text: "Vous la voyez avant le client.",
      action: "Nouvelle facture"
    },
    sampleText: "Ou regardez d’abord autour de vous\u00a0:",
    sample: "Remplir avec des exemples",
    sampleDone: "L’espace a des données d’exemple. Rien n’a été envoyé.",
    sampleRefused: "Rien n’a été ajouté\u00a0: l’espace n’est pas vide."
  }
}
