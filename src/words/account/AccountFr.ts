/** The words of the account in French. */
import type { AccountWords } from "./AccountWords.ts"

export const accountFr: AccountWords = {
  dones: {
    name: "Votre nom est enregistré.",
    email:
      "Si l’adresse est libre, un lien lui a été envoyé. Il fonctionne une seule fois, pendant une heure.",
    confirmed: "Votre adresse e-mail est modifiée. Connectez-vous désormais avec la nouvelle.",
    password: "Votre mot de passe est modifié. Toutes vos autres sessions sont terminées.",
    ended: "La session est terminée.",
    others: "Toutes vos autres sessions sont terminées.",
    preferences: "Enregistré.",
    factor: "Le second facteur est désactivé."
  },
  name: "Nom",
  saveName: "Enregistrer le nom",
  nameWrong: "Saisissez un nom de 255 caractères au plus",
  email: "E-mail",
  emailNow: (email) => `Vous vous connectez avec ${email}.`,
  newEmail: "Nouvelle adresse e-mail",
  emailHint:
    "Un lien est envoyé à la nouvelle adresse. Rien ne change tant qu’il n’est pas ouvert.",
  requestEmail: "Modifier l’e-mail",
  emailWrong: "Saisissez une adresse e-mail comme nom@example.com",
  emailSame: "C’est déjà votre adresse",
  password: "Mot de passe",
  passwordHint: "Un nouveau mot de passe met fin à toutes vos autres sessions.",
  presentPassword: "Mot de passe actuel",
  newPassword: "Nouveau mot de passe",
  passwordRules:
    "Au moins 12 caractères, et aucun des 10\u202f000 mots de passe les plus courants.",
  repeatedPassword: "Nouveau mot de passe, encore une fois (facultatif)",
  changePassword: "Modifier le mot de passe",
  presentWrong: "Le mot de passe actuel n’est pas correct",
  passwordShort: "Le nouveau mot de passe doit avoir au moins 12 caractères",
  passwordLong: "Le nouveau mot de passe doit avoir 200 caractères au plus",
  passwordCommon: "Le nouveau mot de passe est trop courant, même entouré de chiffres et de signes",
  passwordNoLetters: "Le nouveau mot de passe doit contenir plus que des chiffres et des signes",
  passwordsDiffer: "Les deux nouveaux mots de passe sont différents",
  sessions: "Sessions ouvertes",
  sessionsHint: "Une session se termine après 12 heures sans utilisation, et après 14 jours.",
  columns: ["Appareil", "Adresse IP", "Depuis", "Dernière utilisation"],
  device: (browser, system) => `${browser} sur ${system}`,
  unknownDevice: "Appareil inconnu",
  unknown: "inconnue",
  thisOne: "celle-ci",
  end: "Terminer",
  endOthers: "Terminer toutes les autres sessions",
  noOthers: "Vous n’êtes connecté nulle part ailleurs.",
  preferences: "Langue et clavier",
  language: "Langue des pages",
  asBrowser: "Comme mon navigateur",
  languages: { en: "Anglais", de: "Allemand", fr: "Français", es: "Espagnol" },
  keyboard: "Clavier",
  keys: "Raccourcis clavier par touches seules",
  keysHint: "? les affiche. Désactivez-les si vous dictez ou si vos touches servent à autre chose.",
  savePreferences: "Enregistrer les réglages",
  confirm: {
    title: "Confirmer votre nouvelle adresse e-mail",
    text: (email, name) => `${name} se connectera désormais avec ${email}.`,
    button: "Confirmer l’adresse",
    gone: "Ce lien ne fonctionne plus",
    goneText:
      "Il a expiré ou a été utilisé, ou le mot de passe a été modifié depuis. Saisissez à nouveau l’adresse dans Mon compte."
  },
  switcher: {
    title: "Vos autres espaces de travail",
    signInTo: (workspace) => `Se connecter à ${workspace}`
  }
}
