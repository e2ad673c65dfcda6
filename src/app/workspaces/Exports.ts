/**
 * Exports of workspaces for their owners: requested, made by a job, and downloaded until they end.
 * A workspace has one export; a newer request replaces it.
 */
import { Context, DateTime, Effect, Layer, type Stream } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import type { RoleTooLow } from "../../domain/people/User.ts"
import {
  type ExportRequest,
  isAvailable,
  type PendingExport,
  type ReadyExport,
  replaceableAt
} from "../../domain/workspaces/ExportRequest.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { FileStorage } from "../ports/files/FileStorage.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { ExportRepository } from "../ports/workspaces/ExportRepository.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import { makeExports } from "./MakeExports.ts"

interface Archive extends Pick<ReadyExport, "size" | "readyAt"> {
  readonly bytes: Stream.Stream<Uint8Array>
}

/** An archive is at its id below this path; the download needs the session of an owner. */
export const archivePath = "/settings/leave/archive"

export class Exports extends Context.Service<
  Exports,
  {
    /** Null before the first one, and after the end of its archive. */
    readonly find: (workspace: Workspace) => Effect.Effect<ExportRequest | null, RoleTooLow>
    /** The earlier request while no other may replace it. */
    readonly request: (
      workspace: Workspace,
      requestedBy: UserId
    ) => Effect.Effect<ExportRequest, RoleTooLow>
    /** Null for an archive that ended, was replaced, or is not of this workspace. */
    readonly open: (
      workspace: Workspace,
      fileId: string
    ) => Effect.Effect<Archive | null, RoleTooLow>
    /** Makes the archives that are due; any number of processes may. */
    readonly makeDue: Effect.Effect<void>
  }
>()("retainer/app/Exports") {
  static readonly layer = Layer.effect(
    Exports,
    Effect.gen(function* () {
      const exports = yield* ExportRepository
      const workspaces = yield* WorkspaceRepository
      const files = yield* FileRepository
      const storage = yield* FileStorage
      const journal = yield* Journal
      const { transact } = yield* UnitOfWork
      const makeDue = yield* makeExports

      return Exports.of({
        find: useCase("Exports.find")(function* ({ id }: Workspace) {
          const found = yield* exports.find(id)
          if (found?.status !== "ready") return found
          return isAvailable(found, yield* DateTime.now) ? found : null
        }, permitted("export")),

        request: useCase("Exports.request")(
          function* ({ id: workspaceId }: Workspace, requestedBy: UserId) {
            yield* workspaces.lock(workspaceId)
            const now = yield* DateTime.now
            const last = yield* exports.findForUpdate(workspaceId)
            const from = last === null ? now : replaceableAt(last)
            if (last !== null && (from === null || DateTime.isGreaterThan(from, now))) return last
            if (last?.status === "ready") {
              yield* files.deferLeftover({ workspaceId, id: last.fileId }, now)
            }
            const request: PendingExport = {
              workspaceId,
              requestedBy,
              requestedAt: now,
              status: "pending",
              attempts: 0,
              leasedUntil: null,
              fileId: null
            }
            yield* exports.save(request)
            yield* journal.note(workspaceId, "export.requested", null, { id: workspaceId })
            return request
          },
          transact,
          permitted("export")
        ),

        open: useCase("Exports.open")(function* ({ id: workspaceId }: Workspace, fileId: string) {
          const found = yield* exports.find(workspaceId)
          if (found === null || !isAvailable(found, yield* DateTime.now)) return null
          if (found.fileId !== fileId) return null
          const bytes = yield* storage.read({ workspaceId, id: found.fileId })
          if (bytes === null) return null
          const entry = { id: workspaceId, bytes: found.size }
          yield* transact(journal.note(workspaceId, "export.downloaded", null, entry))
          return { size: found.size, readyAt: found.readyAt, bytes }
        }, permitted("export")),

        makeDue: makeDue()
      })
    })
  )
}
