/**
 * Data directory of the embedded database. Two processes in it would silently diverge, so a lock
 * file refuses the second one. A stale lock, of a process that has ended, is replaced.
 */
import { randomBytes } from "node:crypto"
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { join } from "node:path"
import { Data, Effect, Predicate, Redacted } from "effect"
import { settle } from "../backup/Swap.ts"
import { parseSecretKeys, type SecretKeys } from "../crypto/SecretKeys.ts"
import { closeToOthers } from "./PrivateFiles.ts"
import { replaceFile } from "./ReplaceFile.ts"

export class DataDirectoryLocked extends Data.TaggedError("DataDirectoryLocked")<{
  readonly directory: string
  readonly pid: number
}> {
  override get message() {
    return (
      `The embedded database in ${this.directory} is in use by process ${this.pid}. ` +
      "It belongs to one process at a time: stop the server first, or set DATABASE_URL."
    )
  }
}

interface Holder {
  readonly pid: number
  readonly host: string
  /** The start of the process, because process ids are reused. */
  readonly started: string
}

/** Field 22 of /proc/<pid>/stat; empty without /proc. */
const startTime = async (pid: number): Promise<string> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
  } catch {
    return ""
  }
}

/** Whether a process of this machine has the id. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return Predicate.hasProperty(error, "code") && error.code === "EPERM"
  }
}

const parseHolder = (text: string): Holder | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Predicate.hasProperty(value, "pid") &&
      typeof value.pid === "number" &&
      Predicate.hasProperty(value, "started") &&
      typeof value.started === "string" &&
      Predicate.hasProperty(value, "host") &&
      typeof value.host === "string"
      ? { pid: value.pid, started: value.started, host: value.host }
      : undefined
  } catch {
    return undefined
  }
}

const isAlive = async (holder: Holder): Promise<boolean> =>
  holder.host === hostname() &&
  isRunning(holder.pid) &&
  (await startTime(holder.pid)) === holder.started

const tryLock = async (file: string, holder: Holder): Promise<Holder | undefined> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(file, JSON.stringify(holder), { flag: "wx", mode: 0o600 })
      return undefined
    } catch (error) {
      if (!Predicate.hasProperty(error, "code") || error.code !== "EEXIST") throw error
    }
    const current = parseHolder(await readFile(file, "utf8").catch(() => ""))
    if (current !== undefined && (await isAlive(current))) return current
    // Renamed before it is removed: of two processes that find a stale lock only one can rename it.
    const dead = `${file}.${randomBytes(4).toString("hex")}`
    await rename(file, dead).catch(() => undefined)
    await rm(dead, { force: true })
  }
  return { ...holder, pid: 0 }
}

/** Creates the directory and holds its lock until the scope ends. */
export const lockDataDirectory = Effect.fn("DataDirectory.lock")(function* (directory: string) {
  const file = join(directory, "lock")
  yield* Effect.promise(() => mkdir(directory, { recursive: true, mode: 0o700 }))
  yield* Effect.acquireRelease(
    Effect.gen(function* () {
      const started = yield* Effect.promise(() => startTime(process.pid))
      const holder = { pid: process.pid, host: hostname(), started }
      const other = yield* Effect.promise(() => tryLock(file, holder))
      if (other !== undefined) {
        yield* new DataDirectoryLocked({ directory, pid: other.pid })
      }
      // Only our own files: the directory may be shared.
      for (const name of ["secret.key", "mail"]) {
        yield* Effect.promise(() => closeToOthers(join(directory, name)))
      }
      // The folder alone: it may have a great many files.
      yield* Effect.promise(() => chmod(join(directory, "files"), 0o700).catch(() => undefined))
    }),
    () => Effect.promise(() => rm(file, { force: true }))
  )
  yield* Effect.promise(() => settle(directory))
})

/** The key file, created on first use. Needs the lock. */
export const fileSecretKeys = Effect.fn("DataDirectory.secretKeys")((directory: string) =>
  Effect.promise(async (): Promise<SecretKeys> => {
    const file = join(directory, "secret.key")
    const stored = await readFile(file, "utf8").catch(() => undefined)
    if (stored === undefined) {
      const bytes = randomBytes(32)
      await replaceFile(file, `${bytes.toString("base64")}\n`)
      return [Redacted.make(new Uint8Array(bytes))]
    }
    const keys = parseSecretKeys(stored.trim())
    if (keys === undefined) throw new Error(`${file} does not hold 32 bytes in base64`)
    return keys
  })
)
