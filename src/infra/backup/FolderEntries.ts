/**
 * Read-ahead: lists a folder in order, with the bytes of small files. Beside a busy database each
 * step of the event loop takes long, and reading file by file would take several steps each.
 */
import { lstat, readdir, readFile } from "node:fs/promises"
import { join, relative, sep } from "node:path"

interface Found {
  /** The path within the folder, with slashes. */
  readonly name: string
  readonly path: string
  readonly isFolder: boolean
}

export interface FolderEntry extends Found {
  readonly size: number
  readonly mtime: Date
  /** The content of a small file; null for a large file and a folder. */
  readonly bytes: Uint8Array | null
}

/** At most 32 small files, 8 MiB together, are in memory. */
const ahead = 32
const smallBytes = 262_144

export const isPlain = (name: string): boolean =>
  name
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !/[\\:\p{Cc}]/u.test(part))

const found = async function* (root: string, path: string): AsyncGenerator<Found> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    // Restore refuses such a name, and the service writes none.
    if (!isPlain(entry.name)) continue
    const inner = join(path, entry.name)
    const name = relative(root, inner).replaceAll(sep, "/")
    const isFolder = entry.isDirectory()
    if (isFolder || entry.isFile()) yield { name, path: inner, isFolder }
    if (isFolder) yield* found(root, inner)
  }
}

const load = async (one: Found): Promise<FolderEntry> => {
  const { size, mtime } = await lstat(one.path)
  const isSmall = !one.isFolder && size <= smallBytes
  return { ...one, size, mtime, bytes: isSmall ? await readFile(one.path) : null }
}

export const folderEntries = async function* (folder: string): AsyncGenerator<FolderEntry> {
  const loading: Array<Promise<FolderEntry>> = []
  for await (const one of found(folder, folder)) {
    const next = load(one)
    // The failure is thrown when the entry is yielded; this handler prevents an unhandled
    // rejection.
    next.catch(() => {})
    loading.push(next)
    const [first] = loading
    if (first === undefined || loading.length < ahead) continue
    loading.shift()
    yield await first
  }
  for (const next of loading) yield await next
}
