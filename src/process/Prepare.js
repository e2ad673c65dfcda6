/**
 * Prepares the process before any other module is loaded: private files, and a compile cache for
 * the next start. JavaScript, because the first TypeScript module that is loaded without the cache
 * loads Node's own compiler, which takes 15 MiB until the end.
 *
 * Code from the cache runs, so the cache lies in the home of this user, never in a directory that
 * others may write to. If it cannot be written, as in a read-only container, everything is compiled
 * on each start.
 *
 * Node cuts small buffers out of pieces of 64 KiB, and one live buffer holds its whole piece. So
 * pieces are smaller here, and a buffer of more than half a piece has memory of its own.
 */
import { existsSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

/**
 * Only a home that exists: system users have none, and Node never stops trying to create one in
 * `/proc`.
 */
const home = () => {
  try {
    const directory = homedir()
    return existsSync(directory) ? directory : undefined
  } catch {
    // A user that the system does not know, as containers may have.
    return undefined
  }
}

Buffer.poolSize = 8 * 1024
process.umask(0o077)
const directory = home()
// Without effect if `NODE_COMPILE_CACHE` is set.
if (directory !== undefined) enableCompileCache(join(directory, ".cache", "retainer"))
