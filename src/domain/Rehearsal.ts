/**
 * Rehearsal (`Prefer: dry-run`, docs/spec.md §8): a use case runs with reads alone, and its answer
 * is that of a real run. Units of work discard its writes. It makes ids as a real run does; its
 * answer has null in their place, because a real run makes others.
 */
import { Context, Effect } from "effect"

export interface Rehearsal {
  /** Ids and stand-ins that exist in this run alone. */
  readonly made: Set<string>
}

/** Null in a real run. */
export const CurrentRehearsal = Context.Reference<Rehearsal | null>(
  "retainer/domain/CurrentRehearsal",
  { defaultValue: () => null }
)

/** The values of a new resource that storage gives, beside its id. */
const givenWithId: ReadonlySet<string> = new Set(["number", "created_at"])

const isFields = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === "object" && json !== null

/** Wire JSON with null in place of each value that the run made; `links` are names of fields. */
export type Hide = (json: unknown, links?: ReadonlyArray<string>) => unknown

const hiding =
  ({ made }: Rehearsal): Hide =>
  (json, links = []) => {
    const texts = [...made]
    const isMade = (value: unknown): boolean =>
      typeof value === "string" && texts.some((text) => value.includes(text))
    const hidden = (value: unknown): unknown => {
      if (isMade(value)) return null
      if (Array.isArray(value)) return value.map(hidden)
      if (!isFields(value)) return value
      const isNew = isMade(value["id"])
      const isGiven = (name: string) => links.includes(name) || (isNew && givenWithId.has(name))
      return Object.fromEntries(
        Object.entries(value).map(([name, field]) => [name, isGiven(name) ? null : hidden(field)])
      )
    }
    return hidden(json)
  }

/** Runs the work as a rehearsal; `present` shows its result without what the run made. */
export const rehearse = <A, E, R, B>(
  work: Effect.Effect<A, E, R>,
  present: (result: A, hide: Hide) => B
): Effect.Effect<B, E, R> =>
  Effect.suspend(() => {
    const rehearsal: Rehearsal = { made: new Set() }
    return Effect.map(Effect.provideService(work, CurrentRehearsal, rehearsal), (result) =>
      present(result, hiding(rehearsal))
    )
  })
