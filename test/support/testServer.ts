/** `retainer dev --test-clock` as a process, and what a test in any language says to it. */
import { type Environment, type Server, startServer } from "./process.ts"

export const startTestServer = (
  extra: Environment = {},
  flags: ReadonlyArray<string> = []
): Promise<Server> =>
  startServer({ LOG_LEVEL: "error", ...extra }, [
    ...["src/cli/main.ts", "dev", "--test-clock"],
    ...flags
  ])

export const callerOf =
  (server: Server, key?: string) =>
  async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {}
  ) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    const parsed = text === "" ? undefined : JSON.parse(text)
    return { status: response.status, body: parsed, headers: response.headers }
  }

/** A workspace that no other test sees, and a caller for it. */
export const agencyOn = async (server: Server, options: Readonly<Record<string, unknown>> = {}) => {
  const { body: made } = await callerOf(server)("POST", "/test/workspaces", options)
  const call = callerOf(server, made.api_key)
  const client = async (email: string): Promise<string> =>
    (await call("POST", "/v1/clients", { name: "Ada Byron", email })).body.id
  /** Sent, over 50.00, to a new client of the address. */
  const sent = async (email: string, due_date?: string): Promise<string> => {
    const { body: invoice } = await call("POST", "/v1/invoices", {
      client_id: await client(email),
      ...(due_date === undefined ? {} : { due_date }),
      line_items: [{ description: "Design", quantity: 1, unit_price: 5000 }]
    })
    await call("POST", `/v1/invoices/${invoice.id}/send`, {})
    return invoice.id
  }
  return { ...made, call, sent }
}
