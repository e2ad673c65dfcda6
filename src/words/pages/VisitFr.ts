/** The words of pages that need no session in French. */
import { counted } from "../work/FrameWords.ts"
import type { VisitWords } from "./VisitWords.ts"

export const visitFr: VisitWords = {
  backToSignIn: "Retour à la connexion",
  forgot: {
    title: "Mot de passe oublié\u00a0?",
    text: "Nous vous envoyons un lien pour en choisir un nouveau.",
    button: "Envoyer le lien",
    sentTitle: "Consultez vos e-mails",
    sentText: "S’il existe un compte avec cette adresse, nous lui avons envoyé un lien."
  },
  choose: {
    title: "Choisir un mot de passe",
    text: (email, workspace) => `Pour ${email} dans l’espace de travail ${workspace}.`,
    button: "Enregistrer et se connecter",
    gone: {
      title: "Ce lien ne fonctionne plus",
      message:
        "Il a expiré, ou un mot de passe a déjà été choisi. Demandez-en un nouveau sous «\u00a0Mot de passe oublié\u00a0?\u00a0»."
    }
  },
  confirm: {
    title: "Saisissez de nouveau votre mot de passe",
    text: "Cette modification demande votre mot de passe, une fois par quart d’heure au plus. Votre saisie sera rétablie\u00a0; elle n’est pas encore enregistrée.",
    wrong: "Le mot de passe n’est pas correct",
    continue: "Continuer",
    cancel: "Annuler"
  },
  recovery: {
    title: "Votre session a pris fin",
    nothingSaved: "Rien n’a été enregistré. Ouvrez la page et envoyez de nouveau le formulaire.",
    filledLater:
      "Le formulaire a été ouvert il y a trop longtemps, rien n’a donc été enregistré. Continuez\u00a0: votre saisie est rétablie, sauf les mots de passe et les fichiers.",
    tooLong:
      "Rien n’a été enregistré, et votre saisie est trop longue pour être conservée. Copiez d’ici ce qu’il vous faut avant de continuer.",
    cookies: "Les cookies doivent être autorisés.",
    filledIn:
      "Rien n’a encore été enregistré. Votre saisie est rétablie\u00a0: vérifiez-la et envoyez le formulaire.",
    chooseFile: "Choisissez de nouveau le fichier\u00a0: les fichiers ne sont pas conservés."
  },
  seconds: counted("fr", { one: (n) => `${n} seconde`, other: (n) => `${n} secondes` }),
  tooMany: {
    title: "Trop de tentatives",
    message: (wait) => `Attendez ${wait} et réessayez.`
  },
  busy: {
    title: "Veuillez réessayer",
    message: (wait) => `Il y a trop d’activité en ce moment. Attendez ${wait} et réessayez.`
  },
  unreachable: {
    title: "Veuillez réessayer",
    message: (wait) =>
      `Cette partie du service est momentanément inaccessible. Attendez ${wait} et réessayez.`
  },
  moved: {
    title: "Cet espace de travail a déménagé",
    toCell: (cell) =>
      `Il se trouve maintenant dans la partie du service appelée ${cell}. Demandez la nouvelle adresse à l’agence.`,
    elsewhere:
      "Il se trouve maintenant sur un autre serveur. Demandez la nouvelle adresse à l’agence."
  },
  malformed: {
    title: "Le formulaire n’a pas pu être lu",
    message: "Revenez en arrière et envoyez-le de nouveau."
  },
  unstorable: {
    title: "Le formulaire contient un caractère qui ne peut pas être enregistré",
    message: "Revenez en arrière et retirez le caractère NUL."
  },
  tooLong: {
    title: "Le formulaire est trop long",
    message: (size) => `Revenez en arrière et envoyez-en moins\u00a0: ${size} Kio au plus.`
  },
  tooManyFields: {
    title: "Le formulaire a trop de champs",
    message: (most) => `Revenez en arrière et envoyez-en moins\u00a0: ${most} champs au plus.`
  },
  foreign: {
    title: "Le formulaire n’a pas été accepté",
    message:
      "Il n’a pas été envoyé depuis une page de ce service. Ouvrez de nouveau la page et envoyez le formulaire de là. Les cookies doivent être autorisés."
  },
  broken: {
    title: "Une erreur s’est produite",
    message: (id) =>
      `Le problème vient de chez nous. Réessayez\u00a0; s’il se reproduit, contactez-nous avec cet identifiant de requête\u00a0: ${id}.`
  },
  other: { title: "Cette demande n’a pas pu aboutir", message: "Revenez en arrière et réessayez." },
  strength: "Robustesse",
  strengths: [
    "Trop court\u00a0: encore {}",
    "Trop simple\u00a0: chiffres et signes seulement",
    "Faible\u00a0: peu de caractères différents",
    "Acceptable\u00a0: plus long, c’est plus sûr",
    "Fort"
  ]
}
