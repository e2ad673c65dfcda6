/** How many files and sockets the process may have open (RLIMIT_NOFILE). */
import { readFileSync } from "node:fs"

/** Where the system does not say: what most of them allow. */
const usual = 1024

/** Of the text of Linux's /proc/self/limits, the soft limit; Node raises it to the hard one at its start. */
export const parseOpenFiles = (limits: string): number => {
  const [, soft = ""] = /^Max open files\s+(\S+)/m.exec(limits) ?? []
  if (soft === "unlimited") return Number.POSITIVE_INFINITY
  return /^\d+$/.test(soft) ? Number(soft) : usual
}

export const openFileLimit = (): number => {
  try {
    return parseOpenFiles(readFileSync("/proc/self/limits", "utf8"))
  } catch {
    return usual
  }
}
