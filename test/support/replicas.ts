/**
 * Two real PostgreSQL servers of this machine: a primary, and a standby to which it replicates
 * synchronously. Suites that need them are skipped where PostgreSQL's own tools are not installed.
 */
import { execFile, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { chmod, chown, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { eventually } from "./process.ts"
import { freePort } from "./redis.ts"

const debian = "/usr/lib/postgresql"
const bin = (existsSync(debian) ? readdirSync(debian) : [])
  .map((version) => join(debian, version, "bin"))
  .findLast((folder) => existsSync(join(folder, "pg_basebackup")))
export const hasReplicas = bin !== undefined && existsSync("/proc/net/tcp")

/** PostgreSQL refuses to run as root. */
const owner = (): { readonly uid?: number; readonly gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const line = readFileSync("/etc/passwd", "utf8").split("\n")
  const [, , uid, gid] = line.find((one) => one.startsWith("postgres:"))?.split(":") ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

const tool = (name: string): string => join(bin ?? "", name)
const run = async (name: string, args: ReadonlyArray<string>): Promise<string> =>
  (await promisify(execFile)(tool(name), [...args], { ...owner(), cwd: "/" })).stdout.trim()

/** The process and its children. A stopped postmaster starts no other, so it is the first. */
const signalAll = (pid: number, signal: NodeJS.Signals): void => {
  process.kill(pid, signal)
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = existsSync(`/proc/${entry}/stat`)
      ? readFileSync(`/proc/${entry}/stat`, "utf8")
      : ""
    // The name of the program, in parentheses, may have spaces.
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    if (Number(parent) === pid) process.kill(Number(entry), signal)
  }
}

const common = [
  ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
  // They end before the machine could lose its power.
  ...["-c", "fsync=off", "-c", "max_connections=60"]
]

const startServer = async (directory: string, settings: ReadonlyArray<string>, port: number) => {
  const args = ["-D", directory, "-p", String(port), ...common, ...settings]
  const child = spawn(tool("postgres"), args, { ...owner(), cwd: "/", stdio: "ignore" })
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()))
  const { pid } = child
  if (pid === undefined) throw new Error("PostgreSQL did not start")
  const query = (text: string) =>
    run("psql", ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres", "-AXtc", text])
  await eventually(() => query("SELECT 1").catch(() => undefined))
  return {
    host: `127.0.0.1:${port}`,
    port,
    query,
    kill: async () => {
      signalAll(pid, "SIGKILL")
      await ended
    },
    /** It keeps its connections and answers nothing. */
    silence: () => signalAll(pid, "SIGSTOP"),
    wake: () => signalAll(pid, "SIGCONT"),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      signalAll(pid, "SIGCONT")
      child.kill("SIGINT")
      await ended
    }
  }
}

const newDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), "retainer-replicas-"))
  const { uid, gid } = owner()
  await chmod(directory, 0o755)
  if (uid !== undefined && gid !== undefined) await chown(directory, uid, gid)
  return directory
}

const initialise = (path: string) =>
  run("initdb", ["-D", path, "-U", "postgres", "-A", "trust", "--no-sync"])

/** One server, which starts again at the same address after it was killed. */
export const startAlone = async () => {
  const directory = await newDirectory()
  const path = join(directory, "primary")
  await initialise(path)
  const port = await freePort()
  let server = await startServer(path, [], port)
  return {
    url: `postgres://postgres@${server.host}/postgres`,
    now: () => server,
    startAgain: async () => {
      server = await startServer(path, [], port)
    },
    remove: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/** A commit returns when the standby has it too. */
export const startReplicas = async () => {
  const directory = await newDirectory()
  const paths = { primary: join(directory, "primary"), standby: join(directory, "standby") }
  await initialise(paths.primary)
  const sync = ["-c", "synchronous_standby_names=standby"]
  const primary = await startServer(paths.primary, sync, await freePort())
  const from = `host=127.0.0.1 port=${primary.port} user=postgres`
  const backup = ["-d", from, "-D", paths.standby, "-R", "-c", "fast", "--no-sync"]
  await run("pg_basebackup", backup)
  const conninfo = `primary_conninfo=${from} application_name=standby`
  const standby = await startServer(paths.standby, ["-c", conninfo], await freePort())
  const isReplicating = async () =>
    (await primary.query("SELECT sync_state FROM pg_stat_replication")) === "sync"
  await eventually(async () => ((await isReplicating()) ? true : undefined))
  return {
    primary,
    standby,
    /** The standby is named last, so a search begins with the other one. */
    url: `postgres://postgres@${primary.host},${standby.host}/postgres?target_session_attrs=read-write`,
    promote: () => standby.query("SELECT pg_promote(true, 30)"),
    remove: async () => {
      await Promise.all([primary.stop(), standby.stop()])
      await rm(directory, { recursive: true, force: true })
    }
  }
}

const established = "01"

/** Connections of this machine to a port of it that their client has open. */
export const connectionsTo = async (port: number): Promise<number> => {
  const hex = port.toString(16).toUpperCase().padStart(4, "0")
  const lines = (await readFile("/proc/net/tcp", "utf8")).split("\n")
  return lines.filter((line) => {
    const [, , remote, state] = line.trim().split(/\s+/)
    return remote?.endsWith(`:${hex}`) && state === established
  }).length
}
