/**
 * Takes the bytes of a file in while they come, never as a whole in memory. They are a leftover until `add`
 * makes a file of them, so whatever happens in between leaves none behind.
 */
import { DateTime, Effect, Schema, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { contentTypeOf } from "../../domain/files/ContentType.ts"
import { baseName, FileName, type ReceivedFile } from "../../domain/files/File.ts"
import { FileId } from "../../domain/Ids.ts"
import { type Invalid, invalid } from "../../domain/Invalid.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type FileKey, FileRepository } from "../ports/files/FileRepository.ts"
import { FileSniffer } from "../ports/files/FileSniffer.ts"
import { FileStorage } from "../ports/files/FileStorage.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { leftoverRemoval, uploadTime } from "./Leftovers.ts"

/** A file on its way in. */
export interface Incoming<E, R> {
  /** As its sender calls it, a path included. */
  readonly name: string
  /** What its sender says that it is. */
  readonly declared: string
  readonly bytes: Stream.Stream<Uint8Array, E, R>
}

export type Receive = <E, R>(
  incoming: Incoming<E, R>
) => Effect.Effect<ReceivedFile, E | Invalid, R>

const mebibyte = 1_048_576

const bounded = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  maxBytes: number
): Stream.Stream<Uint8Array, E | Invalid, R> => {
  let size = 0
  return Stream.tap(bytes, (chunk) => {
    size += chunk.length
    return size > maxBytes
      ? Effect.fail(invalid("file", `must be at most ${maxBytes / mebibyte} MiB`))
      : Effect.void
  })
}

const isName = Schema.is(FileName)

export const receiveFile = Effect.gen(function* () {
  const files = yield* FileRepository
  const storage = yield* FileStorage
  const sniffer = yield* FileSniffer
  const random = yield* SecureRandom.SecureRandom
  const { transact } = yield* UnitOfWork
  const removeLeftover = yield* leftoverRemoval

  const expect = Effect.fnUntraced(function* (key: FileKey) {
    yield* files.insertLeftover(key, DateTime.addDuration(yield* DateTime.now, uploadTime))
  }, transact)

  const receive = Effect.fnUntraced(function* <E, R>(
    key: FileKey,
    { name: path, declared, bytes }: Incoming<E, R>
  ) {
    const name = baseName(path)
    if (!isName(name)) {
      const rule = "other than . and .., without control characters and direction marks"
      return yield* invalid("file", `must have a name of 1 to 255 characters ${rule}`)
    }
    yield* expect(key)
    const { size, sha256, head } = yield* storage.write(key, bounded(bytes, storage.maxBytes))
    if (size === 0) return yield* invalid("file", "must not be empty")
    const known = yield* sniffer.known
    const detected = yield* sniffer.detect(head)
    const wouldShow = (type: string) => known.has(type)
    const contentType = contentTypeOf({ declared, detected, wouldShow, head })
    const received: ReceivedFile = { id: key.id, name, contentType, size, sha256 }
    return received
  })

  /** Lends out the way to receive one file; its bytes go unless they are a file's when `use` has ended. */
  return <A, E, R>(
    workspace: Workspace,
    use: (receive: Receive) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      let begun: FileKey | null = null
      const lent: Receive = (incoming) =>
        Effect.flatMap(FileId.next(random), (id) => {
          begun = { workspaceId: workspace.id, id }
          return receive(begun, incoming)
        })
      return Effect.ensuring(
        use(lent),
        Effect.suspend(() => (begun === null ? Effect.void : removeLeftover(begun)))
      )
    })
})
