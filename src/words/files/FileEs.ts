/** The words of files in Spanish. */
import type { FileWords } from "./FileWords.ts"

export const fileEs: FileWords = {
  title: "Archivos",
  titleOf: (name) => `Archivos: ${name}`,
  all: "Todos los archivos",
  none: "Aún no hay ningún archivo.",
  columns: { name: "Nombre", size: "Tamaño", of: "Pertenece a", added: "Añadido" },
  file: "Archivo",
  add: "Añadir archivo",
  manage: "Ver todos y eliminar",
  atMost: (size) => `Como máximo ${size}.`,
  storage: (used, quota) => `Se usan ${used} de ${quota} de espacio.`,
  shared: "El cliente ve los archivos de los proyectos compartidos en el portal.",
  remove: "Eliminar",
  removeNamed: (name) => `Eliminar ${name}`,
  removeTitle: (name) => `¿Eliminar ${name}?`,
  removeText: "Los enlaces al archivo dejarán de funcionar. No se puede deshacer.",
  cancel: "Cancelar",
  older: "Archivos anteriores",
  problems: {
    missing: "Elija un archivo.",
    empty: "El archivo está vacío.",
    name: "El nombre del archivo debe tener de 1 a 255 caracteres y ninguno que cambie su dirección.",
    tooLarge: (size) => `El archivo supera ${size}.`,
    full: (used, quota) =>
      `No queda espacio: se usan ${used} de ${quota}. Elimine antes un archivo.`,
    other: "No se pudo leer el archivo. Elíjalo otra vez."
  },
  done: { uploaded: "El archivo está guardado.", removed: "El archivo está eliminado." }
}
