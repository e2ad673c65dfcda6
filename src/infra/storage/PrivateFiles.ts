/**
 * Files of the service are readable by its own user alone. New files follow the umask of the process
 * (`Prepare.js`); what was there before, or is unpacked with modes of its own as the embedded database is, is
 * restricted.
 */
import { chmod, readdir, stat } from "node:fs/promises"
import { join } from "node:path"

/** Closes a file or a whole directory; one that is not there is left alone. */
export const closeToOthers = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return
  await chmod(path, found.isDirectory() ? 0o700 : 0o600)
  if (!found.isDirectory()) return
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    // A link's target may lie elsewhere, and be somebody else's.
    if (entry.isSymbolicLink()) continue
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
}
