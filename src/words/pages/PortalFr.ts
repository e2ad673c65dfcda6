/** The words of the client portal in French. */
import { counted } from "../work/FrameWords.ts"
import type { PortalWords } from "./PortalWords.ts"

export const portalFr: PortalWords = {
  title: "Espace client",
  hello: (name) => `Bonjour ${name}`,
  leave: "Quitter",

  balance: (amounts) => `Solde dû ${amounts}`,
  nextDue: (day) => `prochaine échéance le ${day}`,
  dueSince: (day) => `échu depuis le ${day}`,
  nothingDue: "Rien n’est dû",
  openInvoices: "Factures à régler",
  paid: "Réglées",
  paidOrVoid: "Réglées et annulées",
  count: counted("fr", { one: (n) => `${n} facture`, other: (n) => `${n} factures` }),
  receiptOf: (number) => `Reçu de ${number}`,
  back: "Toutes les factures et tous les projets",
  tasksDone: (done, all) => `Tâches terminées\u00a0: ${done} sur ${all}`,
  milestones: "Jalons",
  milestoneStatuses: { pending: "Prévu", completed: "Terminé" },
  details: {
    title: "Vos coordonnées",
    company: "Société",
    email: "Adresse e-mail",
    address: "Adresse",
    wrong: "Une erreur ? Écrivez à"
  },

  invoices: "Factures",
  noInvoices: "Il n’y a pas encore de facture pour vous.",
  yourInvoices: "Vos factures",
  number: "Numéro",
  issued: "Émise le",
  due: "Échéance",
  amount: "Montant",
  actions: "Opérations",
  statuses: {
    sent: "À régler",
    overdue: "En retard",
    paid: "Réglée",
    void: "Annulée",
    draft: "Brouillon"
  },
  credited: "Annulée par avoir",
  open: (amount) => `${amount} à régler`,
  pdfOf: (number) => `PDF de ${number}`,
  pay: "Payer",
  viewAndPay: (number) => `Voir et payer ${number}`,
  beingPaid: "Paiement en cours",
  beingPaidOf: (number) => `Paiement de ${number} en cours`,
  older: "Factures plus anciennes",

  projects: "Projets",
  shared: "Partagés avec vous",
  name: "Nom",
  state: "État",
  dates: "Période",
  files: "Fichiers",
  projectStatuses: {
    planning: "En préparation",
    in_progress: "En cours",
    review: "En révision",
    completed: "Terminé",
    archived: "Archivé"
  },

  request: {
    title: "Accès à l’espace client",
    text: "Vous vous connectez avec un lien que nous envoyons par e-mail. Demandez-en un nouveau ici.",
    email: "Adresse e-mail",
    button: "M’envoyer un lien",
    sentTitle: "Consultez votre messagerie",
    sent: "Si cette adresse est connue ici, nous y avons envoyé un lien. Il fonctionne une seule fois, pendant un jour."
  },
  invitation: {
    welcome: (name) => `Bienvenue, ${name}`,
    shares: (workspace) => `${workspace} partage ici vos factures et vos projets avec vous.`,
    endsSession: (name, email, invited) =>
      `Vous êtes connecté à l’espace client en tant que ${name} (${email}). L’ouvrir pour ${invited} met fin à cette session.`,
    open: "Ouvrir l’espace client",
    othersTitle: "Ce lien est destiné à une autre personne",
    others: (name, email) =>
      `Vous êtes connecté à l’espace client en tant que ${name} (${email}). Le lien invitait un autre client et ne fonctionne plus.`,
    openOwn: "Ouvrir votre espace client",
    unusable: "Ce lien ne peut pas être utilisé",
    reasons: {
      expired: "Ce lien a expiré.",
      used: "Ce lien a déjà été utilisé.",
      replaced: "Ce lien a été remplacé par un plus récent, ou révoqué.",
      closed: "Votre accès à l’espace client a pris fin. Veuillez contacter l’agence."
    },
    renew: "M’envoyer un nouveau lien"
  },
  notFound: {
    title: "Page introuvable",
    message: "Elle a peut-être été supprimée, ou l’adresse est incomplète."
  },
  signIn: "Se connecter"
}
