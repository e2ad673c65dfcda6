/**
 * Fused statement: several writes of one transaction as one WITH statement, which commits in one
 * round trip. PostgreSQL promises no order among the parts of a WITH, so nested CASEs evaluate them
 * in order. All parts see the rows as they were before the statement, so two parts must not write
 * one row.
 */
import { type Sent, type Steps, withStepNames } from "./Statements.ts"

export interface Part {
  readonly table: string
  /** Identifies the row in its table, for the failure; undefined for a write of several rows. */
  readonly key: string | undefined
  readonly steps: Steps
  /** Fails with RC001 if the last step returns no row. */
  readonly mustChange: boolean
  /** Returns the rows of the last step, as JSON. */
  readonly returns: boolean
  /** The placeholder for the text that the last step returns as its column `value`. */
  readonly standIn: string | undefined
}

/** The most parameters of one statement; PostgreSQL allows 65,535. */
export const maxParameters = 1000

/** Memoizes one text for each combination of writes, of which there are few. */
const maxTexts = 500
const texts = new Map<string, string>()
const textIds = new Map<string, number>()
let nextTextId = 0

const idOf = (text: string): number => {
  const known = textIds.get(text)
  if (known !== undefined) return known
  if (textIds.size >= maxTexts * 10) {
    textIds.clear()
    texts.clear()
  }
  nextTextId += 1
  const id = nextTextId
  textIds.set(text, id)
  return id
}

/** The index of the stand-in that a parameter contains. */
const standInIn = (parameter: unknown, standIns: ReadonlyArray<string>): number | undefined => {
  if (typeof parameter !== "string") return undefined
  // Comparing lengths first is faster, because most texts are too short.
  const place = standIns.findIndex(
    (standIn) => parameter.length >= standIn.length && parameter.includes(standIn)
  )
  return place < 0 ? undefined : place
}

const placeholders = /\$(\d+)/g

interface Layout {
  readonly part: Part
  readonly name: string
  /** For each step, the index of a parameter and of the stand-in in it. */
  readonly late: ReadonlyArray<ReadonlyMap<number, number>>
}

const noneLate: ReadonlyMap<number, number> = new Map()

const layoutOf = (parts: ReadonlyArray<Part>, standIns: ReadonlyArray<string>) =>
  parts.map(
    (part, place): Layout => ({
      part,
      name: `w${place}`,
      late: part.steps.map(({ parameters }) => {
        if (part.standIn !== undefined || standIns.length === 0) return noneLate
        const found = new Map<number, number>()
        parameters.forEach((parameter, index) => {
          const standIn = standInIn(parameter, standIns)
          if (standIn !== undefined) found.set(index, standIn)
        })
        return found
      })
    })
  )

/** A key that determines the text. */
const shapeOf = (layout: ReadonlyArray<Layout>): string =>
  layout
    .map(({ part, late }) => {
      const { steps, mustChange, returns, standIn } = part
      const flags = `${mustChange ? "m" : ""}${returns ? "r" : ""}${standIn === undefined ? "" : "s"}`
      const ids = steps.map(({ text }, step) => {
        const places = [...(late[step] ?? [])].map(([index, which]) => `${index}:${which}`)
        return `${idOf(text)}(${places.join(" ")})`
      })
      return `${flags}${ids.join(",")}`
    })
    .join(";")

const lastOf = (layout: Layout): string =>
  layout.part.steps.length === 1 ? layout.name : `${layout.name}_${layout.part.steps.at(-1)?.name}`

