/** Takes tokens from buckets that all processes share. */
import { Context, Data, type Effect } from "effect"
import type { LimitedAction, PlanLimit } from "../../domain/access/RateLimit.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { Plan } from "../../domain/workspaces/Workspace.ts"

export interface Allowance {
  readonly limit: PlanLimit
  /** Whole tokens that are left. */
  readonly remaining: number
  /** Whole seconds until the bucket is full again. */
  readonly resetSeconds: number
}

export class LimitExceeded extends Data.TaggedError("LimitExceeded")<{
  readonly allowance: Allowance
  /** Whole seconds until the next token, at least 1. */
  readonly retryAfterSeconds: number
}> {}

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Whether the bounds on mails apply. */
    readonly boundsMails: boolean
    /** Takes one token of the workspace; a refusal takes none. Null where limits are off. */
    readonly take: (
      workspaceId: WorkspaceId,
      plan: Plan
    ) => Effect.Effect<Allowance | null, LimitExceeded>
    /** The remaining allowance; takes no token. */
    readonly look: (workspaceId: WorkspaceId, plan: Plan) => Effect.Effect<Allowance | null>
    /** Takes one token of what an address, or an account, may try. */
    readonly takeTry: (what: LimitedAction, whose: string) => Effect.Effect<void, LimitExceeded>
    /** Takes one mail of those that may be sent to a recipient; false where there is none left. */
    readonly takeMailTo: (recipient: string) => Effect.Effect<boolean>
    /** Counts a failed authentication against the address it came from. */
    readonly recordFailure: (address: string) => Effect.Effect<void, LimitExceeded>
  }
>()("retainer/app/ports/RateLimits") {}
