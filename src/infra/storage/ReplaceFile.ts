/**
 * Writes a small file as a whole: aside, on the disk, then under its name. A process or a machine that stops in
 * between leaves what was there before.
 */
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { syncFolder } from "./SyncFolder.ts"

/** How a file is called until it is whole. */
export const partOf = (path: string): string => `${path}.part`

/** `isSynced` is false where a file may be lost with the machine's power, as whatever else is written beside it. */
export const replaceFile = async (
  path: string,
  content: string | Uint8Array,
  isSynced = true
): Promise<void> => {
  const part = partOf(path)
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
