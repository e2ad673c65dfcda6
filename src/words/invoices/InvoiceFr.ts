/** The words of the page of one invoice in French. */
import type { InvoiceWords } from "./InvoiceWords.ts"

export const invoiceFr: InvoiceWords = {
  figures: {
    balance: "Solde dû",
    total: "Montant total",
    paid: "Payé",
    credited: "Avoirs",
    due: "Échéance"
  },
  actions: {
    pay: "Enregistrer un paiement",
    remind: "Relancer",
    send: "Envoyer…",
    ask: "Demander l’envoi",
    again: "Renvoyer…",
    void: "Annuler la facture…",
    reverse: "Contre-passer un paiement…",
    credit: "Avoir…",
    correct: "Avoir pour le tout et copie corrigée",
    note: "Renvoyer…",
    link: "Remplacer le lien…",
    duplicate: "Dupliquer"
  },
  correctAndSend: "Corriger l’adresse et renvoyer",
  edit: "Modifier",
  preview: "Aperçu PDF",
  pdf: "Fichier PDF",
  receipt: "Reçu",
  copyLink: "Page de paiement",
  more: "Plus",
  cancel: "Fermer",
  adminSends: "Un administrateur l’envoie.",
  adminActs: "Un administrateur enregistre les paiements, relance et corrige.",

  titles: {
    pay: "Enregistrer un paiement",
    remind: "Relancer le client",
    send: "Envoyer la facture",
    ask: "Demander l’envoi à un administrateur",
    again: "Renvoyer la facture",
    void: "Annuler la facture\u00a0?",
    reverse: "Contre-passer un paiement",
    credit: "Établir un avoir",
    correct: "Établir un avoir et une copie corrigée",
    note: "Renvoyer l’avoir",
    link: "Remplacer le lien de paiement\u00a0?",
    duplicate: "Dupliquer la facture"
  },
  buttons: {
    remind: "Relancer",
    send: "Envoyer",
    ask: "Demander l’envoi",
    again: "Renvoyer",
    void: "Annuler la facture",
    reverse: "Contre-passer",
    correct: "Établir l’avoir et la copie",
    note: "Renvoyer",
    link: "Remplacer le lien",
    duplicate: "Dupliquer"
  },
  amount: "Montant",
  receivedOn: "Reçu le",
  method: "Mode",
  methods: {
    bank_transfer: "Virement",
    card: "Carte",
    cash: "Espèces",
    check: "Chèque",
    direct_debit: "Prélèvement"
  },
  noMethod: "Non précisé",
  reference: "Référence",
  fromCredit: "Depuis un crédit",
  noCredit: "Non, nouvel argent",
  creditOf: (amount, source) => `${amount} de ${source}`,
  record: (amount) => `Enregistrer ${amount}`,
  willBePaid: "Le solde entier règle la facture. Le client reçoit un reçu.",
  excess: (rest, over) =>
    `C’est plus que le solde dû. Enregistrer ${rest} et garder ${over} en crédit\u00a0?`,
  recordExcess: (rest, over) => `Enregistrer ${rest} et garder ${over} en crédit`,
  message: "Message au client",
  to: "À",
  reason: "Motif",
  payment: "Paiement",
  line: "Ligne",
  quantityLeft: (quantity) => `Quantité (facturée\u00a0: ${quantity})`,
  creditAmount: (currency) => `Montant net, ${currency}`,
  creditHint: "Laissez tout vide pour créditer tout ce qui reste de la facture.",
  issueCredit: "Établir l’avoir",
  voidDraft: "Un brouillon annulé garde son numéro\u00a0; la facture suivante prend le suivant.",
  voidSent: "Le client est informé. Le numéro reste et plus rien n’est dû.",
  clientHasIt:
    "Le client a cette facture. Un avoir la corrige d’une façon que les deux peuvent comptabiliser\u00a0:",
  creditAll: "Avoir pour le tout",
  voidUnsent:
    "Aucun e-mail avec cette facture n’est parti\u00a0: le client n’est donc pas informé. Le numéro reste et plus rien n’est dû.",
  correctText: (amount, email) =>
    `Un avoir pour tout ce qui reste (${amount}) est envoyé à ${email}. Un nouveau brouillon reprend le client, les lignes, les taxes et les notes de cette facture\u00a0: corrigez-le et envoyez-le.`,
  voidRefused:
    "Une facture avec des paiements ou des avoirs ne peut pas être annulée. Contre-passez d’abord les paiements, ou établissez un avoir.",
  requestText:
    "Les propriétaires et administrateurs voient la demande dans l’activité de ce brouillon.",
  duplicateText:
    "Un nouveau brouillon reprend le client, les lignes, les taxes et les notes de cette facture.",
  linkText:
    "Toute personne qui a le lien peut voir la facture. Un nouveau lien le remplace aussitôt\u00a0: l’actuel ne fonctionne plus, même dans les e-mails déjà envoyés. Le client reçoit le nouveau de votre part ou avec la prochaine relance.",
  noLink: "Les brouillons et les factures annulées n’ont pas de lien de paiement.",
  remindedToday: "Le client a déjà été relancé aujourd’hui. Une relance est envoyée par jour.",
  previewText: "Le client reçoit le document ci-dessous en PDF, avec un lien de paiement.",

  done: {
    pay: "Le paiement est enregistré.",
    remind: "La relance va être envoyée.",
    send: "La facture va être envoyée.",
    ask: "Les propriétaires et administrateurs voient votre demande.",
    again: "La facture va être renvoyée.",
    void: "La facture est annulée.",
    reverse: "Le paiement est contre-passé.",
    credit: "L’avoir est établi et va être envoyé.",
    correct:
      "L’avoir est établi et va être envoyé. Voici la copie\u00a0: corrigez-la et envoyez-la.",
    note: "L’avoir va être renvoyé.",
    link: "Le lien est remplacé\u00a0: l’ancien ne fonctionne plus.",
    duplicate: "Voici le nouveau brouillon."
  },
  refused: (status) =>
    `Rien n’a été modifié\u00a0: la facture est ${status}. La page montre son état actuel.`,
  statuses: {
    draft: "un brouillon",
    sent: "ouverte",
    overdue: "en retard",
    paid: "payée",
    void: "annulée"
  },
  tooManyMails: "Trop d’e-mails ont été envoyés à cette adresse aujourd’hui. Réessayez demain.",
  problems: {
    notNumber: "Saisissez un nombre, par exemple 1234,50.",
    ambiguous: "Ce nombre peut se lire de deux façons. Saisissez ses décimales.",
    tooManyDecimals: "Le nombre a plus de décimales que la devise.",
    tooLarge: "Le nombre est trop grand.",
    required: "Ce champ est obligatoire.",
    notPositive: "Saisissez un montant supérieur à zéro.",
    tooMuch: (most) => `C’est plus que ${most}.`,
    future: "Le jour ne doit pas être dans le futur.",
    noDay: "Saisissez un jour.",
    email: "Saisissez une adresse e-mail.",
    tooLong: "Le texte est trop long."
  },

  warnings: "Avant l’envoi",
  particulars: {
    "workspace.legal_name":
      "Le document ne nomme pas votre entreprise\u00a0: indiquez sa raison sociale.",
    "workspace.address": "Votre adresse manque sur le document.",
    "client.address": "L’adresse du client manque sur le document.",
    delivery_date: "La date de la prestation manque\u00a0: indiquez le jour ou la période."
  },
  eInvoice: {
    workspace: (field) => `Votre entreprise\u00a0: ${field}`,
    client: (field) => `Client\u00a0: ${field}`,
    invoice: (field) => `Cette facture\u00a0: ${field}`,
    missing: "à indiquer pour la facture électronique"
  },
  duePassed: "L’échéance est passée.",
  voidedOn: (day) => `Annulée le ${day}`,
  notDelivered: (email) => `L’e-mail n’a pas pu être remis à ${email}.`,
  noteNotDelivered: (number, email) => `L’avoir ${number} n’a pas pu être remis à ${email}.`,
  noNote: "Il n’y a pas d’avoir.",

  activity: {
    title: "Activité",
    next: (day) => `Prochaine relance le ${day}`,
    created: (name) => `Créée par ${name}`,
    sent: (email) => `Envoyée à ${email}`,
    resent: (name) => `Renvoyée par ${name}`,
    asked: (name) => `${name} demande l’envoi`,
    reminded: (name) => `Relancée par ${name}`,
    paid: (amount) => `${amount} payés`,
    reversed: (amount) => `Paiement de ${amount} contre-passé`,
    credited: (name) => `Avoir établi par ${name}`,
    voided: (name) => `Annulée par ${name}`,
    opened: "Page de paiement ouverte",
    by: (name) => `par ${name}`,
    mails: { queued: "e-mail en attente", sent: "e-mail remis", failed: "e-mail non remis" }
  },
  client: {
    title: "Client de la facture",
    owes: "Doit en tout",
    email: "Adresse e-mail",
    portal: "Portail, dernière visite",
    never: "jamais"
  },
  document: {
    title: "Fichier",
    asSent: "Telle qu’envoyée",
    current: "Version actuelle",
    warnings: "Remarques",
    notSent: "pas encore envoyée"
  },
  files: { title: "Fichiers", none: "Aucun fichier", add: "Ajouter un fichier" },

  reminderTexts: {
    early: "Nous vous rappelons aimablement que la facture ci-dessous arrive bientôt à échéance.",
    late: "La facture ci-dessous est en retard. Elle vous a peut-être échappé\u00a0: merci de la régler rapidement.",
    veryLate:
      "La facture ci-dessous est en retard depuis plus d’un mois. Merci de la régler maintenant, ou de nous dire ce qui s’y oppose."
  }
}
