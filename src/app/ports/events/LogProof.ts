/** What proves the log: the ends of its chains, the newest event of each resource, and what rows say beside it. */
import { Context, type DateTime, type Effect } from "effect"
import type { Event } from "../../../domain/events/Event.ts"
import type { WorkspaceId } from "../../../domain/Ids.ts"

/** How long a chain is and which hash it ends with, as the counter knows it. */
export interface ChainHead {
  readonly sequence: number
  readonly hash: string
}

export interface ChainHeads {
  readonly events: ChainHead
  readonly audit: ChainHead
}

/** A row that is not as it has to be; `what` says so in words. */
export interface RowProblem {
  readonly id: string
  readonly what: string
}

export class LogProof extends Context.Service<
  LogProof,
  {
    readonly heads: (workspaceId: WorkspaceId) => Effect.Effect<ChainHeads>
    /** The newest event of each resource, by the resource's id, from after the one given on. */
    readonly latest: (
      workspaceId: WorkspaceId,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Event>>
    /** The newest event of the resource that was there at the moment. */
    readonly asOf: (
      workspaceId: WorkspaceId,
      objectId: string,
      at: DateTime.Utc
    ) => Effect.Effect<Event | null>
    /** A resource that no event tells of, unless it is from before events told of everything. */
    readonly unlogged: (workspaceId: WorkspaceId) => Effect.Effect<RowProblem | null>
    /** Invoices, and the first whose number leaves a gap or is there twice. */
    readonly numbers: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<{ readonly count: number; readonly problem: RowProblem | null }>
    /** Payments, and the first invoice whose amount paid is not their sum. */
    readonly ledger: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<{ readonly count: number; readonly problem: RowProblem | null }>
  }
>()("retainer/app/ports/LogProof") {}
