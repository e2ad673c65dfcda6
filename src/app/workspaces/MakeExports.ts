/**
 * The job that makes the archives of requested exports, one at a time in each process. A process
 * holds a lease, which it renews; another one repeats what a killed process began. The bytes of an
 * archive are a leftover of files that is due when the archive ends, so the sweep deletes them.
 */
import { Cause, Data, DateTime, Effect, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { freeBytesForUploads } from "../../domain/files/Quota.ts"
import { FileId, type WorkspaceId } from "../../domain/Ids.ts"
import {
  archiveLifetime,
  type ExportRequest,
  isClaimable,
  mostAttempts,
  type PendingExport
} from "../../domain/workspaces/ExportRequest.ts"
import { uploadTime } from "../files/Leftovers.ts"
import { Journal } from "../Journal.ts"
import { Notices } from "../mail/Notices.ts"
import { DiskSpace } from "../ports/DiskSpace.ts"
import { type FileKey, FileRepository } from "../ports/files/FileRepository.ts"
import { FileStorage } from "../ports/files/FileStorage.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { Archiver } from "../ports/workspaces/Archiver.ts"
import { ExportRepository } from "../ports/workspaces/ExportRepository.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import { WorkspaceExport } from "./ExportWorkspace.ts"

/** A killed process's attempt is repeated after this time. */
export const leaseTime = { minutes: 1 } as const
const renewedEvery = "15 seconds"
const retryAfter = { minutes: 1 } as const

/** The free disk space is measured after so many bytes. */
const betweenLooks = 8 * 1_048_576

/** Another process has the lease, or an owner's newer request replaced this one. */
class LeaseLost extends Data.TaggedError("LeaseLost") {}

class DiskAlmostFull extends Data.TaggedError("DiskAlmostFull") {}

/** The lease on a request, by which processes agree who makes its archive. */
const makeLease = Effect.gen(function* () {
  const exports = yield* ExportRepository
  const files = yield* FileRepository
  const random = yield* SecureRandom.SecureRandom
  const { transact } = yield* UnitOfWork
  const giveUp = (request: PendingExport, failure: "disk_full" | "unknown") => {
    const { workspaceId, requestedBy, requestedAt } = request
    return exports.save({ workspaceId, requestedBy, requestedAt, status: "failed", failure })
  }

  /** The key of the attempt's bytes; null if another process was faster. */
  const claim = Effect.fnUntraced(function* (workspaceId: WorkspaceId) {
    const now = yield* DateTime.now
    const found = yield* exports.findForUpdate(workspaceId)
    if (found?.status !== "pending" || !isClaimable(found, now)) return null
    if (found.attempts >= mostAttempts) {
      yield* giveUp(found, "unknown")
      return null
    }
    const key: FileKey = { workspaceId, id: yield* FileId.next(random) }
    yield* files.insertLeftover(key, DateTime.addDuration(now, uploadTime))
    yield* exports.save({
      ...found,
      attempts: found.attempts + 1,
      leasedUntil: DateTime.addDuration(now, leaseTime),
      fileId: key.id
    })
    return key
  }, transact)

  /** The request under a lock, while the attempt of these bytes has its lease. */
  const held = Effect.fnUntraced(function* ({ workspaceId, id }: FileKey) {
    const found = yield* exports.findForUpdate(workspaceId)
    return found?.status === "pending" && found.fileId === id ? found : yield* new LeaseLost()
  })

  const renew = Effect.fnUntraced(function* (key: FileKey) {
    const now = yield* DateTime.now
    const found = yield* held(key)
    yield* exports.save({ ...found, leasedUntil: DateTime.addDuration(now, leaseTime) })
    yield* files.deferLeftover(key, DateTime.addDuration(now, uploadTime))
  }, transact)

  const release = Effect.fnUntraced(function* (key: FileKey, isDiskFull: boolean) {
    const now = yield* DateTime.now
    const found = yield* held(key)
    yield* files.deferLeftover(key, now)
    if (isDiskFull) return yield* giveUp(found, "disk_full")
    if (found.attempts >= mostAttempts) return yield* giveUp(found, "unknown")
    const leasedUntil = DateTime.addDuration(now, retryAfter)
    yield* exports.save({ ...found, leasedUntil, fileId: null })
  }, transact)

  const renewals = (key: FileKey) =>
    Effect.forever(Effect.andThen(Effect.sleep(renewedEvery), renew(key)))

  return { claim, held, renewals, release }
})

/** Stores the bytes of one archive. */
const makeWriter = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const exported = yield* WorkspaceExport
  const archiver = yield* Archiver
  const storage = yield* FileStorage
  const { free } = yield* DiskSpace

  const isDiskFull = Effect.map(free, (bytes) => bytes < freeBytesForUploads)
  const checkDisk = Effect.flatMap(isDiskFull, (isFull) =>
    isFull ? Effect.fail(new DiskAlmostFull()) : Effect.void
  )
  const whileRoom = (bytes: Stream.Stream<Uint8Array>) => {
    let unchecked = 0
    return Stream.tap(bytes, (chunk) => {
      unchecked += chunk.length
      if (unchecked < betweenLooks) return Effect.void
      unchecked = 0
      return checkDisk
    })
  }

  const write = Effect.fnUntraced(function* (key: FileKey) {
    const workspace = yield* workspaces.find(key.workspaceId)
    if (workspace === null) return yield* Effect.die(new Error("The workspace was deleted"))
    yield* checkDisk
    return yield* storage.write(key, whileRoom(archiver.pack(exported.files(workspace))))
  })
  return { write, isDiskFull }
})

