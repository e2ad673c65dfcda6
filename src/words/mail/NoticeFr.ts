/** The words of notices in French. */
import type { NoticeWords } from "./NoticeWords.ts"

export const noticeFr: NoticeWords = {
  webhook_endpoint_disabled: {
    subject: (workspace) => `Un point de terminaison webhook de ${workspace} a été désactivé`,
    happened: (workspace) =>
      `Un point de terminaison webhook de l’espace de travail ${workspace} a été désactivé, car il n’acceptait plus d’événements depuis trop longtemps ou trop d’événements l’attendaient.`,
    button: "Voir le point de terminaison",
    advice: "Réparez d’abord le serveur. Réactivez ensuite le point de terminaison."
  },
  password_changed: {
    subject: (workspace) => `Votre mot de passe pour ${workspace} a été modifié`,
    happened: (workspace) =>
      `Le mot de passe de votre compte dans l’espace de travail ${workspace} a été modifié.`,
    button: "Ce n’était pas moi\u00a0: choisir un nouveau mot de passe",
    advice: "Si vous l’avez modifié vous-même, vous n’avez rien à faire."
  },
  email_requested: {
    subject: (workspace) => `Une autre adresse e-mail pour votre compte ${workspace}`,
    happened: (workspace) =>
      `Une autre adresse e-mail a été saisie pour votre compte dans l’espace de travail ${workspace}. Elle remplacera celle-ci dès que le lien qui lui a été envoyé sera ouvert.`,
    button: "Ce n’était pas moi\u00a0: choisir un nouveau mot de passe",
    advice:
      "Si vous l’avez saisie vous-même, vous n’avez rien à faire. Un nouveau mot de passe annule le lien et met fin à toutes les sessions."
  },
  email_changed: {
    subject: (workspace) => `Votre adresse e-mail pour ${workspace} a été modifiée`,
    happened: (workspace) =>
      `Votre compte dans l’espace de travail ${workspace} a maintenant une autre adresse e-mail. Celle-ci ne permet plus de se connecter.`,
    button: "Se connecter",
    advice:
      "Si vous ne l’avez pas modifiée, prévenez immédiatement un propriétaire de l’espace de travail."
  },
  second_factor_on: {
    subject: (workspace) => `Un second facteur pour votre compte ${workspace}`,
    happened: (workspace) =>
      `Un second facteur a été configuré pour votre compte dans l’espace de travail ${workspace}. Chaque connexion demande désormais un code.`,
    button: "Ce n’était pas moi\u00a0: choisir un nouveau mot de passe",
    advice:
      "Si vous l’avez configuré vous-même, vous n’avez rien à faire. Conservez les codes de récupération en lieu sûr."
  },
  second_factor_off: {
    subject: (workspace) => `Le second facteur de votre compte ${workspace} a été supprimé`,
    happened: (workspace) =>
      `Le second facteur de votre compte dans l’espace de travail ${workspace} a été supprimé. Le mot de passe seul suffit à nouveau.`,
    button: "Ce n’était pas moi\u00a0: choisir un nouveau mot de passe",
    advice: "Si vous l’avez supprimé vous-même, vous n’avez rien à faire."
  },
  api_key_created: {
    subject: (workspace, name) => `Une nouvelle clé d’API pour ${workspace}\u00a0: ${name}`,
    happened: (workspace) => `Une clé d’API a été créée dans l’espace de travail ${workspace}.`,
    button: "Voir les clés d’API",
    advice: "Si votre agence ne l’a pas créée, révoquez-la et choisissez un nouveau mot de passe."
  },
  export_ready: {
    subject: (workspace) => `L’export est prêt\u00a0: ${workspace}`,
    happened: (workspace) => `L’export de l’espace de travail ${workspace} peut être téléchargé.`,
    button: "Télécharger l’export",
    advice:
      "Le lien demande la connexion d’un propriétaire. Si vous n’avez pas demandé l’export, choisissez un nouveau mot de passe et prévenez les autres propriétaires."
  },
  new_device: {
    subject: (workspace) => `Une connexion à ${workspace} depuis un nouvel appareil`,
    happened: (workspace) =>
      `Un appareil s’est connecté pour la première fois à votre compte dans l’espace de travail ${workspace}.`,
    button: "Ce n’était pas moi\u00a0: choisir un nouveau mot de passe",
    advice:
      "Si c’était vous, vous n’avez rien à faire. Un nouveau mot de passe met fin à toutes les sessions."
  },
  endpoint: "Point de terminaison",
  name: "Nom",
  key: "Clé",
  createdBy: "Créée par",
  linkEnds: "Lien valable jusqu’au",
  when: "Date et heure",
  ipAddress: "Adresse IP"
}
