/** Processor time and memory of processes, from Linux. */
import { readdirSync, readFileSync } from "node:fs"

interface Stat {
  readonly parent: number
  /** In ticks of a hundredth of a second, with what ended children left. */
  readonly ticks: number
}

const statOf = (pid: number): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0)
    return { parent: fields[1] ?? 0, ticks }
  } catch {
    // The process has ended.
    return undefined
  }
}

/** The process and everything below it. */
const treeOf = (top: number): ReadonlyArray<Stat> => {
  const all = readdirSync("/proc").flatMap((name) => {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    return stat === undefined ? [] : [[Number(name), stat] as const]
  })
  const found = new Map<number, Stat>()
  const add = (pid: number): void => {
    for (const [own, stat] of all) {
      if (own === pid) found.set(own, stat)
      else if (stat.parent === pid && !found.has(own)) add(own)
    }
  }
  add(top)
  return [...found.values()]
}

/** Seconds of processor time of a process and all below it. */
export const cpuSeconds = (top: number): number =>
  treeOf(top).reduce((sum, { ticks }) => sum + ticks / 100, 0)

/**
 * Milliseconds that the first thread of a process has run: what a busy machine does not falsify. 0
 * of one that ended.
 */
export const threadMillis = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6
  } catch {
    return 0
  }
}

/** Resident memory of one process in MiB. */
export const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
