/**
 * Receives a file as a stream, never whole in memory. They are a leftover until `add` makes a file
 * of them, so a failure in between leaves none behind.
 */
import { DateTime, Effect, Schema, Scope, type Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { contentTypeOf } from "../../domain/files/ContentType.ts"
import { baseName, FileName, type ReceivedFile } from "../../domain/files/File.ts"
import { FileInvalid } from "../../domain/files/Quota.ts"
import { FileId } from "../../domain/Ids.ts"
import type { Invalid } from "../../domain/Invalid.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { makeAdmissionControl } from "../AdmissionControl.ts"
import { type FileKey, FileRepository } from "../ports/files/FileRepository.ts"
import { FileSniffer } from "../ports/files/FileSniffer.ts"
import { FileStorage } from "../ports/files/FileStorage.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { leftoverRemoval, uploadTime } from "./Leftovers.ts"
import { uploadRoom } from "./UploadRoom.ts"

/** A file on its way in. */
interface Incoming<E, R> {
  /** As its sender calls it, a path included. */
  readonly name: string
  /** The type that the sender declares. */
  readonly declared: string
  readonly bytes: Stream.Stream<Uint8Array, E, R>
  /** The file of a repeated request may be stored already, so the quota does not refuse it. */
  readonly mayBeRepeat?: boolean
}

export type Receive = <E, R>(
  incoming: Incoming<E, R>
) => Effect.Effect<ReceivedFile, E | Invalid, R>

/**
 * With S3 each upload uses up to 15 MiB of memory, and a slow one lasts up to 15 minutes. The share
 * per workspace is small, so that one workspace cannot fill all places.
 */
const uploadsAtOnce = {
  capacity: 16,
  share: 4,
  queue: 100,
  patience: "5 seconds",
  reason: "uploads"
} as const

const isName = Schema.is(FileName)

export const receiveFile = Effect.gen(function* () {
  const files = yield* FileRepository
  const storage = yield* FileStorage
  const sniffer = yield* FileSniffer
  const random = yield* SecureRandom.SecureRandom
  const { transact } = yield* UnitOfWork
  const removeLeftover = yield* leftoverRemoval
  const roomFor = yield* uploadRoom
  const { acquire } = makeAdmissionControl(uploadsAtOnce)
  const admitted = Effect.catchTag(acquire, "Busy", Effect.die)

  const expect = Effect.fnUntraced(function* (key: FileKey) {
    yield* files.insertLeftover(key, DateTime.addDuration(yield* DateTime.now, uploadTime))
  }, transact)

  const receive = Effect.fnUntraced(function* <E, R>(
    workspace: Workspace,
    key: FileKey,
    { name: path, declared, bytes, mayBeRepeat = false }: Incoming<E, R>
  ) {
    const name = baseName(path)
    if (!isName(name)) {
      const rule = "other than . and .., without control characters and direction marks"
      return yield* new FileInvalid("name", `must have a name of 1 to 255 characters ${rule}`)
    }
    const bounded = yield* roomFor(workspace, mayBeRepeat)
    yield* expect(key)
    const { size, sha256, head } = yield* storage.write(key, bounded(bytes))
    if (size === 0) return yield* new FileInvalid("empty", "must not be empty")
    const known = yield* sniffer.known
    const detected = yield* sniffer.detect(head)
    const wouldShow = (type: string) => known.has(type)
    const contentType = contentTypeOf({ declared, detected, wouldShow, head })
    const received: ReceivedFile = { id: key.id, name, contentType, size, sha256 }
    return received
  })

  /**
   * Lends out the way to receive one file; its bytes go unless they are a file's when `use` has
   * ended.
   */
  return <A, E, R>(
    workspace: Workspace,
    use: (receive: Receive) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      let begun: FileKey | null = null
      const lent: Receive = (incoming) =>
        Effect.flatMap(FileId.next(random), (id) => {
          begun = { workspaceId: workspace.id, id }
          return receive(workspace, begun, incoming)
        })
      const received = Effect.ensuring(
        use(lent),
        Effect.suspend(() => (begun === null ? Effect.void : removeLeftover(begun)))
      )
      return Effect.scopedWith((scope) =>
        Effect.andThen(Effect.provideService(admitted, Scope.Scope, scope), received)
      )
    })
})
