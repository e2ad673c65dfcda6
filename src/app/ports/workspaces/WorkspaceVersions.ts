/**
 * Versions by which a process finds out whether what it cached still stands. Each is a number that moves in the
 * transaction of every change of its rows: equal numbers, the second read after the first, mean that nothing
 * changed in between. There is no other way of invalidation, so it holds in every process at once.
 */
import { Context, Effect } from "effect"
import type { WorkspaceId } from "../../../domain/Ids.ts"
import type { RowKind } from "../../../domain/RowKind.ts"

/**
 * `credentials` covers whom a credential acts for and the settings of the workspace: keys, tokens, grants, apps,
 * users, the workspace itself.
 */
export type Versions = Readonly<Record<RowKind | "credentials", number>>

export class WorkspaceVersions extends Context.Service<
  WorkspaceVersions,
  {
    /**
     * Calls `answer` once with versions that were read after the request; requests of the same time share one
     * read. Null where they cannot be read. For code without a fiber.
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
