/** Idempotency keys: the answer of a request is stored under its key, and a repeated request replays it. */
import { Context, type DateTime, type Effect } from "effect"
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { Transaction } from "./UnitOfWork.ts"

/** Whose key it is, and for what. */
export interface KeyScope {
  readonly workspaceId: WorkspaceId
  readonly credential: string
  /** Method and path, ids included. */
  readonly route: string
  readonly key: string
}

export interface StoredAnswer {
  readonly requestHash: string
  readonly status: number
  readonly body: string
}

export class IdempotencyRepository extends Context.Service<
  IdempotencyRepository,
  {
    /** The answer that was stored under the key after `expired`; null where there is none. */
    readonly find: (scope: KeyScope, expired: DateTime.Utc) => Effect.Effect<StoredAnswer | null>
    /**
     * Stores the answer in the transaction of the change. Of two twins the second waits for the first one's
     * commit, is overtaken by it, and finds its answer when it is run again.
     */
    readonly insert: (
      scope: KeyScope,
      answer: StoredAnswer,
      now: DateTime.Utc,
      expired: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/ports/IdempotencyRepository") {}
