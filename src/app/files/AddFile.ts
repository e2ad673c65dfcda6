/** Makes a file of bytes that were received. */
import { DateTime, Effect } from "effect"
import type { Scope } from "../../domain/access/Scope.ts"
import {
  FileScopeMissing,
  type FileTarget,
  type FileTargets,
  type ReceivedFile,
  scopeOfTarget,
  targetOf
} from "../../domain/files/File.ts"
import type { FileStored } from "../../domain/files/FileResource.ts"
import { quotaReached } from "../../domain/files/Quota.ts"
import { Invalid, invalid } from "../../domain/Invalid.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { FileLinks } from "./FileLinks.ts"
import { storageQuota } from "./UploadRoom.ts"

/** A credential's scopes; null for people and operators, who may do everything. */
export type Allowed = ReadonlySet<Scope> | null

/** Fails if the credential may not change the target of the file. */
export const requireScope = (
  allowed: Allowed,
  target: Parameters<typeof scopeOfTarget>[0]
): Effect.Effect<void, FileScopeMissing> => {
  const scope = scopeOfTarget(target)
  return allowed === null || allowed.has(scope)
    ? Effect.void
    : Effect.fail(new FileScopeMissing({ scope }))
}

const targetProblem = Effect.gen(function* () {
  const projects = yield* ProjectRepository
  const clients = yield* ClientRepository
  const invoices = yield* InvoiceRepository

  /** The target is never deleted, so it needs no lock. */
  return Effect.fnUntraced(function* (
    { id: workspaceId, zone }: Workspace,
    { projectId, clientId, invoiceId }: FileTarget
  ) {
    if (projectId !== null && (yield* projects.find(workspaceId, projectId)) === null) {
      return invalid("project_id", `no project has the id ${projectId}`)
    }
    if (clientId !== null && (yield* clients.find(workspaceId, clientId)) === null) {
      return invalid("client_id", `no client has the id ${clientId}`)
    }
    if (invoiceId === null) return undefined
    const isThere = Effect.isSuccess(invoices.view(workspaceId, invoiceId, yield* todayIn(zone)))
    return (yield* isThere)
      ? undefined
      : invalid("invoice_id", `no invoice has the id ${invoiceId}`)
  })
})

export const addFile = Effect.gen(function* () {
  const files = yield* FileRepository
  const links = yield* FileLinks
  const journal = yield* Journal
  const problemOf = yield* targetProblem
  const quotaOf = yield* storageQuota
  const { transact } = yield* UnitOfWork

  return useCase("Files.add")(function* (
    workspace: Workspace,
    allowed: Allowed,
    received: ReceivedFile,
    targets: FileTargets
  ) {
    const target = targetOf(targets)
    if (target instanceof Invalid) return yield* target
    yield* requireScope(allowed, target)
    const problem = yield* problemOf(workspace, target)
    if (problem !== undefined) return yield* problem
    const used = yield* files.lockUsage(workspace.id)
    const quota = quotaOf(workspace)
    if (used + received.size > quota) return yield* quotaReached({ used, quota })
    const { id } = received
    const createdAt = yield* DateTime.now
    const file: FileStored = { workspaceId: workspace.id, ...received, ...target, createdAt }
    yield* annotate({ "file.id": id })
    if (!(yield* files.insert(file))) {
      return yield* Effect.die(new Error(`the bytes of ${id} were removed before it was added`))
    }
    const found = yield* Effect.orDie(files.find(workspace.id, id))
    yield* journal.record(workspace.id, "file.created", null, { ...found, downloadUrl: null })
    return (yield* links.shown(workspace.id))(found)
  }, transact)
})
