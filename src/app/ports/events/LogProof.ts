/** Data for the verification of the log: ends of chains, newest events, and facts of the rows. */
import { Context, type DateTime, type Effect } from "effect"
import type { Event } from "../../../domain/events/Event.ts"
import type { EventId, WorkspaceId } from "../../../domain/Ids.ts"

/** Length and last hash of a chain, from its counter. */
export interface ChainHead {
  readonly sequence: number
  readonly hash: string
}

export interface ChainHeads {
  readonly events: ChainHead
  readonly audit: ChainHead
}

export type Chain = "events" | "audit"

/** The place of an entry in a chain. */
export interface ChainLink extends ChainHead {
  readonly previousHash: string
  /** Its canonical form, from which its hash is made with that of the entry before it. */
  readonly canonical: string
}

/** An entry of the log; null for a chain that it is not in. */
export interface ChainedEntry extends Readonly<Record<Chain, ChainLink | null>> {
  readonly id: EventId
}

/** An inconsistent row; `what` describes the problem. */
export interface RowProblem {
  readonly id: string
  readonly what: string
}

export class LogProof extends Context.Service<
  LogProof,
  {
    readonly heads: (workspaceId: WorkspaceId) => Effect.Effect<ChainHeads>
    /** The entries of a chain after a sequence, in their order. */
    readonly links: (
      workspaceId: WorkspaceId,
      chain: Chain,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ChainedEntry>>
    /** The newest event of each resource, in the order of ids, after the given one. */
    readonly latest: (
      workspaceId: WorkspaceId,
      after: string,
      limit: number,
      /** Only of resources with an event after this sequence. */
      since: number
    ) => Effect.Effect<ReadonlyArray<Event>>
    /** The newest event of the resource at that time. */
    readonly asOf: (
      workspaceId: WorkspaceId,
      objectId: string,
      at: DateTime.Utc
    ) => Effect.Effect<Event | null>
    /** A resource without any event, unless it is older than the event log. */
    readonly unlogged: (workspaceId: WorkspaceId) => Effect.Effect<RowProblem | null>
    /** The count of invoices, and the first number that is missing or duplicated. */
    readonly numbers: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<{ readonly count: number; readonly problem: RowProblem | null }>
    /**
     * The count of credit notes, and the first number that is missing or duplicated, or the first
     * invoice whose sums of credit notes differ from them.
     */
    readonly creditNotes: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<{ readonly count: number; readonly problem: RowProblem | null }>
    /** The count of payments, and the first invoice whose amount paid differs from their sum. */
    readonly ledger: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<{ readonly count: number; readonly problem: RowProblem | null }>
  }
>()("retainer/app/ports/LogProof") {}
