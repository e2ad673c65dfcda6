/**
 * Sum of the metrics of several processes, as one text for Prometheus. Counters and histograms are
 * added. A gauge takes the maximum, because gauges measure the database, which all processes share.
 */

interface Family {
  readonly head: string[]
  isGauge: boolean
  readonly series: Map<string, number>
}

/** A series is a name with labels, which may contain blanks, and a value. */
const seriesLine = /^(\S+?(?:\{.*\})?) (\S+)$/

const addText = (families: Map<string, Family>, text: string): void => {
  let family: Family | undefined
  for (const line of text.split("\n")) {
    const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? []
    if (name !== undefined) {
      family = families.get(name) ?? { head: [], isGauge: false, series: new Map() }
      families.set(name, family)
      if (!family.head.includes(line)) family.head.push(line)
      if (kind === "TYPE") family.isGauge = rest === "gauge"
      continue
    }
    const [, series, value] = seriesLine.exec(line) ?? []
    if (family === undefined || series === undefined) continue
    const number = Number(value)
    const before = family.series.get(series)
    const both = family.isGauge ? Math.max(before ?? number, number) : (before ?? 0) + number
    family.series.set(series, both)
  }
}

export const sumOfMetrics = (texts: ReadonlyArray<string>): string => {
  const families = new Map<string, Family>()
  for (const text of texts) addText(families, text)
  const lines = [...families.values()].flatMap(({ head, series }) => [
    ...head,
    ...[...series].map(([name, value]) => `${name} ${value}`)
  ])
  return `${lines.join("\n")}\n`
}
