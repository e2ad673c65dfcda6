/**
 * The rows that a list reads do not grow with the workspace. Every statement of every combination
 * of filters and pages is planned and run on 5,000 and on 100,000 rows. It scans no table of theirs
 * as a whole, and what it touches stays within a bound, which is lower for the many. It reads the
 * payments from their index alone.
 */
import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Effect, Layer, Predicate } from "effect"
import type { SqlClient } from "effect/sql"
import { AnalyticsRepository } from "../../../src/app/ports/analytics/AnalyticsRepository.ts"
import { ClientRepository } from "../../../src/app/ports/clients/ClientRepository.ts"
import { InvoiceRepository } from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import { ProjectRepository } from "../../../src/app/ports/projects/ProjectRepository.ts"
import { periodsOf } from "../../../src/domain/analytics/Periods.ts"
import { ClientId } from "../../../src/domain/Ids.ts"
import { ListTooBroad } from "../../../src/domain/text/Search.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { foldTotals } from "../../../src/infra/sql/lists/Totals.ts"
import { listReads, readTime } from "../../support/listReads.ts"
import { manyRows } from "../../support/manyRows.ts"
import { at } from "../../support/records.ts"
import { recording, recordingRows, type Sent } from "../../support/statements.ts"
import { layerPostgres, onDatabase } from "../../support/storages.ts"

/** Also of a few, which the planner likes to read as a whole. */
const sizes = [
  { rows: 5_000, touchedAtMost: 5_500 },
  { rows: 100_000, touchedAtMost: 2_500 }
]
type Size = (typeof sizes)[number]
/**
 * Twenty to the page; a client has 100 invoices with their payments, a project 1,000 tasks that are
 * read for the page and counted. Of 5,000 rows the planner may read an index as a whole.
 */
const limit = 20

const tables = ["projects", "invoices", "clients", "payments", "files", "tasks", "totals"]

interface Scan {
  readonly node: string
  readonly table: string
  readonly index: string
  readonly touched: number
}

const numberOf = (node: object, key: string): number =>
  Predicate.hasProperty(node, key) && typeof node[key] === "number" ? node[key] : 0

const textOf = (node: object, key: string): string =>
  Predicate.hasProperty(node, key) ? String(node[key]) : ""

/** The scans of a plan that was run, with the rows that each gave or left out, in all its loops. */
const scansOf = (plan: unknown): ReadonlyArray<Scan> => {
  if (!Predicate.isObject(plan)) return []
  const [table, index] = [textOf(plan, "Relation Name"), textOf(plan, "Index Name")]
  const each =
    numberOf(plan, "Actual Rows") +
    numberOf(plan, "Rows Removed by Filter") +
    numberOf(plan, "Rows Removed by Index Recheck")
  const loops = numberOf(plan, "Actual Loops")
  const parts = Predicate.hasProperty(plan, "Plans") ? plan["Plans"] : []
  return [
    ...(table === ""
      ? []
      : [{ node: textOf(plan, "Node Type"), table, index, touched: Math.max(1, each) * loops }]),
    ...(Array.isArray(parts) ? parts.flatMap(scansOf) : [])
  ]
}

const literal = (value: unknown): string => {
  if (Array.isArray(value)) {
    const items = value.map((one) => (one instanceof Date ? `"${one.toISOString()}"` : String(one)))
    return `'{${items.join(",")}}'`
  }
  return value instanceof Date
    ? `'${value.toISOString()}'`
    : `'${String(value).replaceAll("'", "''")}'`
}

/**
 * As the server plans a statement that it was sent often: once, without its parameters; or anew
 * each time.
 */
const modes = ["force_generic_plan", "force_custom_plan"]

const explain = (sql: SqlClient.SqlClient, { text, parameters }: Sent) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const scans: Array<Scan> = []
      yield* sql.unsafe(`PREPARE list AS ${text}`).raw
      for (const mode of modes) {
        yield* sql.unsafe(`SET LOCAL plan_cache_mode = ${mode}`).raw
        const [row] = yield* sql.unsafe<{ readonly plan: unknown }>(
          `EXPLAIN (ANALYZE, TIMING off, FORMAT JSON) EXECUTE list (${parameters.map(literal).join(", ")})`
        ).values
        const [explained] = row ?? []
        const [first] = Array.isArray(explained) ? explained : [undefined]
        scans.push(...scansOf(Predicate.hasProperty(first, "Plan") ? first["Plan"] : undefined))
      }
      yield* sql.unsafe("DEALLOCATE list").raw
      return scans
    })
  )

/** Statements of `Database.rows` since the last list. */
const rowsSent: Array<Sent> = []

const holds = Effect.fnUntraced(function* <A, E, R>(name: string, list: Effect.Effect<A, E, R>) {
  const sql = yield* MaintenanceClient
  const { touchedAtMost } = yield* Many
  const [sent, all]: readonly [Array<Sent>, Array<Scan>] = [[], []]
  rowsSent.length = 0
  yield* recording(sent, list)
  sent.push(...rowsSent)
  assert.lengthOf(sent, 1, name)
  for (const statement of sent) {
    const scans = yield* explain(sql, statement)
    assert.isNotEmpty(scans, name)
    const whole = scans.filter(({ node, table }) => node === "Seq Scan" && tables.includes(table))
    assert.deepEqual(whole, [], `${name}\n${statement.text}`)
    const touched = scans.reduce((sum, scan) => sum + scan.touched, 0) / modes.length
    assert.isBelow(touched, touchedAtMost, `${name}: ${JSON.stringify(scans)}\n${statement.text}`)
    all.push(...scans)
  }
  return all
})

