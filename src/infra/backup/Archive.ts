/**
 * Backup archive: tar in gzip. Its first entry is the manifest, its last one the SHA-256 of
 * everything before it, which a truncated archive lacks. It is written and read as a stream, in
 * bounded memory.
 */
import { createHash, type Hash } from "node:crypto"
import { once } from "node:events"
import { createReadStream } from "node:fs"
import { mkdir, open } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { Option, Schema } from "effect"
import { type Entry, extract, type Pack, pack } from "tar-stream"
import { type FolderEntry, folderEntries, isPlain } from "./FolderEntries.ts"

/** Incremented if an older version cannot read the new form. */
const format = 1
const manifestName = "manifest.json"
const hashName = "SHA256"
/** The unit of reading and compression. */
const blockBytes = 1_048_576
/** Bound of the manifest and of the hash. */
const longestText = 65_536

export const Manifest = Schema.Struct({
  format: Schema.Int,
  /** The program that wrote it. */
  version: Schema.String,
  created_at: Schema.String,
  /** The newest migration of the database. */
  migration: Schema.Int
})
export type Manifest = typeof Manifest.Type

/** Safe for a terminal, which executes control characters. */
export const printable = (text: string): string => text.replace(/\p{C}/gu, "?")

/** The message continues a sentence that begins with the name of the archive. */
export class ArchiveRefused extends Error {
  constructor(problem: string) {
    super(printable(problem))
  }
}

const parseManifest = Schema.decodeOption(Schema.fromJsonString(Manifest))

/** The hash covers names, sizes and bytes in order. */
const hashHead = (hash: Hash, name: string, size: number): void => {
  hash.update(`${name}\0${size}\0`)
}

const addText = (tar: Pack, name: string, text: string): Promise<void> =>
  new Promise((done, failed) => {
    tar.entry({ name, mode: 0o600 }, text, (error) => (error ? failed(error) : done()))
  })

const addFile = async (tar: Pack, hash: Hash, file: FolderEntry): Promise<void> => {
  const { name, size, mtime, path, bytes } = file
  hashHead(hash, name, size)
  const written = Promise.withResolvers<void>()
  const entry = tar.entry({ name, size, mtime, mode: 0o600 }, (error) =>
    error ? written.reject(error) : written.resolve()
  )
  // The reader of the archive can disconnect at any time.
  entry.on("error", written.reject)
  written.promise.catch(() => {})
  const chunks = bytes === null ? createReadStream(path, { highWaterMark: blockBytes }) : [bytes]
  for await (const chunk of chunks) {
    hash.update(chunk)
    if (!entry.write(chunk)) await once(entry, "drain")
  }
  entry.end()
  await written.promise
}

const addFolder = async (tar: Pack, hash: Hash, name: string): Promise<void> => {
  hashHead(hash, `${name}/`, 0)
  await new Promise<void>((done, failed) => {
    tar.entry({ name, type: "directory", mode: 0o700 }, (error) => (error ? failed(error) : done()))
  })
}

const fill = async (tar: Pack, manifest: Omit<Manifest, "format">, folder: string) => {
  const hash = createHash("sha256")
  const text = JSON.stringify({ format, ...manifest })
  hashHead(hash, manifestName, Buffer.byteLength(text))
  hash.update(text)
  await addText(tar, manifestName, text)
  for await (const entry of folderEntries(folder)) {
    if (entry.isFolder) await addFolder(tar, hash, entry.name)
    else await addFile(tar, hash, entry)
  }
  await addText(tar, hashName, hash.digest("hex"))
  tar.finalize()
}

/** Joins small pieces, because compressing each takes a step of the event loop. */
const inBlocks = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < blockBytes) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Archives the folder, which must not change until the end. */
export const archiveOf = (manifest: Omit<Manifest, "format">, folder: string): Readable => {
  const tar = pack()
  const gzip = createGzip({ chunkSize: blockBytes / 4 })
  const failed = (error: unknown): void => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  fill(tar, manifest, folder).catch(failed)
  pipeline(tar, inBlocks, gzip).catch((error: Error) => void gzip.destroy(error))
  return gzip
}

