/** The words of the second factor in French. */
import type { SecondFactorWords } from "./SecondFactorWords.ts"

export const secondFactorFr: SecondFactorWords = {
  title: "Second facteur",
  isOff: "Un code d’une application de votre téléphone, en plus du mot de passe.",
  isOn: "Chaque connexion demande un code de votre application.",
  setUp: "Configurer un second facteur",
  turnOff: "Désactiver le second facteur",
  required:
    "Votre espace de travail exige un second facteur des propriétaires et des administrateurs. Configurez-le pour continuer.",
  scan: "Scannez l’image avec une application d’authentification, ou saisissez-y la clé. Saisissez ensuite le code que l’application affiche.",
  qrCode: "Code QR pour une application d’authentification",
  secret: "Clé",
  code: "Code à usage unique",
  codeHint: "Six chiffres",
  confirm: "Activer le second facteur",
  codeWrong: "Ce code n’est pas correct. Saisissez celui que l’application affiche maintenant",
  offText: "Sans lui, le mot de passe seul suffit pour se connecter.",
  codeOrRecovery: "Code, ou code de récupération",
  recovery: {
    title: "Codes de récupération",
    text: "Le second facteur est activé. Chacun de ces codes fonctionne une fois à la place d’un code de l’application. Conservez-les en lieu sûr\u00a0: ils ne seront plus affichés.",
    done: "Je les ai conservés",
    gone: "Les codes de récupération ont été affichés une fois. Si vous ne les avez pas conservés, désactivez puis réactivez le second facteur."
  },
  signIn: {
    title: "Saisir votre code",
    text: "Votre compte a un second facteur. Saisissez le code que votre application affiche, ou un code de récupération.",
    button: "Se connecter",
    wrong: "Le code n’est pas correct, ou a déjà été utilisé",
    expired: "Le mot de passe a été saisi il y a trop longtemps. Connectez-vous à nouveau."
  }
}
