/**
 * Bytes of files in a folder, private to the service's user. A file appears under its name when it
 * is complete and synced: written beside, synced, renamed, and the folder synced.
 */
import { createReadStream } from "node:fs"
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Layer, Stream } from "effect"
import type { FileKey } from "../../app/ports/files/FileRepository.ts"
import { FileStorage } from "../../app/ports/files/FileStorage.ts"
import { measuring } from "./Measuring.ts"
import { syncFolder } from "./SyncFolder.ts"

interface FolderOptions {
  readonly directory: string
  readonly maxBytes: number
  readonly quota?: number | undefined
}

/** Ids are lower-case letters and digits: safe names on every file system. */
const pathIn = (directory: string, { workspaceId, id }: FileKey): string =>
  join(directory, workspaceId, id.slice(-2), id)

const partOf = (path: string): string => `${path}.part`

const begin = async (path: string): Promise<FileHandle> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return open(partOf(path), "w", 0o600)
}

const finish = async (path: string, handle: FileHandle): Promise<void> => {
  await handle.sync()
  await rename(partOf(path), path)
  await syncFolder(dirname(path))
}

export const FileStorageFolder = ({
  directory,
  maxBytes,
  quota
}: FolderOptions): Layer.Layer<FileStorage> =>
  Layer.succeed(FileStorage, {
    maxBytes,
    quota: quota ?? null,
    write: <E, R>(key: FileKey, bytes: Stream.Stream<Uint8Array, E, R>) => {
      const path = pathIn(directory, key)
      const counted = measuring(bytes)
      return Effect.acquireUseRelease(
        Effect.promise(() => begin(path)),
        (handle) =>
          Effect.gen(function* () {
            yield* Stream.runForEach(counted.bytes, (chunk) =>
              Effect.promise(() => handle.writeFile(chunk))
            )
            yield* Effect.promise(() => finish(path, handle))
            return counted.measured()
          }),
        // A renamed file no longer has this name.
        (handle) =>
          Effect.promise(async () => {
            await handle.close()
            await rm(partOf(path), { force: true })
          })
      )
    },
    read: (key, range) =>
      Effect.promise(async () => {
        const path = pathIn(directory, key)
        if ((await stat(path).catch(() => undefined)) === undefined) return null
        const part = range === undefined ? {} : { start: range.first, end: range.last }
        return Stream.orDie(
          NodeStream.fromReadable({
            evaluate: () => createReadStream(path, { ...part, highWaterMark: 65_536 }),
            chunkSize: 4
          })
        )
      }),
    remove: (key) =>
      Effect.promise(async () => {
        const path = pathIn(directory, key)
        await rm(partOf(path), { force: true })
        await rm(path, { force: true })
      })
  })
