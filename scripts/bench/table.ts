/** The result as a table in Markdown. */
import type { Row } from "./measure.ts"

export interface Process {
  readonly name: string
  readonly startSeconds: number
  readonly restMiB: number
  readonly afterMiB: number
}

export interface Result {
  readonly rows: ReadonlyArray<Row>
  readonly processes: ReadonlyArray<Process>
  /** Look-ups a second that pgbench reached. */
  readonly limit?: number
}

const shown = (value: number | undefined): string => {
  if (value === undefined || !Number.isFinite(value)) return "–"
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")

const both = (row: Row, of: (figures: Row["sides"][number]) => string): string =>
  row.sides.map(of).join(" : ")

export const tableOf = ({ rows, processes, limit }: Result): string => {
  const names = processes.map(({ name }) => name).join(" : ")
  const isCompared = processes.length > 1
  const head = ["endpoint", `requests/s ${names}`]
  if (isCompared) head.push("ratio (least to greatest)")
  head.push("p50 c=1, ms", "CPU s per 1,000, node + database", "RSS, MiB")
  const measured = rows.map((row) => [
    row.name,
    both(row, ({ perSecond }) => shown(perSecond)),
    ...(isCompared
      ? [`${shown(row.ratio?.[0])} (${shown(row.ratio?.[1])} to ${shown(row.ratio?.[2])})`]
      : []),
    both(row, ({ p50 }) => shown(p50)),
    both(row, ({ cpu, databaseCpu }) => `${shown(cpu)} + ${shown(databaseCpu)}`),
    both(row, ({ residentMiB }) => residentMiB.toFixed(0))
  ])
  const told = processes.map(({ name, startSeconds, restMiB, afterMiB }) => [
    name,
    shown(startSeconds),
    restMiB.toFixed(0),
    afterMiB.toFixed(0)
  ])
  const lookup = rows.find(({ name }) => name === "GET /v1/projects/:id")?.sides[0]?.perSecond
  const bound =
    limit === undefined
      ? "Without pgbench and psql nothing is known of what the database would allow."
      : `pgbench, key and project by id: ${shown(limit)}/s` +
        (lookup === undefined ? "" : `, of which GET /v1/projects/:id is ${shown(lookup / limit)}`)
  return [
    table(head, measured),
    table(["server", "start, s", "RSS at rest, MiB", "RSS after load, MiB"], told),
    bound
  ].join("\n\n")
}
