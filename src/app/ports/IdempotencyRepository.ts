/**
 * Idempotency keys: the answer of a request is stored under its key, and a repeated request replays
 * it.
 */
import { Context, type DateTime, type Effect } from "effect"
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { Transaction } from "./UnitOfWork.ts"

/** The owner of a key and the request that it is for. */
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
     * Stores the answer in the transaction of the change. The second of two concurrent requests
     * waits for the first one's commit, is retried, and finds the stored answer.
     */
    readonly insert: (
      scope: KeyScope,
      answer: StoredAnswer,
      now: DateTime.Utc,
      expired: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/ports/IdempotencyRepository") {}
