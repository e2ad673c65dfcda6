/**
 * Swap of restored data, with a write-ahead decision: a file in the data directory records the swap
 * before anything moves, and the next holder of the directory's lock completes it. So a killed
 * process leaves all of the old data or all of the new.
 */
import { lstat, mkdir, readdir, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { Option, Schema } from "effect"
import { replaceFile } from "../storage/ReplaceFile.ts"
import { syncFolder } from "../storage/SyncFolder.ts"

export const snapshotPrefix = "backup-"
export const restorePrefix = "restore-"
const replacedPrefix = "replaced-"
const decisionName = "restore.json"
const temporary = new RegExp(
  `^(?:${snapshotPrefix}|${restorePrefix}|${replacedPrefix})[0-9a-f]{8}$`
)

/** Parts of a data directory that a backup can have. */
export const parts = ["db", "files", "mail", "secret.key"] as const
type Part = (typeof parts)[number]

const Decision = Schema.Struct({
  /** The folder of the restored data, in the data directory. */
  from: Schema.String,
  /** The parts that are replaced; the folder has each of them. */
  parts: Schema.Array(Schema.Literals(parts))
})
const parseDecision = Schema.decodeOption(Schema.fromJsonString(Decision))

/** True also for a broken link. */
export const isThere = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined

/** Replaced by tests, which count and stop here. */
type Rename = (from: string, to: string) => Promise<void>

/** Each step is one rename; a part that left the folder is in its place. */
const swap = async (
  directory: string,
  { from, parts }: typeof Decision.Type,
  move: Rename
): Promise<void> => {
  const replaced = from.replace(restorePrefix, replacedPrefix)
  await mkdir(join(directory, replaced), { recursive: true, mode: 0o700 })
  for (const part of parts) {
    const fresh = join(directory, from, part)
    if (!(await isThere(fresh))) continue
    const place = join(directory, part)
    if (await isThere(place)) await move(place, join(directory, replaced, part))
    await move(fresh, place)
  }
}

/** Completes a recorded swap, and removes the folders of killed processes. */
export const settle = async (directory: string, move: Rename = rename): Promise<void> => {
  const file = join(directory, decisionName)
  const text = await readFile(file, "utf8").catch(() => undefined)
  if (text !== undefined) {
    const decision = Option.getOrUndefined(parseDecision(text))
    if (decision !== undefined) await swap(directory, decision, move)
    // The new names must survive a power cut before the decision is removed.
    await syncFolder(directory)
    await rm(file, { force: true })
  }
  for (const name of await readdir(directory)) {
    if (temporary.test(name)) await rm(join(directory, name), { recursive: true, force: true })
  }
}

/** Replaces these parts by those of the folder, which lies in the data directory. */
export const replaceParts = async (
  directory: string,
  folder: string,
  parts: ReadonlyArray<Part>
): Promise<void> => {
  await replaceFile(join(directory, decisionName), JSON.stringify({ from: folder, parts }))
  await settle(directory)
  await syncFolder(directory)
}
