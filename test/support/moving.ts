/**
 * Two installations, each with a database, a folder and a server, for moves of workspaces between
 * them; and requests with the keys of a workspace.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { WorkspaceId } from "../../src/domain/Ids.ts"
import { createWorkspace, runCliHere } from "./cliHere.ts"
import { placeOnPostgres } from "./place.ts"
import { type Environment, startServer, stopServer } from "./process.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

/** Runs the statements in one session and one transaction, which is rolled back at the end. */
export const inSession = <A>(
  url: string,
  work: (run: (statement: string) => Promise<ReadonlyArray<Json>>) => Promise<A>
): Promise<A> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: 1 })
    const connection = yield* sql.reserve
    const run = (statement: string) =>
      Effect.runPromise(connection.executeUnprepared(statement, [], undefined))
    yield* Effect.promise(() => run("BEGIN"))
    const result = yield* Effect.promise(() => work(run))
    yield* Effect.promise(() => run("ROLLBACK"))
    return result
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)

/** Runs a statement that commits by itself. */
export const run = (url: string, statement: string): Promise<ReadonlyArray<Json>> =>
  Effect.flatMap(PgClient.make({ url: Redacted.make(url), maxConnections: 1 }), (sql) =>
    sql.unsafe(statement)
  ).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)

export const startInstallation = async (extra: Environment = {}) => {
  const place = await placeOnPostgres({ RATE_LIMIT: "off", LOG_LEVEL: "error", ...extra })
  const server = await startServer(place.environment)
  return {
    ...place,
    server,
    stop: async () => {
      await stopServer(server)
      await place.remove()
    }
  }
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>

export const newAgency = async ({ environment }: Installation, name: string, invoices = 0) => {
  const made = await createWorkspace(environment, {
    name,
    "owner-email": `${name.toLowerCase()}@x.example`
  })
  const { workspace_id: id, api_key: key } = made
  if (invoices > 0) {
    const args = ["demo", "--workspace", id, "--size", String(invoices)]
    const filled = await runCliHere(args, environment)
    if (filled.code !== 0) throw new Error(filled.stderr)
  }
  return { id, key, uuid: WorkspaceId.toUuid(WorkspaceId.schema.make(id)) }
}
export type Agency = Awaited<ReturnType<typeof newAgency>>

export interface Answer {
  readonly status: number
  readonly body: Json
  readonly retryAfter: string | null
}

export const call = async (
  { server }: Installation,
  { key }: Pick<Agency, "key">,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answer> => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text.startsWith("{") ? JSON.parse(text) : text,
    retryAfter: response.headers.get("retry-after")
  }
}

/** Every list of the API, whole, as the installation answers. */
export const everything = async (place: Installation, agency: Agency) => {
  const lists = ["clients", "projects", "tasks", "invoices", "credit_notes", "files", "events"]
  const found: Record<string, ReadonlyArray<Json>> = {}
  for (const list of lists) {
    const items: Array<Json> = []
    let path: string | null = `/v1/${list}?limit=100`
    while (path !== null) {
      const { status, body }: Answer = await call(place, agency, "GET", path)
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
      items.push(...body.data)
      const next: string | null = body.meta?.next_cursor ?? body.next_cursor ?? null
      path = next === null ? null : `/v1/${list}?limit=100&cursor=${next}`
    }
    found[list] = items
  }
  return found
}

/** Arguments of a move to the other installation. */
export const moveArgs = (
  agency: Agency,
  target: Installation,
  more: ReadonlyArray<string> = []
) => [
  ...["workspace", "move", agency.id, "--to", target.url, "--to-data-dir", target.path],
  ...["--yes", "--json", ...more]
]

export const move = (
  source: Installation,
  agency: Agency,
  target: Installation,
  more: ReadonlyArray<string> = []
) => runCliHere(moveArgs(agency, target, more), source.environment)

/** A move in a process of its own, which a test may stop or kill. */
export const startMove = (source: Installation, agency: Agency, target: Installation) => {
  const child = spawn(process.execPath, ["src/cli/main.ts", ...moveArgs(agency, target)], {
    cwd: new URL("../..", import.meta.url).pathname,
    env: { PATH: process.env["PATH"], ...source.environment }
  })
  let printed = ""
  child.stderr.on("data", (chunk: Buffer) => {
    printed += chunk.toString()
  })
  return { child, ended: once(child, "close"), printed: () => printed }
}
