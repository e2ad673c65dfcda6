/** Workspaces that moved to another installation, in the installation that they left. */
import { Context, type Effect } from "effect"
import type { AppId, WorkspaceId } from "../../../domain/Ids.ts"

export interface WorkspaceMove {
  /** The cell that has the workspace; null if it was not named. */
  readonly cell: string | null
  /** False for the moment in which neither installation serves it. */
  readonly isDecided: boolean
}

/** A name by which a request finds its workspace. */
export type MovedKey =
  /** The SHA-256 of a credential or link. */
  | { readonly hash: string }
  | { readonly app: AppId }
  /** Invoices whose id ends in these digits. */
  | { readonly invoicesEndingIn: string }
  | { readonly workspace: WorkspaceId }

export class WorkspaceMoves extends Context.Service<
  WorkspaceMoves,
  {
    /** Null unless it was closed here. */
    readonly find: (id: WorkspaceId) => Effect.Effect<WorkspaceMove | null>
    /** Null if the workspace of the key is here, or unknown. */
    readonly findByKey: (key: MovedKey) => Effect.Effect<WorkspaceMove | null>
    /**
     * Decides moves that broke off after their workspace was closed here: it is open at the target,
     * or here again. Nothing changes while the target does not answer.
     */
    readonly settleBroken: Effect.Effect<void>
    /** The same for one workspace; dies if the target does not answer. */
    readonly settle: (id: WorkspaceId) => Effect.Effect<void>
  }
>()("retainer/app/ports/WorkspaceMoves") {}
