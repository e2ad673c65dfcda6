/**
 * Cost of a list over one connection, on a workspace of a given size with a server of its own: wall
 * time, and processor time of server and database.
 */
import { Agent, get } from "node:http"
import { text } from "node:stream/consumers"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime, Option, Redacted, String as Text } from "effect"
import { SqlClient } from "effect/sql"
import { rowKinds } from "../../src/domain/RowKind.ts"
import { Paging } from "../../src/http/lists/Paging.ts"
import { parseSecretKeys } from "../../src/infra/crypto/SecretKeys.ts"
import { SignerHmac } from "../../src/infra/crypto/SignerHmac.ts"
import { layerPostgresServer } from "../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { foldTotals } from "../../src/infra/sql/lists/Totals.ts"
import { migrate } from "../../src/infra/sql/schema/Migrate.ts"
import { type AskedList, askedLists } from "../../test/support/listReads.ts"
import { manyRows, namesOf } from "../../test/support/manyRows.ts"
import { threadMillis } from "./processes.ts"
import { makeServed, type Served, secretKey } from "./served.ts"

/** Milliseconds of one request. */
export interface Cost {
  readonly wall: number
  readonly cpu: number
  /** The database's part of `cpu`. */
  readonly database: number
}

export interface Side {
  /** The lists that the API has, in the same order for every side. */
  readonly lists: ReadonlyArray<AskedList>
  /** Reads a page of this list and returns the number of rows. */
  readonly ask: (index: number, size: number) => Promise<Cost & { readonly rows: number }>
  /**
   * Invalidates every cached answer of the workspace as the commit of a change does, by moving its
   * versions. A real change would do no more to the answers, and leave rows behind that make the
   * next list another one.
   */
  readonly change: () => Promise<void>
  readonly remove: () => Promise<void>
}

const tables = ["clients", "projects", "invoices", "payments", "files", "tasks", "totals"]

/** Minutes, for a million rows. */
const fill = (url: string, rows: number) =>
  Effect.gen(function* () {
    const sql = yield* MaintenanceClient
    yield* migrate
    yield* manyRows(rows)
    yield* foldTotals(sql)
    // One by one: a statement has a quarter of a minute.
    for (const table of tables) yield* sql`VACUUM ANALYZE ${sql(table)}`
  }).pipe(Effect.provide(layerPostgresServer(Redacted.make(url))), Effect.runPromise)

const secrets = Option.getOrThrow(Option.fromUndefinedOr(parseSecretKeys(secretKey)))
const paging = Effect.runSync(
  Effect.provide(Paging, Paging.layer.pipe(Layer.provide(SignerHmac(secrets))))
)

/** As a caller asks, with the cursor that the server gives with the page before. */
const pathOf = ({ workspaceId }: ReturnType<typeof namesOf>, asked: AskedList, size: number) => {
  const { list, filter, after: next } = asked
  const query = new URLSearchParams({ limit: String(size) })
  for (const [name, value] of Object.entries(filter))
    query.set(Text.camelToSnake(name), String(value))
  const ids = { parse: Option.some<string> }
  const request = { list, workspaceId, filter, ids, query: {} }
  const { nextCursor } = paging.answer(request, { items: [], total: 0, next }).meta
  if (nextCursor !== null) query.set("cursor", nextCursor)
  return `/v1/${list}?${query}`
}

const moved = (sql: SqlClient.SqlClient) =>
  sql.csv(rowKinds.map((kind) => sql`${sql(kind)} = ${sql(kind)} + 1`))

/** A session beside the server's. */
const beside = (url: string) => {
  const session = ManagedRuntime.make(
    PgClient.layer({ url: Redacted.make(url), maxConnections: 1, applicationName: "bench" })
  )
  const run = <A, E>(ask: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
    session.runPromise(Effect.flatMap(SqlClient.SqlClient, ask))
  return {
    change: () => run((sql) => Effect.asVoid(sql`UPDATE workspace_versions SET ${moved(sql)}`)),
    /** The processes of the database that work for the server. */
    processes: async () => {
      const rows = await run(
        (sql) => sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'retainer'`
      )
      return rows.map(({ pid }) => pid)
    },
    remove: () => session.dispose()
  }
}

/** One connection that stays. */
const connection = ({ url, key }: Served) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${key()}` }
  return (path: string) =>
    new Promise<string>((resolve, reject) => {
      const asked = get(`${url()}${path}`, { agent, headers }, (response) => {
        text(response).then((body) => {
          if (response.statusCode === 200) resolve(body)
          else reject(new Error(`${path} answered ${response.statusCode} ${body}`))
        }, reject)
      })
      asked.on("error", reject)
    })
}

const rowsIn = (body: string): number => {
  const { data }: { readonly data: ReadonlyArray<unknown> } = JSON.parse(body)
  return data.length
}

export const makeSide = async (url: string, rows: number, isMade: boolean): Promise<Side> => {
  if (!isMade) await fill(url, rows)
  const names = namesOf(rows)
  const lists = askedLists(names, rows).filter(({ filter }) => !("archived" in filter))
  const root = new URL("../..", import.meta.url).pathname
  const served = await makeServed(`${rows} rows`, root, url)
  await served.enter(names.workspaceId)
  await served.start()
  const database = beside(url)
  const answer = connection(served)
  const known = { list: -1, processes: await database.processes() }
  const cpu = () => ({
    server: threadMillis(served.pid()),
    database: known.processes.reduce((sum, pid) => sum + threadMillis(pid), 0)
  })
  return {
    lists,
    ask: async (index, size) => {
      const asked = lists[index]
      if (asked === undefined) throw new Error(`no list ${index}`)
      // Connections come and go.
      if (known.list !== index) {
        Object.assign(known, { list: index, processes: await database.processes() })
      }
      const path = pathOf(names, asked, size)
      const [before, began] = [cpu(), performance.now()]
      const body = await answer(path)
      const wall = performance.now() - began
      const after = cpu()
      const ofDatabase = after.database - before.database
      const all = after.server - before.server + ofDatabase
      return { wall, cpu: all, database: ofDatabase, rows: rowsIn(body) }
    },
    change: database.change,
    remove: async () => {
      await database.remove()
      await served.stop()
      await served.remove()
    }
  }
}
