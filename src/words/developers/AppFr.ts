/** The words of OAuth apps in French. */
import type { AppWords } from "./AppWords.ts"

export const appsFr: AppWords = {
  title: "Applications OAuth",
  intro:
    "Pour les logiciels qui agissent au nom de vos utilisateurs, avec les droits qu’ils leur accordent.",
  none: "Il n’y a encore aucune application.",
  caption: "Applications",
  columns: ["Nom", "Enregistrée le"],
  by: (name) => `par ${name}`,
  openNamed: (name) => `Ouvrir ${name}`,
  all: "Toutes les applications",
  register: "Enregistrer une application",
  registerButton: "Enregistrer",
  name: "Nom de l’application",
  nameHint: "Affiché aux utilisateurs à qui l’on demande d’autoriser l’application.",
  nameWrong: "Le nom de l’application doit compter de 1 à 255 caractères",
  redirectUris: "URI de redirection",
  redirectUrisHint:
    "Une par ligne, 10 au plus, comparées caractère par caractère. https, ou http sur cette machine.",
  noRedirectUri: "Indiquez au moins une URI de redirection",
  tooManyRedirectUris: "10 URI de redirection au plus",
  redirectUri: (number, fault) => `L’URI de redirection ${number} ${fault}`,
  faults: {
    tooLong: "doit compter 2000 caractères au plus",
    notAbsolute: "doit être une URI absolue",
    fragment: "ne doit pas avoir de fragment",
    credentials: "ne doit contenir ni utilisateur ni mot de passe",
    host: "doit avoir un nom d’hôte simple",
    insecure: "doit être en https, ou en http sur localhost, 127.0.0.1 ou [::1]",
    scheme: "doit être en https, ou dans un schéma privé comme com.example.app:/callback"
  },
  logoHint: "Facultatif\u00a0: PNG ou JPEG, 256 ko et 2000 × 2000 pixels au plus.",
  tooMany: (most) =>
    `Un espace de travail a ${most} applications OAuth au plus. Supprimez-en une avant d’en enregistrer une autre.`,
  logoOf: (name) => `Logo de ${name}`,
  secretBegins: "Le secret commence par",
  save: "Enregistrer",
  secretAndRemoval: "Secret et suppression",
  newSecret: "Nouveau secret",
  done: "Terminé",
  rotate: {
    title: (name) => `Un nouveau secret pour ${name}\u00a0?`,
    text: "Le secret actuel cesse aussitôt de fonctionner. Les utilisateurs restent connectés.",
    button: "Créer un nouveau secret"
  },
  remove: {
    title: (name) => `Supprimer ${name}\u00a0?`,
    text: "La connexion de chaque utilisateur à l’application prend fin aussitôt. Cette action est irréversible.",
    button: "Supprimer l’application"
  },
  connected: {
    title: "Applications connectées",
    intro: "Les applications qui peuvent agir en votre nom.",
    none: "Vous n’avez autorisé aucune application.",
    columns: ["Nom", "Peut", "Depuis"],
    disconnectNamed: (name) => `Déconnecter ${name}`,
    disconnect: {
      title: (name) => `Déconnecter ${name}\u00a0?`,
      text: "L’application n’aura plus accès à votre compte tant que vous ne l’autoriserez pas de nouveau.",
      button: "Déconnecter"
    }
  },
  consent: {
    title: (app) => `Autoriser ${app}\u00a0?`,
    wants: (app, workspace) =>
      `${app} souhaite agir pour vous dans l’espace de travail ${workspace}. L’application pourra\u00a0:`,
    asMember:
      "Vous êtes membre de l’espace de travail, et l’application ne peut pas en faire plus que vous\u00a0: elle ne peut ni envoyer ou annuler des factures, ni enregistrer des paiements, ni inviter des clients, ni lire le journal d’audit.",
    redirected: "Vous serez redirigé vers {host}.",
    endAnyTime: "Vous pouvez y mettre fin à tout moment dans les paramètres.",
    allow: "Autoriser",
    deny: "Ne pas autoriser",
    signedInAs: (name, email) => `Connecté en tant que ${name} (${email}).`,
    notYou: "Ce n’est pas vous\u00a0?",
    foreign: {
      title: "Autre espace de travail",
      heading: "Cette application appartient à un autre espace de travail",
      text: (app, workspace, email) =>
        `${app} a été enregistrée dans un autre espace de travail que ${workspace}, où vous êtes connecté en tant que ${email}.`,
      signIn: "S’y connecter"
    },
    unusable: {
      title: "Cette demande ne peut pas être utilisée",
      reasons: {
        noApp: "La demande ne dit pas de quelle application elle vient.",
        unknownApp: "Aucune application avec ce client_id n’est enregistrée ici.",
        unknownAddress:
          "L’adresse vers laquelle l’application veut vous mener (redirect_uri) n’est pas de celles qu’elle a enregistrées."
      },
      invalid: (app, description) => `La demande de ${app} n’est pas valide\u00a0: ${description}.`,
      nothingShared: "Rien n’a été partagé. Contactez le développeur de l’application."
    }
  }
}
