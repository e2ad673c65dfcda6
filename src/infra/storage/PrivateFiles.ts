/**
 * Private files: only the service's own user can read them. New files follow the umask
 * (`Prepare.js`); older ones, and those of the embedded database, which sets modes of its own, are
 * restricted here.
 */
import { chmod, readdir, stat } from "node:fs/promises"
import { join } from "node:path"

/** Restricts a file or a whole directory, if it exists. */
export const closeToOthers = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return
  await chmod(path, found.isDirectory() ? 0o700 : 0o600)
  if (!found.isDirectory()) return
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    // The target of a link may belong to another user.
    if (entry.isSymbolicLink()) continue
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
}
