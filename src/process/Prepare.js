/**
 * What comes before all other modules: files of this process are private, and what V8 compiles is kept for
 * the next start. It is JavaScript, because the first module in TypeScript that is read before the cache
 * is on loads Node's own compiler, which takes 15 MiB until the end.
 *
 * The cache belongs to this user alone, because code that is taken from there runs: never to a directory
 * that others may write to, as the system's temporary one. Where it cannot be written, as in a
 * read-only container, everything is compiled anew and nothing else changes.
 *
 * Node cuts small buffers out of pieces of 64 KiB, each of which stays for as long as one of its buffers does: the
 * pieces are smaller here, and what takes half of one has memory of its own.
 */
import { existsSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

/** Not made where it is not there: system users have none, and Node tries for ever below `/proc`. */
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
// Node's own `NODE_COMPILE_CACHE` comes before it.
if (directory !== undefined) enableCompileCache(join(directory, ".cache", "retainer"))
await import("./QuickLoading.js")
