/** Rows of either database as JSON, for sums that do not depend on the code that is tested. */
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import type { onEmbedded } from "./histories.ts"
import type { Sql } from "./historiesSql.ts"
import type { Json } from "./pair.ts"
import { stopServer } from "./process.ts"

/** The rows of each query. */
export type ReadRows = (
  queries: ReadonlyArray<string>
) => Promise<ReadonlyArray<ReadonlyArray<Json>>>

const asJson = (query: string): string =>
  `SELECT coalesce(json_agg(found), '[]') AS rows FROM (${query}) AS found`

export const rowsBeside =
  (sql: Sql): ReadRows =>
  async (queries) => {
    const all: Array<ReadonlyArray<Json>> = []
    for (const query of queries) all.push((await sql.rows(asJson(query)))[0].rows)
    return all
  }

/** Stops the server while it reads: the embedded database belongs to one process. */
export const rowsOfStopped =
  ({ server }: ReturnType<typeof onEmbedded>): ReadRows =>
  async (queries) => {
    await stopServer(server.server)
    const database = await PGlite.create({ dataDir: join(server.path, "db") })
    const all: Array<ReadonlyArray<Json>> = []
    for (const query of queries) {
      const { rows } = await database.query<{ readonly rows: ReadonlyArray<Json> }>(asJson(query))
      all.push(rows[0]?.rows ?? [])
    }
    await database.close()
    await server.startAgain()
    return all
  }
