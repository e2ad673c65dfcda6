/**
 * A number for each workspace that moves in the transaction of every change of what answers show. Equal
 * numbers, the second read after the first, mean that nothing changed in between.
 */
import { Context, Effect } from "effect"
import type { WorkspaceId } from "../../../domain/Ids.ts"

interface Asking {
  /**
   * Tells the version, read after it was asked for; reads asked for meanwhile are shared. Null where it
   * cannot be told. For who has no fiber: most requests that are answered from what is kept.
   */
  readonly ask: (workspaceId: WorkspaceId, tell: (version: number | null) => void) => void
  /** One that was read before now: what is read from now on is at least as new. Null where none was. */
  readonly earlier: (workspaceId: WorkspaceId) => number | null
}

export class WorkspaceVersions extends Context.Service<
  WorkspaceVersions,
  Asking & {
    /** `ask`, in a fiber. */
    readonly current: (workspaceId: WorkspaceId) => Effect.Effect<number | null>
  }
>()("retainer/app/ports/WorkspaceVersions") {
  static make({ ask, earlier }: Asking): WorkspaceVersions["Service"] {
    return {
      ask,
      earlier,
      current: (workspaceId) =>
        Effect.callback<number | null>((resume) =>
          ask(workspaceId, (version) => resume(Effect.succeed(version)))
        )
    }
  }
}
