/** The words of files in French. */
import type { FileWords } from "./FileWords.ts"

export const fileFr: FileWords = {
  title: "Fichiers",
  titleOf: (name) => `Fichiers\u00a0: ${name}`,
  all: "Tous les fichiers",
  none: "Il n’y a pas encore de fichier.",
  columns: { name: "Nom", size: "Taille", of: "Rattaché à", added: "Ajouté" },
  file: "Fichier",
  add: "Ajouter le fichier",
  manage: "Tout afficher et supprimer",
  atMost: (size) => `${size} au plus.`,
  storage: (used, quota) => `${used} sur ${quota} d’espace sont utilisés.`,
  shared: "Le client voit les fichiers des projets partagés dans le portail.",
  remove: "Supprimer",
  removeNamed: (name) => `Supprimer ${name}`,
  removeTitle: (name) => `Supprimer ${name}\u00a0?`,
  removeText: "Les liens vers ce fichier ne fonctionneront plus. Cette action est définitive.",
  cancel: "Annuler",
  older: "Fichiers plus anciens",
  problems: {
    missing: "Choisissez un fichier.",
    empty: "Le fichier est vide.",
    name: "Le nom du fichier doit avoir de 1 à 255 caractères et aucun caractère qui change son sens de lecture.",
    tooLarge: (size) => `Le fichier dépasse ${size}.`,
    full: (used, quota) =>
      `L’espace ne suffit pas\u00a0: ${used} sur ${quota} sont utilisés. Supprimez d’abord un fichier.`,
    other: "Le fichier n’a pas pu être lu. Choisissez-le encore une fois."
  },
  done: { uploaded: "Le fichier est enregistré.", removed: "Le fichier est supprimé." }
}
