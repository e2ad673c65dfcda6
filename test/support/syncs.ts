/** Records the files and folders that were synced (fsync), in order. */
import fs from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"

const real = fs.open

const setOpen = (open: typeof fs.open): void => {
  Object.assign(fs, { open })
  syncBuiltinESMExports()
}

/** The paths that `work` synced; `onSync` is called before each. */
export const syncedBy = async (
  work: () => Promise<unknown>,
  onSync: (path: string) => void = () => {}
): Promise<ReadonlyArray<string>> => {
  const synced: string[] = []
  setOpen(async (path, ...more) => {
    const handle = await real(path, ...more)
    const sync = handle.sync.bind(handle)
    handle.sync = () => {
      synced.push(String(path))
      onSync(String(path))
      return sync()
    }
    return handle
  })
  try {
    await work()
    return synced
  } finally {
    setOpen(real)
  }
}
