/** One row of the table: an endpoint under load, on one server or on two in turn. */
import { type Endpoint, type Sample, sampleOf } from "./endpoints.ts"
import { load } from "./load.ts"
import { cpuSeconds, residentMiB } from "./processes.ts"
import type { Served } from "./served.ts"

export interface Side {
  readonly served: Served
  readonly sample: Sample
}

export const sideOf = async (served: Served): Promise<Side> => ({
  served,
  sample: await sampleOf(served)
})

export interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  /** The database server's first process. */
  readonly database: number
}

/** Medians over the rounds. */
export interface Figures {
  readonly perSecond: number
  /** Milliseconds of one connection. */
  readonly p50: number
  /** Seconds for 1,000 requests. */
  readonly cpu: number
  readonly databaseCpu: number
  readonly residentMiB: number
}

export interface Row {
  readonly name: string
  readonly sides: ReadonlyArray<Figures>
  /** The ratio of the first to the second, with its range over the rounds. */
  readonly ratio?: readonly [median: number, least: number, greatest: number]
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2
}

interface Round {
  readonly side: Side
  readonly figures: Figures
}

const measureOnce = async (side: Side, endpoint: Endpoint, options: Options): Promise<Figures> => {
  const { served, sample } = side
  const { seconds, connections, database } = options
  const once = endpoint.once === true
  const send = async (width: number, lines: Awaited<ReturnType<Endpoint["lines"]>>) => {
    const job = { url: served.url(), key: served.key(), lines, seconds, once, connections: width }
    const sent = await load(job)
    if (sent.bad > 0) throw new Error(`${endpoint.name}: ${sent.bad} of ${sent.requests} failed`)
    return sent
  }
  // Requests that succeed only once need as many objects as fit into the time.
  const count = Math.ceil(seconds * 200)
  const alone = await send(1, await endpoint.lines(served, sample, Math.ceil(count / 4)))
  const lines = await endpoint.lines(served, sample, count)
  const before = [cpuSeconds(served.pid()), cpuSeconds(database)] as const
  const many = await send(connections, lines)
  const perThousand = (from: number, to: number) => ((to - from) / many.requests) * 1000
  return {
    perSecond: many.requests / many.seconds,
    p50: alone.p50,
    cpu: perThousand(before[0], cpuSeconds(served.pid())),
    databaseCpu: perThousand(before[1], cpuSeconds(database)),
    residentMiB: residentMiB(served.pid())
  }
}

const medians = (all: ReadonlyArray<Figures>): Figures => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p50: median(all.map(({ p50 }) => p50)),
  cpu: median(all.map(({ cpu }) => cpu)),
  databaseCpu: median(all.map(({ databaseCpu }) => databaseCpu)),
  residentMiB: median(all.map((one) => one.residentMiB))
})

export const measure = async (
  endpoint: Endpoint,
  sides: ReadonlyArray<Side>,
  options: Options
): Promise<Row> => {
  const rounds: Round[][] = []
  for (let round = 0; round < options.rounds; round++) {
    const made: Round[] = []
    // The second meets a warmer machine, so they alternate.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      made.push({ side, figures: await measureOnce(side, endpoint, options) })
    }
    rounds.push(made)
  }
  const of = (side: Side | undefined) =>
    rounds.flatMap((made) => made.filter((one) => one.side === side).map(({ figures }) => figures))
  const row = { name: endpoint.name, sides: sides.map((side) => medians(of(side))) }
  if (sides.length < 2) return row
  const others = of(sides[1])
  const ratios = of(sides[0]).map(
    ({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN)
  )
  return { ...row, ratio: [median(ratios), Math.min(...ratios), Math.max(...ratios)] }
}