export const makeExports = Effect.gen(function* () {
  const exports = yield* ExportRepository
  const files = yield* FileRepository
  const journal = yield* Journal
  const notices = yield* Notices
  const { transact } = yield* UnitOfWork
  const { claim, held, renewals, release } = yield* makeLease
  const { write, isDiskFull } = yield* makeWriter

  /** The archive, its mail and its entry in the audit log are one change. */
  const finish = Effect.fnUntraced(function* (key: FileKey, size: number) {
    const { workspaceId, requestedBy, requestedAt } = yield* held(key)
    const readyAt = yield* DateTime.now
    const endsAt = DateTime.addDuration(readyAt, archiveLifetime)
    const requested = { workspaceId, requestedBy, requestedAt }
    const ready = { status: "ready", fileId: key.id, size, readyAt, endsAt } as const
    const request: ExportRequest = { ...requested, ...ready }
    yield* exports.save(request)
    yield* files.deferLeftover(key, endsAt)
    const subject = { type: "export_ready", fileId: key.id } as const
    yield* notices.toUser({ workspaceId, id: requestedBy }, subject)
    yield* journal.note(workspaceId, "export.ready", null, { id: workspaceId, bytes: size })
  }, transact)

  const fail = Effect.fnUntraced(function* (key: FileKey, cause: Cause.Cause<unknown>) {
    yield* Effect.logWarning("The export of a workspace failed", cause)
    yield* release(key, yield* isDiskFull)
  })

  const make = (key: FileKey) =>
    write(key).pipe(
      Effect.flatMap(({ size }) => finish(key, size)),
      Effect.raceFirst(renewals(key)),
      Effect.catchTag("DiskAlmostFull", (full) => fail(key, Cause.fail(full))),
      Effect.catchDefect((defect) => fail(key, Cause.die(defect))),
      // The process that has the lease now reports what becomes of it.
      Effect.catchTag("LeaseLost", () => Effect.void)
    )

  return useCase("Exports.makeDue")(function* () {
    for (;;) {
      const workspaceId = yield* exports.nextClaimable(yield* DateTime.now)
      if (workspaceId === null) return
      const key = yield* claim(workspaceId)
      if (key !== null) yield* make(key)
    }
  })
})
