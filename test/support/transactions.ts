/** Repositories outside of a use case: each call is a transaction of its own. */
import { type Context, Effect } from "effect"
import { type Transaction, UnitOfWork } from "../../src/app/ports/UnitOfWork.ts"

type InTransaction<F> = F extends (...args: infer Args) => Effect.Effect<infer A, infer E, infer R>
  ? (...args: Args) => Effect.Effect<A, E, Exclude<R, Transaction>>
  : F

type Each<S> = { readonly [K in keyof S]: InTransaction<S[K]> }

/** The port, with each of its methods in a transaction of its own, or in the one around it. */
export const each = <Id, S extends object>(
  port: Context.Service<Id, S>
): Effect.Effect<Each<S>, never, Id | UnitOfWork> =>
  Effect.gen(function* () {
    const service = yield* port
    const { transact } = yield* UnitOfWork
    const methods = Object.entries(service).map(([name, method]) => [
      name,
      typeof method === "function"
        ? (...args: ReadonlyArray<unknown>) => {
            const result: unknown = method(...args)
            return Effect.isEffect(result) ? transact(result) : result
          }
        : method
    ])
    return Object.fromEntries(methods) as Each<S>
  })
