/** The words of export and deletion in French. */
import type { LeaveWords } from "./LeaveWords.ts"

export const leaveFr: LeaveWords = {
  title: "Export et suppression",
  ownersOnly: {
    title: "Réservé aux propriétaires",
    message: "Seuls les propriétaires peuvent exporter ou supprimer l’espace."
  },
  exportTitle: "Exporter les données",
  exportText:
    "Une archive contient tous les clients, projets, factures, avoirs, paiements et événements en JSON et CSV, une liste des fichiers importés sans leur contenu, ainsi que chaque document envoyé, en PDF.",
  exportMail: (email) =>
    `Dès que l’archive est prête, un lien est envoyé à ${email}. Il demande la connexion d’un propriétaire et expire après 7 jours.`,
  requestExport: "Demander un export",
  requestNewExport: "Demander un nouvel export",
  exportPending: (requested) =>
    `Demandé le ${requested}. L’archive est en préparation\u00a0; un lien sera envoyé au propriétaire qui a demandé l’export.`,
  exportReady: (size, until) =>
    `L’archive est prête (${size}). Vous pouvez la télécharger jusqu’au ${until}.`,
  download: "Télécharger",
  exportReplaced: "Un nouvel export remplace cette archive.",
  exportLater: (from) => `Un nouvel export pourra être demandé à partir du ${from}.`,
  exportFailed: {
    disk_full:
      "L’export a échoué, car le disque du serveur est presque plein. Demandez à l’exploitant de libérer de l’espace, puis demandez-le à nouveau.",
    unknown:
      "L’export a échoué. Demandez-le à nouveau. S’il échoue encore, adressez-vous à l’exploitant\u00a0: la raison figure dans le journal du serveur."
  },
  linkEnded: {
    title: "Ce lien a expiré",
    message:
      "Une archive peut être téléchargée pendant 7 jours, sauf si un export plus récent la remplace."
  },
  archiveReadme: (workspace) => [
    `Les données de ${workspace}, exportées de Retainer.`,
    "Chaque fichier .json et le fichier .csv du même nom contiennent les mêmes lignes.",
    "Les montants sont dans la plus petite unité de leur devise\u00a0: 12345 vaut 123,45 EUR.",
    "Les heures sont en UTC.",
    "Les fichiers CSV sont en UTF-8, séparés par des virgules. Si un tableur affiche de mauvaises lettres, importez le fichier en UTF-8.",
    "Un texte qu’un tableur exécuterait comme formule est précédé d’une apostrophe.",
    "documents/ contient chaque facture et avoir tel qu’il a été envoyé\u00a0: le PDF, et le XML d’une facture électronique.",
    "files.csv énumère les fichiers importés. Leur contenu n’est pas dans cette archive."
  ],
  exportByOperator: "L’exploitant de ce serveur peut écrire la même archive",
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
