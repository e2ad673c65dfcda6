/** Atomic file: it appears under its name when it is complete and synced to the disk. */
import { randomBytes } from "node:crypto"
import { type FileHandle, link, open, readdir, rename, rm } from "node:fs/promises"
import { hostname } from "node:os"
import { basename, dirname, join } from "node:path"
import { Effect, Predicate, Stream } from "effect"
import { isRunning } from "../infra/storage/DataDirectory.ts"
import { syncFolder } from "../infra/storage/SyncFolder.ts"
import { CommandFailed } from "./commands/Shared.ts"

const refused = (path: string, error: unknown): CommandFailed =>
  new CommandFailed({
    message:
      Predicate.hasProperty(error, "code") && error.code === "EEXIST"
        ? `${path} exists already; --force replaces it`
        : `${path} cannot be written: ${Predicate.isError(error) ? error.message : error}`
  })

/** A failed write names its path. */
export const writingTo = <A>(
  path: string,
  work: () => Promise<A>
): Effect.Effect<A, CommandFailed> =>
  Effect.tryPromise({ try: work, catch: (error) => refused(path, error) })

/** Prefix of the part files of this machine; the process id follows. */
const partsOf = (path: string): string => `${path}.part-${hostname()}-`

/** Best effort: removes the part files of killed processes. */
const removeLeftovers = async (path: string): Promise<void> => {
  const folder = dirname(path)
  const begin = basename(partsOf(path))
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(begin)
      ? /^(\d+)-[0-9a-f]{8}$/.exec(name.slice(begin.length))?.[1]
      : undefined
    if (pid === undefined || isRunning(Number(pid))) continue
    await rm(join(folder, name), { force: true }).catch(() => undefined)
  }
}

/** `rename` replaces an existing file, `link` does not. */
const appear = async (part: string, path: string, overwrite: boolean): Promise<void> => {
  if (overwrite) await rename(part, path)
  else {
    await link(part, path)
    await rm(part)
  }
  await syncFolder(dirname(path))
}

export interface PartFile {
  readonly add: (bytes: Uint8Array) => Promise<void>
  /** Syncs the file and gives it its name. */
  readonly finish: () => Promise<void>
  /** Closes the file, and removes it if it is not finished. */
  readonly discard: () => Promise<void>
}

/** Refuses an existing file before anything is computed for it. */
export const createAtomicFile = async (path: string, overwrite: boolean): Promise<PartFile> => {
  const part = `${partsOf(path)}${process.pid}-${randomBytes(4).toString("hex")}`
  if (!overwrite) await refuseExisting(path)
  await removeLeftovers(path)
  const handle: FileHandle = await open(part, "wx", 0o600)
  return {
    add: async (bytes) => {
      await handle.writeFile(bytes)
    },
    finish: async () => {
      await handle.sync()
      await appear(part, path, overwrite)
    },
    discard: async () => {
      await handle.close()
      await rm(part, { force: true })
    }
  }
}

const refuseExisting = async (path: string): Promise<void> => {
  const found = await open(path, "r").catch(() => undefined)
  if (found === undefined) return
  await found.close()
  throw Object.assign(new Error(`${path} exists`), { code: "EEXIST" })
}

const toStandardOutput: PartFile = {
  add: (bytes) =>
    new Promise((done, failed) => {
      process.stdout.write(bytes, (error) => (error ? failed(error) : done()))
    }),
  finish: async () => {},
  discard: async () => {}
}

export const openOutput = (path: string, overwrite: boolean) =>
  writingTo(path, async () =>
    path === "-" ? toStandardOutput : await createAtomicFile(path, overwrite)
  )

export const writeAtomically = <E, R>(
  path: string,
  overwrite: boolean,
  bytes: Stream.Stream<Uint8Array, E, R>
): Effect.Effect<void, CommandFailed | E, R> =>
  Effect.acquireUseRelease(
    openOutput(path, overwrite),
    (file) =>
      Effect.andThen(
        Stream.runForEach(bytes, (chunk) => writingTo(path, () => file.add(chunk))),
        writingTo(path, file.finish)
      ),
    (file) => Effect.promise(file.discard)
  )
