/**
 * Atomic file replacement: writes a `.part` file, syncs it, and renames it. After a crash the old
 * content or the new one is there.
 */
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { syncFolder } from "./SyncFolder.ts"

/** The name of a file before it is complete. */
export const partialPath = (path: string): string => `${path}.part`

/** `isSynced` is false for files whose loss in a power cut is acceptable. */
export const replaceFile = async (
  path: string,
  content: string | Uint8Array,
  isSynced = true
): Promise<void> => {
  const part = partialPath(path)
  try {
    const handle = await open(part, "w", 0o600)
    try {
      await handle.writeFile(content)
      if (isSynced) await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  if (isSynced) await syncFolder(dirname(path))
}
