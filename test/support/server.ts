/**
 * A server on the embedded database for a suite that is not about the first migration: it starts
 * before the suite's tests, and is gone after them with its folder.
 */
import { afterAll, beforeAll } from "vitest"
import { migratedDirectory } from "./migrated.ts"
import { type Environment, firstKey, type Server, startServer } from "./process.ts"

interface Started {
  readonly directory: Awaited<ReturnType<typeof migratedDirectory>>
  readonly environment: Environment
  readonly key: string
  readonly server: Server
}

/** Reads the settings when the suite starts, after earlier `beforeAll` hooks. */
export const useServer = (settings: () => Environment = () => ({})) => {
  let started: Started | undefined
  const running = (): Started => {
    if (started === undefined) throw new Error("the server has not started")
    return started
  }
  beforeAll(async () => {
    const directory = await migratedDirectory()
    const environment = { DATA_DIR: directory.path, LOG_LEVEL: "error", ...settings() }
    const server = await startServer(environment)
    started = { directory, environment, server, key: firstKey(server) }
  })
  afterAll(async () => {
    if (started === undefined) return
    started.server.signal("SIGKILL")
    await started.server.ended
    await started.directory.remove()
  })
  return {
    get server(): Server {
      return running().server
    },
    /** The workspace of the first start. */
    get key(): string {
      return running().key
    },
    /** Its DATA_DIR. */
    get path(): string {
      return running().directory.path
    },
    get environment(): Environment {
      return running().environment
    },
    /** After the one before it ended. */
    startAgain: async (environment: Environment = running().environment): Promise<void> => {
      started = { ...running(), server: await startServer(environment) }
    }
  }
}
