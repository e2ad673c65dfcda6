/**
 * Changes that tell nothing, in named parts, of which one statement can be made for several of them: it
 * commits by itself, so neither a transaction nor a connection of its own is needed. Its parts see the rows
 * as they were before it, and no row may be changed by two of them: a name stands for what it changes.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { Sent } from "./Session.ts"

export interface Change {
  readonly parts: ReadonlyArray<readonly [name: string, sent: Sent]>
  /** The part that has run when all of the change has. */
  readonly done: string
  /** Fails where the change did not do what it had to. */
  readonly check: string | undefined
  /** The same in all whose texts, parts and checks are the same; where it is absent, these have to tell. */
  readonly shape?: string
}

const mark = "/* after the others */ true"

/** A condition of a part that locks: what was changed before it has its locks by then. */
export const afterOthers = (sql: SqlClient.SqlClient): Statement.Fragment => sql.literal(mark)

/** The parts by their names, the last of which is done last; `must` are parts that have a row at the end. */
export const changeOf = (
  parts: Readonly<Record<string, Statement.Statement<unknown>>>,
  must?: { readonly [reason: string]: string }
): Change => {
  const entries = Object.entries(parts)
  const checks = Object.entries(must ?? {}).map(
    ([reason, name]) => `1 / (SELECT count(*) FROM ${name}) AS ${reason}`
  )
  return {
    parts: entries.map(([name, part]) => {
      const [text, parameters] = part.compile()
      return [name, { text, parameters }]
    }),
    done: entries.at(-1)?.[0] ?? "",
    check: checks.length === 0 ? undefined : checks.join(", ")
  }
}

let shapes = 0

/**
 * A change whose text is always the same. It is compiled once, with a hole for each value; what is left for
 * every time is to put the values in their places.
 */
export const preparedChange = <Name extends string>(
  names: ReadonlyArray<Name>,
  made: (hole: (name: Name) => string) => Change
): ((values: Readonly<Record<Name, unknown>>) => Change) => {
  const holeOf = (name: Name) => `the value of ${name}`
  const nameOf = new Map<unknown, Name>(names.map((name) => [holeOf(name), name]))
  const { parts, done, check } = made(holeOf)
  const templates = parts.map(([part, { text, parameters }]) => ({
    part,
    text,
    places: parameters.map((hole) => {
      const name = nameOf.get(hole)
      if (name === undefined) throw new Error(`${part} has a parameter that is no hole`)
      return name
    })
  }))
  shapes += 1
  const shape = `prepared ${shapes}\n`
  return (values) => ({
    parts: templates.map(({ part, text, places }) => [
      part,
      { text, parameters: places.map((name) => values[name]) }
    ]),
    done,
    check,
    shape
  })
}

const renumbered = (text: string, by: number): string =>
  by === 0 ? text : text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + by}`)

const joined = (changes: ReadonlyArray<Change>): string => {
  const withs: Array<string> = []
  const checks: Array<string> = []
  const done: Array<string> = []
  let parameters = 0
  for (const change of changes) {
    const after = done.map((name) => `(SELECT count(*) FROM ${name}) >= 0`).join(" AND ")
    for (const [name, sent] of change.parts) {
      const text = renumbered(sent.text, parameters)
      withs.push(`${name} AS (${after === "" ? text : text.replaceAll(mark, () => after)})`)
      parameters += sent.parameters.length
    }
    done.push(change.done)
    if (change.check !== undefined) checks.push(change.check)
  }
  return `WITH ${withs.join(", ")} SELECT ${checks.length === 0 ? "1" : checks.join(", ")}`
}

/** The texts are few and each is sent very often. */
const known = new Map<string, string>()
const mostKnown = 500
const mostParameters = 1000

/** All that the text follows from: the change ends with its last part, and its check. */
const shapeOf = ({ shape, parts, check }: Change): string =>
  shape ?? `${parts.map(([name, { text }]) => `${name} ${text}\n`).join("")}${check ?? ""}\n`

const textOf = (changes: ReadonlyArray<Change>): string | undefined => {
  const [first, ...more] = changes
  if (first === undefined) return undefined
  let key = shapeOf(first)
  for (const change of more) key += shapeOf(change)
  const found = known.get(key)
  if (found !== undefined) return found
  const names = changes.flatMap(({ parts }) => parts.map(([name]) => name))
  if (new Set(names).size < names.length) return undefined
  const text = joined(changes)
  if (known.size >= mostKnown) known.clear()
  known.set(key, text)
  return text
}

/** One statement that does them all, in this order; none where two of them have a part in common. */
export const together = (changes: ReadonlyArray<Change>): Sent | undefined => {
  const text = textOf(changes)
  if (text === undefined) return undefined
  const parameters: Array<unknown> = []
  for (const { parts } of changes) {
    for (const [, sent] of parts) parameters.push(...sent.parameters)
  }
  return changes.length > 1 && parameters.length > mostParameters ? undefined : { text, parameters }
}
