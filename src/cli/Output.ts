/** Prints results: with `--json` as one line of JSON, else for people. */
import { Console, DateTime, Effect } from "effect"

export const instantOf = (at: DateTime.Utc | null): string | null =>
  at === null ? null : DateTime.formatIso(at)

export const minuteOf = (instant: string | null): string | null =>
  instant === null ? null : `${instant.slice(0, 16).replace("T", " ")}Z`

export const print = (asJson: boolean, result: Record<string, unknown>): Effect.Effect<void> =>
  asJson
    ? Console.log(JSON.stringify(result))
    : Effect.forEach(
        Object.entries(result),
        ([key, value]) => Console.log(`${key}: ${Array.isArray(value) ? value.join(" ") : value}`),
        { discard: true }
      )

const nothing = "-"

/** Lines with aligned columns under their names; the last column is not padded. */
export const columnsOf = (
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | null>>
): ReadonlyArray<string> => {
  const lines = [names, ...rows].map((row) => row.map((cell) => cell || nothing))
  const widths = names.map((_, column) =>
    lines.reduce((width, row) => Math.max(width, [...(row[column] ?? "")].length), 0)
  )
  const padded = (cell: string, column: number): string =>
    column === names.length - 1
      ? cell
      : cell + " ".repeat((widths[column] ?? 0) - [...cell].length + 2)
  return lines.map((row) => row.map(padded).join(""))
}

/** As JSON the rows under their name, else a line for each row with the chosen columns. */
export const printList = <Row extends Record<string, unknown>>(
  asJson: boolean,
  name: string,
  rows: ReadonlyArray<Row>,
  columns: { readonly [title: string]: (row: Row) => string | null }
): Effect.Effect<void> => {
  if (asJson) return Console.log(JSON.stringify({ [name]: rows }))
  if (rows.length === 0) return Console.error(`There are no ${name}`)
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)))
  const lines = columnsOf(Object.keys(columns), cells)
  return Effect.forEach(lines, (line) => Console.log(line), { discard: true })
}
