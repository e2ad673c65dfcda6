/** Storage quotas of files by plan, in bytes (docs/spec.md §8). */
import { Invalid } from "../Invalid.ts"
import type { Plan } from "../workspaces/Workspace.ts"

const gibibyte = 1_073_741_824

export const planQuotas: Readonly<Record<Plan, number>> = {
  starter: 5 * gibibyte,
  growth: 50 * gibibyte,
  scale: 500 * gibibyte
}

/** Uploads are refused below this much free disk space, because deletions need some of it. */
export const freeBytesForUploads = 268_435_456

const units = ["bytes", "KiB", "MiB", "GiB", "TiB"]

/** Formats bytes in the units of the quotas. */
export const binarySize = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[power] ?? ""}`
}

/** The rule that a file breaks: pages say it in the reader's words. */
export type FileRule = "empty" | "name" | "tooLarge" | "full" | "disk"

/** A file that is refused, with the rule that it breaks. */
export class FileInvalid extends Invalid {
  readonly rule: FileRule
  constructor(rule: FileRule, message: string) {
    super({ problems: [{ path: "file", message }] })
    this.rule = rule
  }
}

export interface StorageUse {
  readonly used: number
  readonly quota: number
}

export const quotaReached = ({ used, quota }: StorageUse): FileInvalid =>
  new FileInvalid(
    "full",
    `does not fit into the storage quota of ${binarySize(quota)}, of which ${binarySize(used)} are used; delete files to make room`
  )

export const diskAlmostFull = new FileInvalid(
  "disk",
  "cannot be stored: the server's disk is almost full; its operator has to make room"
)
