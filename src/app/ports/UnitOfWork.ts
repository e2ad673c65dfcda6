/** One business transaction: everything inside commits together or not at all. */
import { Context, type Effect } from "effect"

export class UnitOfWork extends Context.Service<
  UnitOfWork,
  {
    /** Runs the effect in a transaction; any failure, defect or interruption undoes its writes. */
    readonly transact: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("retainer/app/ports/UnitOfWork") {}
