/**
 * Two cells behind a router: real processes, eu1 on a PostgreSQL server of its own, eu2 on the one
 * that the suites share. They start before the suite's tests and are gone after them.
 */
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace, runCliHere } from "./cliHere.ts"
import { placeOnPostgres } from "./place.ts"
import { startPostgres } from "./postgres.ts"
import { type Environment, eventually, type Server, startServer } from "./process.ts"
import { freePort } from "./redis.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
export type Json = any

export const password = "a password of tests"
export const callback = "https://app.example/callback"

export interface Cell {
  readonly label: string
  readonly environment: Environment
  readonly path: string
  server: Server
  readonly workspaceId: string
  readonly key: string
  readonly email: string
  readonly remove: () => Promise<void>
}

const run = async (environment: Environment, ...args: ReadonlyArray<string>): Promise<Json> => {
  const { code, stdout, stderr } = await runCliHere([...args, "--json"], environment)
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** A workspace at the cell, of an owner with the address. */
export const workspaceAt = (environment: Environment, name: string, email: string) =>
  createWorkspace(environment, { name, "owner-email": email, "owner-password": password })

const startCell = async (label: string, router: string, extra: Environment): Promise<Cell> => {
  const { environment, path, remove } = await placeOnPostgres({
    ...{ CELL: label, PORT: "0", BASE_URL: router, RATE_LIMIT: "off", LOG_LEVEL: "info" },
    ...extra
  })
  const email = `${label}@agency.example`
  const made = await workspaceAt(environment, `Agency ${label}`, email)
  const { workspace_id: workspaceId, api_key: key } = made
  const server = await startServer(environment)
  return { label, environment, path, server, workspaceId, key, email, remove }
}

const addressOf = ({ server }: Cell): string => String(server.ready["listening"])

const start = async (settings: (label: string) => Environment) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const postgres = await startPostgres([])
  const DATABASE_URL = await postgres.createDatabase("eu1")
  await runCliHere(["migrate"], { DATABASE_URL })
  const eu1 = await startCell("eu1", url, { DATABASE_URL, ...settings("eu1") })
  const eu2 = await startCell("eu2", url, settings("eu2"))
  const CELLS = [eu1, eu2].map((cell) => `${cell.label}=${addressOf(cell)}`).join(",")
  const router = await startServer(
    { CELLS, PORT: String(port), BASE_URL: url, LOG_LEVEL: "warn" },
    ["src/cli/main.ts", "router"]
  )
  const stop = async () => {
    for (const server of [router, eu1.server, eu2.server]) server.signal("SIGKILL")
    await Promise.all([router.ended, eu1.server.ended, eu2.server.ended])
    await Promise.all([eu1.remove(), eu2.remove(), postgres.remove()])
  }
  return { url, router, eu1, eu2, postgres, stop }
}

export const useCells = (settings: (label: string) => Environment = () => ({})) => {
  let started: Awaited<ReturnType<typeof start>> | undefined
  const running = () => {
    if (started === undefined) throw new Error("the cells have not started")
    return started
  }
  beforeAll(async () => {
    started = await start(settings)
  }, 120_000)
  afterAll(() => started?.stop())

  /** A request through the router. */
  const call = async (key: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${running().url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    const json: Json = text === "" ? null : JSON.parse(text)
    return { status: response.status, body: json, headers: response.headers }
  }

  return {
    running,
    call,
    cli: ({ environment }: Cell, ...args: ReadonlyArray<string>) => run(environment, ...args),
    /** Sends an invoice of a new client; answers it with its payment link. */
    sentInvoice: async ({ key }: Cell, clientFields: object = {}): Promise<Json> => {
      const fields = { name: "Ada", email: "ada@client.example", ...clientFields }
      const client = (await call(key, "POST", "/v1/clients", fields)).body
      const line_items = [{ description: "W", quantity: 1, unit_price: 1000 }]
      const made = await call(key, "POST", "/v1/invoices", { client_id: client.id, line_items })
      await call(key, "POST", `/v1/invoices/${made.body.id}/send`, {})
      return (await call(key, "GET", `/v1/invoices/${made.body.id}`)).body
    },
    /** The first link in a mail of the cell that matches; waits for the mail. */
    mailedLink: ({ path }: Cell, pattern: RegExp): Promise<string> =>
      eventually(async () => {
        const folder = join(path, "mail")
        for (const name of await readdir(folder).catch(() => [])) {
          if (!name.endsWith(".eml")) continue
          const text = (await readFile(join(folder, name), "utf8")).replaceAll("=\r\n", "")
          const link = pattern.exec(text.replaceAll("=3D", "="))?.[0]
          if (link !== undefined) return link
        }
        return undefined
      }),
    kill: async (cell: Cell) => {
      cell.server.signal("SIGKILL")
      await cell.server.ended
    },
    /** On the port that the router knows. */
    startAgain: async (cell: Cell) => {
      const { port } = new URL(addressOf(cell))
      cell.server = await startServer({ ...cell.environment, PORT: port })
    }
  }
}
