/** Use cases of files (docs/spec.md §2.4): received, added, listed, downloaded, deleted. */
import { Context, Effect, Layer, type Stream } from "effect"
import type {
  FileNotFound,
  FileScopeMissing,
  FileTargets,
  ReceivedFile
} from "../../domain/files/File.ts"
import type { FileFound, FileView } from "../../domain/files/FileResource.ts"
import type { StorageUse } from "../../domain/files/Quota.ts"
import type { FileId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { Page } from "../../domain/Page.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { movedRefusal } from "../MovedWorkspaces.ts"
import { type FileFilter, type FileKey, FileRepository } from "../ports/files/FileRepository.ts"
import { type ByteRange, FileStorage } from "../ports/files/FileStorage.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { useCase } from "../UseCase.ts"
import { type Allowed, addFile } from "./AddFile.ts"
import { FileLinks } from "./FileLinks.ts"
import { removeDueLeftovers } from "./Leftovers.ts"
import { type Receive, receiveFile } from "./ReceiveFile.ts"
import { fileIdOf, removeFile } from "./RemoveFile.ts"
import { storageUse } from "./UploadRoom.ts"

/** A file that a link opened. */
export interface Opened {
  readonly file: FileFound
  /** Its bytes or a part of them; null where they are gone. */
  readonly read: (range?: ByteRange) => Effect.Effect<Stream.Stream<Uint8Array> | null>
}

export class Files extends Context.Service<
  Files,
  {
    readonly maxBytes: number
    readonly use: (workspace: Workspace) => Effect.Effect<StorageUse>
    /**
     * Lends the receiver of one file to `use`. Its bytes are deleted at the end unless a file was
     * created from them. Dies with `Busy` if too many uploads are in progress.
     */
    readonly receiving: <A, E, R>(
      workspace: Workspace,
      use: (receive: Receive) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    readonly add: (
      workspace: Workspace,
      allowed: Allowed,
      received: ReceivedFile,
      targets: FileTargets
    ) => Effect.Effect<FileView, Invalid | FileScopeMissing>
    readonly get: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<FileView & { readonly downloadUrl: string }, FileNotFound>
    readonly list: (
      workspace: Workspace,
      filter: FileFilter,
      page: PageRequest<FileId>
    ) => Effect.Effect<Page<FileView, FileId>>
    readonly remove: (
      workspace: Workspace,
      allowed: Allowed,
      id: string
    ) => Effect.Effect<void, FileNotFound | FileScopeMissing | PreconditionFailed>
    /** The file of a link; null where the link is not ours, or no longer good. */
    readonly open: (id: string, token: string) => Effect.Effect<Opened | null, FileNotFound>
    /** Removes the bytes that no file has. */
    readonly removeDue: Effect.Effect<void>
  }
>()("retainer/app/Files") {
  static readonly layer = Layer.effect(
    Files,
    Effect.gen(function* () {
      const files = yield* FileRepository
      const storage = yield* FileStorage
      const links = yield* FileLinks
      const refuseMoved = yield* movedRefusal
      const removeDue = yield* removeDueLeftovers

      return Files.of({
        maxBytes: storage.maxBytes,
        use: yield* storageUse,
        receiving: yield* receiveFile,
        add: yield* addFile,
        remove: yield* removeFile,
        removeDue: removeDue(),

        get: useCase("Files.get")(function* (workspace: Workspace, id: string) {
          const found = yield* files.find(workspace.id, yield* fileIdOf(id))
          return (yield* links.shown(workspace.id))(found)
        }),

        list: useCase("Files.list")(function* (
          workspace: Workspace,
          filter: FileFilter,
          page: PageRequest<FileId>
        ) {
          const { items, ...rest } = yield* files.list(workspace.id, filter, page)
          return { ...rest, items: items.map(yield* links.shown(workspace.id)) }
        }),

        open: useCase("Files.open")(function* (id: string, token: string) {
          const key: FileKey | null = yield* links.opened(id, token)
          if (key === null) return null
          yield* refuseMoved({ workspace: key.workspaceId })
          const file = yield* files.find(key.workspaceId, key.id)
          return { file, read: (range?: ByteRange) => storage.read(key, range) }
        })
      })
    })
  )
}
