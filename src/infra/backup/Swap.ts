/**
 * Puts what was restored in the place of what was there. A file in the data directory says that this was
 * decided; until it is there nothing is touched, and from then on whoever holds the directory's lock brings it
 * to its end. So a process that is killed leaves either all of the old or all of the new.
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

/** What a backup may hold of a data directory. */
export const parts = ["db", "files", "mail", "secret.key"] as const
type Part = (typeof parts)[number]

const Decision = Schema.Struct({
  /** The folder with what was restored, in the data directory. */
  from: Schema.String,
  /** What is replaced; the rest stays as it is. The folder has each of them. */
  parts: Schema.Array(Schema.Literals(parts))
})
const parseDecision = Schema.decodeOption(Schema.fromJsonString(Decision))

/** A link counts, wherever it leads. */
export const isThere = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined

/** How a file or folder gets another name; tests count and stop here. */
type Rename = (from: string, to: string) => Promise<void>

/** Each step is one rename; a part that is not in the folder any more is in its place already. */
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

/** Brings to its end what was decided, and removes what processes that were killed left behind. */
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

/** Replaces these parts by those in the folder, which lies in the data directory and has each of them. */
export const replaceParts = async (
  directory: string,
  folder: string,
  parts: ReadonlyArray<Part>
): Promise<void> => {
  await replaceFile(join(directory, decisionName), JSON.stringify({ from: folder, parts }))
  await settle(directory)
  await syncFolder(directory)
}
