/** The words of the settings in French. */
import { counted } from "../work/FrameWords.ts"
import type { SettingsWords } from "./SettingsWords.ts"

export const settingsFr: SettingsWords = {
  groups: { you: "Vous", workspace: "Espace", developers: "Développeurs" },
  sections: {
    connected: "Applications connectées",
    workspace: "Entreprise et banque",
    branding: "Identité visuelle",
    invoicing: "Facturation et relances",
    users: "Utilisateurs",
    mails: "E-mails",
    leave: "Export et suppression",
    audit: "Journal d’audit",
    keys: "Clés d’API",
    apps: "Applications OAuth",
    webhooks: "Webhooks",
    docs: "Documentation de l’API"
  },
  dones: {
    saved: "Enregistré.",
    password: "Votre nouveau mot de passe est enregistré. Vous êtes déconnecté partout ailleurs.",
    revoked: "La clé est révoquée.",
    removed: "Supprimé.",
    left: "L’utilisateur est supprimé, et ce qui était coché est révoqué.",
    lowered: "Le rôle est modifié, et ce qui était coché est révoqué.",
    disconnected: "L’application n’a plus accès.",
    queued: "L’envoi aura lieu dans un instant.",
    tried: "L’envoi a eu lieu entre-temps\u00a0: le résultat est ci-dessous.",
    "signed-out": "L’utilisateur est déconnecté partout.",
    invited: "L’invitation sera envoyée dans un instant."
  },
  readOnly:
    "Les propriétaires et administrateurs peuvent modifier ceci\u00a0; vous pouvez le lire.",
  cancel: "Annuler",
  save: "Enregistrer",
  by: (name) => `par ${name}`,
  tooManyMails: "Trop d’e-mails sont partis aujourd’hui. Réessayez demain.",
  secret: {
    copy: "Copier",
    copied: "Copié",
    now: "Copiez-le maintenant\u00a0: il ne sera plus affiché.",
    shown:
      "Il a été affiché une fois, juste après sa création, et ne peut plus l’être. Si vous ne l’avez pas conservé, créez-en un autre."
  },
  users: {
    columns: ["Nom", "E-mail", "Rôle", "Dernière activité"],
    you: "vous",
    invited: "invitation envoyée",
    never: "jamais",
    roles: { member: "Membre", admin: "Administrateur", owner: "Propriétaire" },
    roleChoices: {
      member: "Membre\u00a0: lit les paramètres",
      admin: "Administrateur\u00a0: modifie les paramètres",
      owner: "Propriétaire\u00a0: modifie les paramètres et les propriétaires"
    },
    change: "Modifier",
    changeNamed: (name) => `Modifier ${name}`,
    invite: "Inviter quelqu’un",
    inviteButton: "Inviter",
    emailHint: "Un lien pour choisir un mot de passe y est envoyé.",
    rules: {
      name: "Saisissez un nom de 255 caractères au plus.",
      email: "Saisissez une adresse e-mail, par exemple nom@example.com.",
      role: "Choisissez un rôle."
    },
    emailTaken: "Un utilisateur de cet espace a déjà cette adresse.",
    again: "Renvoyer l’invitation",
    endSessions: "Fermer toutes les sessions",
    factor: {
      title: "Second facteur",
      from: "À partir de leur prochaine connexion\u00a0:",
      choice: "Les propriétaires et administrateurs ont besoin d’un second facteur"
    },
    all: "Tous les utilisateurs",
    removal: "Suppression",
    remove: "Supprimer de l’espace",
    removeQuestion: (name) => `Supprimer ${name}\u00a0?`,
    removeText:
      "L’utilisateur est aussitôt déconnecté, et toute application qui agit pour lui perd son accès. Ce qu’il a fait reste.",
    removeButton: "Supprimer",
    roleQuestion: (name, role) => `Donner à ${name} le rôle ${role}\u00a0?`,
    roleText: "Le rôle inférieur vaut aussitôt, aussi pour les applications qui agissent pour lui.",
    roleButton: "Changer le rôle",
    created: {
      title: "L’utilisateur a créé ceci, qui fonctionne sans lui. Révoquer\u00a0:",
      none: "L’utilisateur n’a créé ni clé d’API, ni application, ni webhook qui fonctionne encore.",
      more: counted("fr", {
        one: (n) => `${n} autre accès est aussi révoqué.`,
        other: (n) => `${n} autres accès sont aussi révoqués.`
      }),
      key: (name, part) => `Clé d’API «\u00a0${name}\u00a0» (${part})`,
      app: (name) =>
        `Application OAuth «\u00a0${name}\u00a0», avec l’accès que des utilisateurs lui ont donné`,
      endpoint: (host) => `Webhook vers ${host}`
    },
    refused: {
      title: "Ce n’est pas possible",
      LastOwner: "Un espace a besoin d’un propriétaire\u00a0: nommez-en d’abord un autre.",
      OwnersOnly: "Seul un propriétaire peut nommer, modifier ou déconnecter un propriétaire.",
      AlreadyJoined: "L’utilisateur a déjà rejoint l’espace."
    }
  },
  mails: {
    about: (name) => `E-mails concernant ${name}`,
    columns: ["Message", "À", "Résultat"],
    kinds: {
      invoice: "Facture",
      credit_note: "Avoir",
      reminder: "Relance",
      receipt: "Reçu",
      payment_notice: "Avis de paiement",
      invitation: "Invitation au portail",
      link_request: "Lien vers le portail",
      user_link: "Lien de mot de passe",
      notice: "Avis"
    },
    states: { queued: "En attente", sent: "Envoyé", failed: "Non distribué" },
    tries: counted("fr", {
      one: (n) => `après ${n} essai`,
      other: (n) => `après ${n} essais`
    }),
    again: "Renvoyer",
    none: "Il n’y a aucun e-mail des 90 derniers jours.",
    noneSuch: "Aucun e-mail des 90 derniers jours ne correspond.",
    state: "Résultat",
    anyState: "Tous les résultats",
    kind: "Type",
    anyKind: "Tous les types",
    show: "Afficher",
    all: "Tous les e-mails",
    older: "E-mails plus anciens",
    refused: "Non renvoyé",
    refusals: {
      requested: "Le client a demandé ce lien et peut en demander un autre.",
      queued: "Un e-mail du même type attend déjà d’être envoyé.",
      ended: "L’invitation a expiré. Envoyez-en une nouvelle.",
      removed: "L’utilisateur a été supprimé.",
      otherAddress: "Il est parti à une autre adresse que celle de l’utilisateur.",
      void: "La facture est annulée."
    },
    refusedNow:
      "L’e-mail ne peut pas être envoyé avec les données actuelles. Vérifiez le client ou la facture."
  },
  keys: {
    intro:
      "Pour vos propres serveurs. Une clé a accès à tout l’espace, dans la limite de ses droits.",
    none: "Il n’y a pas encore de clé.",
    columns: ["Nom", "Commence par", "Création", "Dernière utilisation"],
    never: "Jamais",
    revoke: "Révoquer",
    revokeNamed: (name) => `Révoquer ${name}`,
    revokeQuestion: (name) => `Révoquer ${name}\u00a0?`,
    revokeText: (part) =>
      `Les requêtes avec ${part} seront refusées dès ce moment. C’est irréversible.`,
    revokeButton: "Révoquer la clé",
    create: "Créer une clé",
    nameHint: "À quoi sert la clé, par exemple «\u00a0Export comptable\u00a0».",
    access: "Que peut faire la clé\u00a0?",
    everything: "Tout",
    readOnly: "Lecture seule",
    choose: "Choisir\u00a0:",
    permissions: "Droits\u00a0; modifier n’inclut pas consulter",
    createButton: "Créer la clé",
    noPermission: "Choisissez au moins un droit.",
    tooMany: "Un espace a au plus 100 clés d’API. Révoquez-en une avant d’en créer une autre.",
    newKey: "Votre nouvelle clé",
    done: "Terminé",
    another: "Créer une autre clé"
  },
  access: {
    title: "Ce qui a encore accès",
    text: "Un nouveau mot de passe ne met pas fin aux clés et applications ci-dessous. Si quelqu’un d’autre a pu avoir l’ancien, révoquez ce que vous ne reconnaissez pas.",
    keys: "Clés d’API de l’espace",
    adminsRevoke: "Les propriétaires et administrateurs peuvent révoquer une clé.",
    apps: "Applications qui agissent pour vous",
    check: "Vérifiez aussi les webhooks et les utilisateurs de l’espace\u00a0:",
    toSettings: "Continuer vers les paramètres"
  }
}
