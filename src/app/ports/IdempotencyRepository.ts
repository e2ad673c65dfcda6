/** Answers that are kept under the key of their request, so that a repeat gets the same one. */
import { Context, type DateTime, type Effect } from "effect"
import type { WorkspaceId } from "../../domain/Ids.ts"

/** Whose key it is, and for what. */
export interface KeyScope {
  readonly workspaceId: WorkspaceId
  readonly credential: string
  /** Method and path, ids included. */
  readonly route: string
  readonly key: string
}

export interface KeptAnswer {
  readonly requestHash: string
  readonly status: number
  readonly body: string
}

export class IdempotencyRepository extends Context.Service<
  IdempotencyRepository,
  {
    /**
     * Takes the key, in the caller's transaction: a twin waits here until that ends. Null where it
     * was free, or was taken before `expired`; else the answer that is kept.
     */
    readonly reserve: (
      scope: KeyScope,
      requestHash: string,
      now: DateTime.Utc,
      expired: DateTime.Utc
    ) => Effect.Effect<KeptAnswer | null>
    readonly keep: (scope: KeyScope, status: number, body: string) => Effect.Effect<void>
  }
>()("retainer/app/ports/IdempotencyRepository") {}
