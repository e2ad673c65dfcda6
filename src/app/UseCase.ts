/**
 * Defines use cases: `useCase("Invoicing.create")(function* (workspace, input) {…}, transact)`
 * takes a named generator function and combinators for the whole of it. It opens a span only if
 * traces are exported, so otherwise it costs as little as `Effect.fnUntraced`. Repositories open
 * none.
 */
import { Context, Effect, type Tracer } from "effect"
import { Workspace } from "../domain/workspaces/Workspace.ts"

/** The span of the use case that runs; not that of a transaction or a statement inside it. */
const CurrentUseCase = Context.Reference<Tracer.Span | undefined>("retainer/app/CurrentUseCase", {
  defaultValue: () => undefined
})

/** Opens a span if a tracer was provided; Effect's default tracer would discard it. */
const spanned =
  (name: string) =>
  (result: unknown, ...args: ReadonlyArray<unknown>): unknown => {
    if (!Effect.isEffect(result)) return result
    return Effect.withFiber((fiber) => {
      if (fiber.cache.tracer === undefined) return result
      const workspace = args.find((arg) => arg instanceof Workspace)
      const attributes = workspace === undefined ? {} : { "workspace.id": workspace.id }
      return Effect.useSpan(name, { attributes }, (span) =>
        result.pipe(Effect.withParentSpan(span), Effect.provideService(CurrentUseCase, span))
      )
    })
  }

/**
 * Defines a use case; types, `this` and combinators are those of `Effect.fnUntraced`. Combinators
 * get the arguments too, and the span encloses them all. A workspace among the arguments is on it.
 */
export const useCase =
  (name: string): Effect.fn.Untraced =>
  (...parts: ReadonlyArray<unknown>) =>
    Reflect.apply(Effect.fnUntraced, undefined, [...parts, spanned(name)])

/** Adds ids to the use case's span, as `{ "invoice.id": id }`; never secrets. */
export const annotate = (ids: Readonly<Record<string, string>>): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    if (fiber.cache.tracer === undefined) return Effect.void
    const span = fiber.getRef(CurrentUseCase)
    for (const [key, id] of Object.entries(ids)) span?.attribute(key, id)
    return Effect.void
  })
