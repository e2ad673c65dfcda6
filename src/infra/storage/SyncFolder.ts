/** Calls fsync on a folder's names, or on its whole tree, so that they survive a power cut. */
import { open, readdir } from "node:fs/promises"
import { join } from "node:path"

/** The number of files of one folder that are synced at a time. */
const batch = 16

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs the names in a folder, so that a file's new name survives as its bytes do. */
export const syncFolder = async (path: string): Promise<void> => {
  // Windows cannot sync a folder; its file system journals names.
  if (process.platform === "win32") return
  await syncPath(path)
}

/** Syncs every file and folder below the folder, and the folder itself last. */
export const syncTree = async (path: string): Promise<void> => {
  const entries = await readdir(path, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  for (let index = 0; index < files.length; index += batch) {
    const some = files.slice(index, index + batch)
    await Promise.all(some.map(({ name }) => syncPath(join(path, name))))
  }
  for (const entry of entries) if (entry.isDirectory()) await syncTree(join(path, entry.name))
  await syncFolder(path)
}
