/**
 * A real PgBouncer in front of a database; suites that need one are skipped where it is not
 * installed.
 */
import { spawn, spawnSync } from "node:child_process"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isListening } from "./listens.ts"
import { freePort } from "./redis.ts"

export const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0

export type PoolMode = "session" | "transaction"

/**
 * With Debian's configuration but for addresses and the mode; at most `size` connections to the
 * server.
 */
export const startPgBouncer = async (database: string, mode: PoolMode, size: number) => {
  const directory = await mkdtemp(join(tmpdir(), "retainer-pgbouncer-"))
  await chmod(directory, 0o755)
  const port = await freePort()
  const target = new URL(database)
  const name = target.pathname.slice(1)
  const config = join(directory, "pgbouncer.ini")
  await writeFile(join(directory, "users.txt"), `"${target.username}" "${target.password}"\n`)
  await writeFile(
    config,
    [
      "[databases]",
      `${name} = host=${target.hostname} port=${target.port} dbname=${name}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${join(directory, "users.txt")}`,
      `pool_mode = ${mode}`,
      `default_pool_size = ${size}`,
      "max_client_conn = 200"
    ].join("\n")
  )
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  const child = spawn("pgbouncer", [...asUser, config])
  let log = ""
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString()
  })
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()))
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  target.host = `127.0.0.1:${port}`
  return {
    url: target.href,
    log: () => log,
    stop: async () => {
      child.kill("SIGTERM")
      child.kill("SIGKILL")
      await ended
      await rm(directory, { recursive: true, force: true })
    }
  }
}
