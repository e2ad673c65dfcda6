/**
 * Stored files, and the bytes that are still to be removed. Bytes are recorded as a leftover before
 * the first of them is stored and until a file has them, and also when that file is deleted. So all
 * bytes without a file are known without a search.
 */
import { Context, type DateTime, type Effect } from "effect"
import type { FileNotFound } from "../../../domain/files/File.ts"
import type { FileFound, FileStored } from "../../../domain/files/FileResource.ts"
import type { ClientId, FileId, InvoiceId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface FileFilter {
  readonly projectId?: ProjectId
  readonly clientId?: ClientId
  readonly invoiceId?: InvoiceId
}

/** Stored bytes, by the file that has them, had them or was to have them. */
export interface FileKey {
  readonly workspaceId: WorkspaceId
  readonly id: FileId
}

export class FileRepository extends Context.Service<
  FileRepository,
  {
    /**
     * Makes the leftover of its key a file; false where the bytes are removed, or being removed.
     */
    readonly insert: (file: FileStored) => Effect.Effect<boolean, never, Transaction>
    readonly find: (workspaceId: WorkspaceId, id: FileId) => Effect.Effect<FileFound, FileNotFound>
    readonly getForUpdate: (
      workspaceId: WorkspaceId,
      id: FileId
    ) => Effect.Effect<FileFound, FileNotFound, Transaction>
    readonly list: (
      workspaceId: WorkspaceId,
      filter: FileFilter,
      page: PageRequest<FileId>
    ) => Effect.Effect<Page<FileFound, FileId>>
    /** The newest files of these projects. */
    readonly ofProjects: (
      workspaceId: WorkspaceId,
      projectIds: ReadonlyArray<ProjectId>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<FileFound>>
    /** The total bytes of the workspace's files. */
    readonly usage: (workspaceId: WorkspaceId) => Effect.Effect<number>
    /** The same under a lock: the workspace gets no further file until the transaction ends. */
    readonly lockUsage: (workspaceId: WorkspaceId) => Effect.Effect<number, never, Transaction>
    /** Makes the file a leftover that is due. */
    readonly remove: (key: FileKey, now: DateTime.Utc) => Effect.Effect<void, never, Transaction>

    readonly insertLeftover: (
      key: FileKey,
      dueAt: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
    /**
     * Claims the leftover for the removal of its bytes: from then on it cannot become a file. False
     * where there is none, or another process claimed it after `abandoned`.
     */
    readonly claimLeftover: (
      key: FileKey,
      now: DateTime.Utc,
      abandoned: DateTime.Utc
    ) => Effect.Effect<boolean, never, Transaction>
    readonly deferLeftover: (
      key: FileKey,
      dueAt: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
    readonly removeLeftover: (key: FileKey) => Effect.Effect<void, never, Transaction>
    /** Due leftovers of all workspaces, the longest due first. */
    readonly dueLeftovers: (
      now: DateTime.Utc,
      limit: number
    ) => Effect.Effect<ReadonlyArray<FileKey>>
  }
>()("retainer/app/ports/FileRepository") {}
