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
  }
>()("retainer/app/ports/WorkspaceVersions") {
  static make(request: WorkspaceVersions["Service"]["request"]): WorkspaceVersions["Service"] {
    return {
      request,
      current: (workspaceId) =>
        Effect.callback<Versions | null>((resume) =>
          request(workspaceId, (versions) => resume(Effect.succeed(versions)))
        )
    }
  }
}