const date = (text: string) => CalendarDate.make(text)

/**
 * A range may begin inside a month, where no materialised total begins: the payments of those days
 * are read.
 */
const ranges = [
  { from: date("2024-01-01"), to: date("2024-12-31"), interval: "month" },
  { from: date("2023-05-20"), to: date("2024-05-10"), interval: "quarter" }
] as const

class Many extends Context.Service<Many, Effect.Success<ReturnType<typeof manyRows>> & Size>()(
  "test/ListPlans/Many"
) {}

/** Made once for all that is read of so many. */
const layerMany = (size: Size) =>
  Layer.effect(
    Many,
    Effect.gen(function* () {
      const many = yield* manyRows(size.rows)
      const sql = yield* MaintenanceClient
      yield* foldTotals(sql)
      // As autovacuum does sooner or later: plans differ before and after it.
      yield* sql`VACUUM ANALYZE`
      return { ...many, ...size }
    })
  ).pipe(Layer.provideMerge(onDatabase(recordingRows((one) => rowsSent.push(one), layerPostgres))))

const readsOf = (size: Size) =>
  layer(layerMany(size), { excludeTestServices: true, timeout: "5 minutes" })(
    `${size.rows} rows`,
    (it) => {
      it.effect("every list of an agency reads little more than its page", () =>
        Effect.gen(function* () {
          for (const { name, list } of yield* listReads(yield* Many, size.rows, limit)) {
            const scans = yield* holds(name, list)
            const apart = scans.filter(({ index }) => index === "payments_of_invoice")
            assert.isTrue(
              apart.every(({ node }) => node === "Index Only Scan"),
              name
            )
          }
        })
      )

      it.effect("a year is read from as many totals as it has days, whatever the zone", () =>
        Effect.gen(function* () {
          const { workspaceId } = yield* Many
          const analytics = yield* AnalyticsRepository
          for (const range of ranges) {
            for (const zone of ["UTC", "Europe/Berlin", "Asia/Kathmandu"]) {
              yield* holds(
                `revenue from ${range.from} in ${zone}`,
                analytics.revenue(workspaceId, periodsOf(range), DateTime.zoneMakeNamedUnsafe(zone))
              )
            }
          }
          yield* holds("receivables", analytics.receivables(workspaceId, readTime.today))
        })
      )

      it.effect(
        "the tabs of the pages count by totals, and list open invoices by their status",
        () =>
          Effect.gen(function* () {
            const { workspaceId, clientId } = yield* Many
            const invoices = yield* InvoiceRepository
            const page = { limit: 50, after: null }
            const { today } = readTime
            yield* holds("totals", invoices.totals(workspaceId, {}, today))
            yield* holds("totals of a client", invoices.totals(workspaceId, { clientId }, today))
            yield* holds("sums of drafts", invoices.sums(workspaceId, { status: "draft" }, today))
            yield* holds("open", invoices.list(workspaceId, { openOnly: true }, page, readTime))
            const ofClient = { openOnly: true, clientId }
            yield* holds("open of a client", invoices.list(workspaceId, ofClient, page, readTime))
          })
      )

      it.effect("a payment link is looked up by an index", () =>
        Effect.gen(function* () {
          yield* holds("payment link", (yield* InvoiceRepository).endingIn("00000000"))
        })
      )

      // Last, because it changes rows; only among so many is a word too common.
      if (size.rows < 10_000) return
      it.effect("what is searched for is found by an index", () =>
        Effect.gen(function* () {
          const { workspaceId, clientId } = yield* Many
          const sql = yield* MaintenanceClient
          // A rare word: its rows have a bound of their own.
          yield* sql`UPDATE clients SET name = 'Rare Ltd', updated_at = '2999-01-01' WHERE id = ${ClientId.toUuid(clientId)}`
          yield* sql`UPDATE projects SET name = 'Rare Ltd' WHERE client_id = ${ClientId.toUuid(clientId)} AND status = 'review'`
          yield* sql`UPDATE projects SET updated_at = '2999-01-01' WHERE name = 'Rare Ltd'`
          yield* sql`UPDATE invoices SET updated_at = '2999-01-01' WHERE number = 'INV-4711'`
          const page = { limit, after: null }
          const updatedSince = at("2998-01-01T00:00:00Z")
          const clients = yield* ClientRepository
          const projects = yield* ProjectRepository
          const invoices = yield* InvoiceRepository
          for (const search of [{ q: "rar ltd" }, { updatedSince }, { q: "rare", updatedSince }]) {
            const name = JSON.stringify(search)
            yield* holds(`clients ${name}`, clients.search(workspaceId, search, page))
            yield* holds(`projects ${name}`, projects.search(workspaceId, search, page))
            yield* holds(`invoices ${name}`, invoices.search(workspaceId, search, page, readTime))
          }
          for (const search of [
            { q: "4711" },
            { sort: "total", clientId },
            { sort: "-due_date", status: "void" },
            { sort: "due_date" },
            { sort: "due_date", openOnly: true },
            { sort: "-due_date", status: "overdue" }
          ] as const) {
            const name = `invoices ${JSON.stringify(search)}`
            yield* holds(name, invoices.search(workspaceId, search, page, readTime))
          }
          const tooMany = yield* Effect.flip(clients.search(workspaceId, { q: "c" }, page))
          assert.instanceOf(tooMany, ListTooBroad)
        })
      )
    }
  )

for (const size of sizes) readsOf(size)
