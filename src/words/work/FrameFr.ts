/** The words of the frame and of the sign-in in French. */
import { counted, type FrameWords } from "./FrameWords.ts"

export const frameFr: FrameWords = {
  skip: "Aller au contenu",
  main: "Navigation principale",
  menu: "Menu",
  home: "Accueil",
  invoices: "Factures",
  clients: "Clients",
  reports: "Rapports",
  overdue: counted("fr", { one: (n) => `${n} en retard`, other: (n) => `${n} en retard` }),
  projects: "Projets",
  settings: "Paramètres",
  account: "Mon compte",
  signOut: "Se déconnecter",
  newInvoice: "Nouvelle facture",
  toHome: "Aller à l’accueil",
  notFound: {
    title: "Page introuvable",
    message: "Elle a peut-être été supprimée, ou l’adresse est incomplète."
  },
  notForMembers: {
    title: "Réservé aux administrateurs",
    change: "Seuls les propriétaires et administrateurs de l’espace peuvent modifier ceci.",
    see: "Seuls les propriétaires et administrateurs de l’espace peuvent voir ceci."
  },

  signIn: {
    title: "Se connecter",
    toContinue: (app) => `Se connecter pour continuer vers ${app}`,
    ended: "Votre session a expiré. Connectez-vous pour continuer.",
    filledIn: "Votre saisie sera restituée\u00a0; elle n’est pas encore enregistrée.",
    email: "Adresse e-mail",
    password: "Mot de passe",
    workspace: "Quel espace\u00a0?",
    chooseWorkspace: "Choisissez un espace et saisissez à nouveau le mot de passe.",
    button: "Se connecter",
    forgot: "Mot de passe oublié\u00a0?",
    wrong: "L’adresse e-mail ou le mot de passe est incorrect",
    someDown:
      "Certains comptes sont momentanément inaccessibles. Si le vôtre en fait partie, réessayez dans une minute."
  },

  figures: {
    outstanding: "À encaisser",
    overdue: "En retard",
    collectedIn: (year) => `Encaissé en ${year}`,
    notSent: "Pas encore envoyé",
    drafts: counted("fr", { one: (n) => `${n} brouillon`, other: (n) => `${n} brouillons` }),
    invoices: counted("fr", { one: (n) => `${n} facture`, other: (n) => `${n} factures` }),
    also: (amounts) => `et ${amounts}`
  }
}
