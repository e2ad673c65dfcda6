/** The words of files in English. */
import type { FileWords } from "./FileWords.ts"

export const fileEn: FileWords = {
  title: "Files",
  titleOf: (name) => `Files of ${name}`,
  all: "All files",
  none: "There is no file yet.",
  columns: { name: "Name", size: "Size", of: "Belongs to", added: "Added" },
  file: "File",
  add: "Add file",
  manage: "All of them, and remove",
  atMost: (size) => `At most ${size}.`,
  storage: (used, quota) => `${used} of ${quota} of storage are used.`,
  shared: "The client sees the files of projects that are shared in the portal.",
  remove: "Remove",
  removeNamed: (name) => `Remove ${name}`,
  removeTitle: (name) => `Remove ${name}?`,
  removeText: "Links to it stop working. This cannot be undone.",
  cancel: "Cancel",
  older: "Older files",
  problems: {
    missing: "Choose a file.",
    empty: "The file is empty.",
    name: "The file’s name must have 1 to 255 characters and no marks that change its direction.",
    tooLarge: (size) => `The file is larger than ${size}.`,
    full: (used, quota) =>
      `The storage has no room for it: ${used} of ${quota} are used. Remove a file first.`,
    other: "The file could not be read. Choose it again."
  },
  done: { uploaded: "The file is stored.", removed: "The file is removed." }
}
