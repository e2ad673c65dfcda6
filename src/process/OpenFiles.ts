/** The limit of open files and sockets of this process (RLIMIT_NOFILE). */
import { readFileSync } from "node:fs"

/** The usual default, for systems that do not report the limit. */
const usual = 1024

/**
 * The soft limit in the text of Linux's /proc/self/limits. Node raises it to the hard limit when it
 * starts.
 */
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