const textOf = async (entry: Entry): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of entry) {
    size += chunk.length
    if (size > longestText) throw new ArchiveRefused("is no backup")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Refuses entries other than files and folders of the backup. */
const nameOf = ({ header }: Entry): string => {
  const name = header.name.replace(/\/$/, "")
  const isKnown = header.type === "file" || header.type === "directory"
  if (!isKnown || !isPlain(name)) throw new ArchiveRefused(`has an invalid entry: ${name}`)
  return name
}

const unpackFile = async (entry: Entry, hash: Hash, path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, "wx", 0o600)
  try {
    for await (const chunk of entry) {
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
}

const manifestIn = (name: string, text: string): Manifest => {
  const manifest = name === manifestName ? parseManifest(text) : Option.none()
  if (Option.isNone(manifest)) throw new ArchiveRefused("is no backup")
  if (manifest.value.format > format) {
    throw new ArchiveRefused(`was made by version ${manifest.value.version}, which is newer`)
  }
  return manifest.value
}

const unpackEntries = async (
  entries: AsyncIterable<Entry>,
  folder: string,
  judge: (manifest: Manifest) => void
): Promise<Manifest> => {
  const hash = createHash("sha256")
  let manifest: Manifest | undefined
  let found: string | undefined
  for await (const entry of entries) {
    const name = nameOf(entry)
    if (found !== undefined) throw new ArchiveRefused("goes on after its end")
    if (name === hashName) {
      found = await textOf(entry)
      continue
    }
    const isFolder = entry.header.type === "directory"
    hashHead(hash, isFolder ? `${name}/` : name, isFolder ? 0 : (entry.header.size ?? 0))
    if (manifest === undefined) {
      const text = await textOf(entry)
      manifest = manifestIn(name, text)
      judge(manifest)
      hash.update(text)
    } else if (isFolder) {
      await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
      entry.resume()
    } else await unpackFile(entry, hash, join(folder, name))
  }
  if (manifest === undefined) throw new ArchiveRefused("is no backup")
  if (found === undefined) throw new ArchiveRefused("ends too early")
  if (found !== hash.digest("hex")) throw new ArchiveRefused("is damaged: its checksum differs")
  return manifest
}

/** The first of two failures: an aborted stream also fails, with an error of its own. */
const firstOf = (error: unknown, own: unknown): unknown => {
  if (error instanceof ArchiveRefused) return error
  const isEcho = own instanceof Error && "code" in own && own.code === "ERR_STREAM_PREMATURE_CLOSE"
  return isEcho ? error : own
}

/** Errors of Node and the packages for bytes that are no archive, or a part of one. */
const refusalOf = (error: unknown): unknown => {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const isCut =
    code === "Z_BUF_ERROR" || (error instanceof Error && /end of data/.test(error.message))
  if (isCut) return new ArchiveRefused("ends too early")
  if (code.startsWith("Z_")) return new ArchiveRefused("is no backup, or is damaged")
  return error instanceof Error && /tar header/.test(error.message)
    ? new ArchiveRefused("is no backup, or is damaged")
    : error
}

/**
 * Unpacks an archive into the folder. `judge` sees the manifest before anything is written. The
 * content of the folder is valid only if this succeeds. Fails with `ArchiveRefused` for a bad
 * archive.
 */
export const unpack = async (
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
  judge: (manifest: Manifest) => void
): Promise<Manifest> => {
  const tar = extract()
  const entries = tar[Symbol.asyncIterator]()
  const reading = pipeline(bytes, createGunzip(), tar)
  try {
    const [manifest] = await Promise.all([unpackEntries(entries, folder, judge), reading])
    return manifest
  } catch (error) {
    tar.destroy()
    const first = await reading.then(
      () => error,
      (own: unknown) => firstOf(error, own)
    )
    throw refusalOf(first)
  }
}
