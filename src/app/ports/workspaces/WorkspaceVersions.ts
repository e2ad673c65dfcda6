/**
 * Versions of a workspace: cache validation. Each version is a number that moves in the transaction
 * of every change of its rows. If it is equal before and after, nothing changed in between. No
 * other invalidation exists, so every process sees a change at once.
 */
import { Context, Effect } from "effect"
import type { WorkspaceId } from "../../../domain/Ids.ts"
import type { RowKind } from "../../../domain/RowKind.ts"

/** `credentials` covers keys, tokens, grants, apps, users and the workspace itself. */
export type Versions = Readonly<Record<RowKind | "credentials", number>>

interface VersionedRead<A> {
  readonly value: A
  readonly versions: Versions | null
}

export class WorkspaceVersions extends Context.Service<
  WorkspaceVersions,
  {
    /**
     * Calls `answer` once with versions that were read after the call, or null if they cannot be
     * read. Concurrent calls share a read. For code without a fiber.
     */
    readonly request: (
      workspaceId: WorkspaceId,
      answer: (versions: Versions | null) => void
    ) => void
    /** `request`, in a fiber. */
    readonly current: (workspaceId: WorkspaceId) => Effect.Effect<Versions | null>
    /**
     * Runs the work with versions that are not newer than what it reads, and as old as its first
     * read: they cost no statement of their own. Null if they did not come with that read.
     */
    readonly beside: <A, E, R>(
      workspaceId: WorkspaceId,
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<VersionedRead<A>, E, R>
  }
>()("retainer/app/ports/WorkspaceVersions") {
  /** Without `beside` the versions are read before the work. */
  static make(
    request: WorkspaceVersions["Service"]["request"],
    beside?: WorkspaceVersions["Service"]["beside"]
  ): WorkspaceVersions["Service"] {
    const current: WorkspaceVersions["Service"]["current"] = (workspaceId) =>
      Effect.callback((resume) =>
        request(workspaceId, (versions) => resume(Effect.succeed(versions)))
      )
    return {
      request,
      current,
      beside:
        beside ??
        ((workspaceId, work) =>
          Effect.flatMap(current(workspaceId), (versions) =>
            Effect.map(work, (value) => ({ value, versions }))
          ))
    }
  }
}