const textOf = (
  layout: ReadonlyArray<Layout>,
  standIns: ReadonlyArray<string>,
  lockTimeout: string | undefined
): string => {
  /** The first parameters are table and key of rows that must change, and the stand-ins. */
  const lead = layout.filter(({ part }) => part.mustChange).length * 2
  const standInAt = (which: number) => `$${lead + which + 1}`
  const sources = standIns.map((text) => layout.find(({ part }) => part.standIn === text))
  let offset = lead + standIns.length
  const withs: Array<string> = []
  /** A WITH query refers to earlier ones only, so the source of a stand-in comes first. */
  const first: Array<string> = []
  for (const { part, name, late } of layout) {
    const stepName = (step: string) => (part.steps.length === 1 ? name : `${name}_${step}`)
    part.steps.forEach(({ name: step, text, parameters }, index) => {
      const before = offset
      const numbered = text.replace(placeholders, (_, digits: string) => {
        const at = Number(digits)
        const which = late[index]?.get(at - 1)
        if (which === undefined) return `$${before + at}`
        const source = sources[which]
        return `replace($${before + at}::text, ${standInAt(which)}::text, (SELECT value FROM ${source === undefined ? "" : lastOf(source)}))`
      })
      const target = part.standIn === undefined ? withs : first
      target.push(`${stepName(step)} AS (${withStepNames(numbered, stepName)})`)
      offset += parameters.length
    })
  }
  let checked = 0
  const checks = layout.map((each) => {
    const count = `(SELECT count(*) FROM ${lastOf(each)})`
    if (!each.part.mustChange) return `${count} >= 0`
    checked += 2
    return `must_change(${count}, $${checked - 1}::text, $${checked}::text)`
  })
  // PostgreSQL reads the setting when a wait for a lock begins, so a statement may set its own.
  const limited =
    lockTimeout === undefined
      ? checks
      : [`set_config('lock_timeout', '${lockTimeout}', true) IS NOT NULL`, ...checks]
  const inOrder = limited.reduceRight(
    (then, check) => `CASE WHEN ${check} THEN ${then} END`,
    "true"
  )
  const answers = layout.flatMap((each, place) =>
    each.part.returns || each.part.standIn !== undefined
      ? [`(SELECT json_agg(r.*) FROM ${lastOf(each)} r) AS r${place}`]
      : []
  )
  return `WITH ${[...first, ...withs].join(", ")},
    checked AS MATERIALIZED (SELECT ${inOrder} AS done)
    SELECT ${["done", ...answers].join(", ")} FROM checked WHERE done`
}

/** The part with the known texts in place of their stand-ins. */
export const withDecided = <P extends Part>(part: P, decided: ReadonlyMap<string, string>): P => {
  if (decided.size === 0) return part
  const replaced = (parameter: unknown): unknown => {
    if (typeof parameter !== "string") return parameter
    let text = parameter
    for (const [standIn, value] of decided) text = text.replaceAll(standIn, () => value)
    return text
  }
  const steps = part.steps.map((step) => ({ ...step, parameters: step.parameters.map(replaced) }))
  return { ...part, steps }
}

const mentions = ({ steps }: Part, text: string): boolean =>
  steps.some(({ parameters }) => parameters.some((one) => standInIn(one, [text]) !== undefined))

/**
 * One statement for these writes, in this order. `lockTimeout`: milliseconds that it waits for each
 * lock, if its session has no setting.
 */
export const fuse = (parts: ReadonlyArray<Part>, lockTimeout?: string): Sent => {
  const standIns = parts.flatMap(({ standIn }) =>
    // PostgreSQL cannot infer the type of an unused parameter.
    standIn !== undefined && parts.some((part) => mentions(part, standIn)) ? [standIn] : []
  )
  const layout = layoutOf(parts, standIns)
  const shape = `${lockTimeout ?? ""};${shapeOf(layout)}`
  let text = texts.get(shape)
  if (text === undefined) {
    if (texts.size >= maxTexts) texts.clear()
    text = textOf(layout, standIns, lockTimeout)
    texts.set(shape, text)
  }
  const parameters: Array<unknown> = []
  for (const { table, key, mustChange } of parts) {
    if (mustChange) parameters.push(table, key ?? "several rows")
  }
  parameters.push(...standIns)
  for (const { steps } of parts) for (const step of steps) parameters.push(...step.parameters)
  return { text, parameters }
}

/** The number of parameters that the part adds to a statement. */
export const parametersOf = ({ steps }: Part): number =>
  steps.reduce((sum, { parameters }) => sum + parameters.length, 3)

/** The rows that the part at this place returned. */
export const rowsAnswered = (
  row: Readonly<Record<string, unknown>> | undefined,
  place: number
): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const rows = row?.[`r${place}`]
  return Array.isArray(rows) ? rows : []
}
