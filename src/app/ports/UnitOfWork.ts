/** One business transaction: everything inside commits together or not at all. */
import { Context, Data, type Effect } from "effect"

/**
 * Given by `UnitOfWork.transact` alone. Every write requires it, so that a write outside of a
 * transaction does not compile.
 */
export class Transaction extends Context.Service<
  Transaction,
  {
    /** Runs once everything is committed; its failures are logged. */
    readonly afterCommit: (work: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("retainer/app/ports/Transaction") {}

/**
 * The result of a write, which is known only after its transaction. Reading it inside the
 * transaction that made the write is a defect.
 */
export type Written<A> = Effect.Effect<A>

/**
 * The change was sent to be committed and the answer was lost, so it may be stored or not. It
 * travels as a defect: no use case can do anything about it. A caller with an Idempotency-Key may
 * repeat the request.
 */
export class OutcomeUnknown extends Data.TaggedError("OutcomeUnknown")<{
  readonly cause: unknown
}> {
  override get message() {
    return "The database did not say whether the change was stored; look before doing it again"
  }
}

/**
 * A write that had to change a row changed none: nothing of its transaction is stored. It travels
 * as a defect: a transaction with a conflict is retried first, so this means that the use case is
 * wrong.
 */
export class RowChanged extends Data.TaggedError("RowChanged")<{
  readonly table: string
  readonly key: string
}> {
  override get message() {
    return `A write to ${this.table} (${this.key}) found no row to change`
  }
}

export class UnitOfWork extends Context.Service<
  UnitOfWork,
  {
    /**
     * Runs the effect in a transaction; any failure, defect or interruption undoes its writes.
     * Inside another one it joins that: its failure then undoes everything.
     */
    readonly transact: <A, E, R>(
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, Exclude<R, Transaction>>
  }
>()("retainer/app/ports/UnitOfWork") {}
