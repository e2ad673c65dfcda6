/**
 * Two servers on one database for a suite, with a workspace, its key and requests to the first of
 * them. Starts before the suite's tests and stops after them.
 */
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "./cliHere.ts"
import { placeOnPostgres } from "./place.ts"
import { type Environment, type Server, startServer, stopServer } from "./process.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
export type Json = any

interface Answer {
  readonly status: number
  readonly body: Json
  readonly headers: Headers
}

const start = async (extra: Environment) => {
  const place = await placeOnPostgres({
    RATE_LIMIT: "off",
    LOG_LEVEL: "error",
    WEBHOOK_ALLOW_PRIVATE: "true",
    ...extra
  })
  const { environment, url } = place
  const servers: ReadonlyArray<Server> = await Promise.all([
    startServer(environment),
    startServer(environment)
  ])
  const { api_key: key, workspace_id: workspaceId } = await createWorkspace(environment)
  const stop = async () => {
    await Promise.all(servers.map(stopServer))
    await place.remove()
  }
  return { url, environment, servers, key, workspaceId, stop }
}

/** Reads the settings when the suite starts, after earlier `beforeAll` hooks. */
export const usePair = (settings: () => Environment = () => ({})) => {
  let started: Awaited<ReturnType<typeof start>> | undefined
  const running = () => {
    if (started === undefined) throw new Error("the servers have not started")
    return started
  }
  beforeAll(async () => {
    started = await start(settings())
  })
  afterAll(() => started?.stop())

  const call = async (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {}
  ): Promise<Answer> => {
    const { servers, key } = running()
    const response = await fetch(`${servers[0]?.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text === "" ? null : JSON.parse(text),
      headers: response.headers
    }
  }

  return {
    running,
    call,
    get: async (id: string): Promise<Json> => (await call("GET", `/v1/invoices/${id}`)).body,
    sentInvoice: async (fields: object = {}): Promise<Json> => {
      const client = (await call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
      const { body } = await call("POST", "/v1/invoices", {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 1000 }],
        ...fields
      })
      await call("POST", `/v1/invoices/${body.id}/send`, {})
      return (await call("GET", `/v1/invoices/${body.id}`)).body
    }
  }
}
