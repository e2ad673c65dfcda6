/** The words of export and deletion in French. */
import type { LeaveWords } from "./LeaveWords.ts"

export const leaveFr: LeaveWords = {
  title: "Export et suppression",
  ownersOnly: {
    title: "Réservé aux propriétaires",
    message: "Seuls les propriétaires peuvent exporter ou supprimer l’espace."
  },
  exportTitle: "Exporter d’abord",
  exportText:
    "Une archive contient tous les clients, projets, factures, avoirs, paiements, fichiers et événements en JSON et CSV, ainsi que chaque document envoyé. L’exploitant de ce serveur l’écrit avec\u00a0:",
  deleteTitle: "Supprimer l’espace",
  deleteText: (name) =>
    `Tout le monde est aussitôt déconnecté de ${name}, les clés d’API et les liens de paiement cessent, et le portail ferme. Après 14 jours, toutes les données sont effacées.`,
  law: "La loi impose de conserver les factures, dans la plupart des pays de 6 à 10 ans. Exportez-les avant de supprimer.",
  undo: "Pendant 14 jours, l’exploitant peut annuler la suppression avec\u00a0:",
  name: "Nom de l’espace",
  nameHint: (name) => `Saisissez ${name}`,
  nameDiffers: "Ce n’est pas le nom de l’espace",
  password: "Mot de passe",
  passwordWrong: "Le mot de passe est incorrect",
  submit: "Supprimer l’espace",
  doneTitle: "L’espace est supprimé",
  doneText: (day) =>
    `Toutes ses données seront effacées le ${day}. D’ici là, l’exploitant peut annuler la suppression avec\u00a0:`,
  toSignIn: "Aller à la connexion"
}
