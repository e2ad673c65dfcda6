/** Writes down what names a folder has, so that a file's new name survives a power cut as its bytes do. */
import { open } from "node:fs/promises"

export const syncFolder = async (path: string): Promise<void> => {
  // There a folder is opened, but not synced: names are in the file system's own journal.
  if (process.platform === "win32") return
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
