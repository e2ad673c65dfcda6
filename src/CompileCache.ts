/**
 * Keeps what V8 compiled for the next start. It belongs to this user alone, because code that is taken from
 * there runs: never to a directory that others may write to, as the system's temporary one. Where it
 * cannot be written, as in a read-only container, everything is compiled anew and nothing else changes.
 */
import { existsSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

/** Not made where it is not there: system users have none, and Node tries for ever below `/proc`. */
const home = (): string | undefined => {
  try {
    const directory = homedir()
    return existsSync(directory) ? directory : undefined
  } catch {
    // A user that the system does not know, as containers may have.
    return undefined
  }
}

/** To be called before the rest is imported. Node's own `NODE_COMPILE_CACHE` comes before it. */
export const keepCompiled = (): void => {
  const directory = home()
  if (directory !== undefined) enableCompileCache(join(directory, ".cache", "retainer"))
}
