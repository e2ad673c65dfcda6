/**
 * The target of a file: exactly one project, client or invoice, whose `:write` scope is required to
 * add or delete the file. Files never change; what they hang on is never deleted.
 */
import { Data, Schema } from "effect"
import type { Scope } from "../access/Scope.ts"
import { type ClientId, type FileId, type InvoiceId, type ProjectId, shownId } from "../Ids.ts"
import { type Invalid, invalid } from "../Invalid.ts"
import { line } from "../text/Text.ts"

/** As a request names it. */
export interface FileTargets {
  readonly projectId?: ProjectId | undefined
  readonly clientId?: ClientId | undefined
  readonly invoiceId?: InvoiceId | undefined
}

/** Exactly one of the three is an id. */
export interface FileTarget {
  readonly projectId: ProjectId | null
  readonly clientId: ClientId | null
  readonly invoiceId: InvoiceId | null
}

/**
 * Unicode's embeddings, overrides and isolates: with one of them the name of a program can end in
 * `exe.jpg` on screen.
 */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/

/** For names of new files; stored names can be older than some of these rules. */
export const FileName = line(255).check(
  Schema.makeFilter((name) => name !== "." && name !== ".." && !directionMarks.test(name))
)

/** Received bytes without a target yet. */
export interface ReceivedFile {
  readonly id: FileId
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
}

const needsOneTarget = invalid("", "exactly one of project_id, client_id and invoice_id is needed")

/** The one that is named; a problem where there are none or several. */
export const targetOf = (targets: FileTargets): FileTarget | Invalid => {
  const target: FileTarget = {
    projectId: targets.projectId ?? null,
    clientId: targets.clientId ?? null,
    invoiceId: targets.invoiceId ?? null
  }
  return Object.values(target).filter((id) => id !== null).length === 1 ? target : needsOneTarget
}

export const fileScopes = ["projects:write", "clients:write", "invoices:write"] as const

/** The scope that adding or deleting a file of this target requires. */
export const scopeOfTarget = (
  target: {
    readonly [K in "projectId" | "clientId"]: string | null
  }
): Scope => {
  if (target.projectId !== null) return "projects:write"
  return target.clientId !== null ? "clients:write" : "invoices:write"
}

/** The last part of a path: some senders include the folder. */
export const baseName = (name: string): string => name.slice(name.search(/[^/\\]*$/)).trim()

export class FileNotFound extends Data.TaggedError("FileNotFound")<{ readonly id: string }> {
  override get message() {
    return `No file has the id ${shownId(this.id)}`
  }
}

export class FileScopeMissing extends Data.TaggedError("FileScopeMissing")<{
  readonly scope: Scope
}> {
  override get message() {
    return `A file that hangs there is added and deleted with the scope ${this.scope}, which the credential does not have`
  }
}
