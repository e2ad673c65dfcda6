/**
 * A cacheable endpoint declares every kind of rows that its answers follow from, and no other: by
 * the tables that its statements read, and by the versions that move where an answer has changed.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import { type RowKind, rowKinds } from "../../../src/domain/RowKind.ts"
import { ProcessorTest } from "../../../src/infra/payments/ProcessorTest.ts"
import type { TotalKind } from "../../../src/infra/sql/lists/Totals.ts"
import { unversioned, versionedTables } from "../../../src/infra/sql/schema/VersionedTables.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import { layerRetainerMemoryOn } from "../../../src/testing/RetainerMemory.ts"
import { callOf, nameOf, pathOf, populated } from "../../support/populated.ts"
import { send } from "../../support/requests.ts"
import { routes } from "../../support/routes.ts"
import { recordingRows, type Sent } from "../../support/statements.ts"
import { layerPglite, onDatabase } from "../../support/storages.ts"

/** Read around an answer, and by the mail worker; `totals` are checked by their kind. */
const allowed = ["totals", "workspace_versions", "api_keys", "mails"]

/** The source rows of each total (migrations 0011 to 0027). */
const totalled: Readonly<Record<TotalKind, ReadonlyArray<RowKind>>> = {
  clients: ["clients"],
  projects: ["projects"],
  client_projects: ["projects"],
  project_tasks: ["tasks"],
  task_months: ["tasks"],
  task_days: ["tasks"],
  client: ["invoices"],
  project: ["invoices"],
  invoices: ["invoices"],
  invoice_days: ["invoices"],
  invoice_months: ["invoices"],
  invoice_years: ["invoices"],
  collected: ["invoices", "payments"],
  collected_days: ["invoices", "payments"],
  collected_months: ["invoices", "payments"],
  collected_years: ["invoices", "payments"],
  files: ["files"],
  files_of: ["files"],
  issued: ["invoices"],
  taxes: ["invoices"],
  // Each credit note changes its invoice.
  credited: ["invoices"],
  due_days: ["invoices"],
  received: ["invoices", "payments"]
}

/** Added to each list beside its own filters; a list without such a parameter refuses it. */
const searches = [
  "q=abcd",
  "updated_since=2020-01-01T00:00:00Z",
  "from=2020-01-01",
  "status=sent",
  "sort=-total",
  "sort=created_at"
]

let sent: Array<Sent> = []
const layerRecorder = Layer.succeed(Statement.CurrentTransformer, (statement) => {
  const [text, parameters] = statement.compile()
  sent.push({ text, parameters })
  return Effect.succeed(statement)
})

const readsTable = ({ text }: Sent, table: string): boolean =>
  new RegExp(`(FROM|JOIN)\\s+${table}\\b`).test(text)

const readsTotal = (one: Sent, kind: string): boolean =>
  readsTable(one, "totals") && (one.text.includes(`'${kind}'`) || one.parameters.includes(kind))

/** The kinds of rows that the statements read, themselves or in a total. */
const kindsRead = (statements: ReadonlyArray<Sent>): ReadonlyArray<RowKind> =>
  rowKinds.filter((kind) =>
    statements.some(
      (one) =>
        versionedTables[kind]?.some((table) => readsTable(one, table)) ||
        Object.entries(totalled).some(([total, of]) => of.includes(kind) && readsTotal(one, total))
    )
  )

const layerRecorded = recordingRows((one) => sent.push(one), layerPglite)

const layerOnPglite = layerRetainerMemoryOn(
  ProcessorTest,
  Layer.merge(layerMemoryPorts, onDatabase(layerRecorded).pipe(Layer.orDie))
)

/** Waits for the mail worker, whose statements would count as those of an answer. */
const mailsAreSent = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queued = sql<{ id: string }>`SELECT id FROM mails WHERE status = 'queued'`
  yield* Effect.repeat(queued, { while: (rows) => rows.length > 0 })
})

const cacheable = routes.filter(({ shows }) => shows !== undefined)
const commands = routes.filter(({ method }) => method !== "GET")

layer(
  layerOnPglite.pipe(
    Layer.provideMerge(layerRecorder),
    Layer.provideMerge(layerRecorded.pipe(Layer.orDie))
  ),
  { excludeTestServices: true, timeout: "60 seconds" }
)("cacheable endpoints", (it) => {
  it.effect("declare the kinds of rows that they read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`SELECT table_name AS name
        FROM information_schema.tables WHERE table_schema = 'public'`
      const { apiKey, ids } = yield* populated
      yield* mailsAreSent
      assert.isAbove(cacheable.length, 8)
      for (const route of cacheable) {
        const path = pathOf(route, callOf(route), ids)
        sent = []
        const first = yield* send(route.method, path, { key: apiKey })
        assert.strictEqual(first.status, 200)
        const filters = Object.entries(callOf(route).query ?? {})
        for (const query of [...filters.map(([name, id]) => `${name}=${ids[id]}`), ...searches]) {
          yield* send(route.method, `${path}?${query}`, { key: apiKey })
        }
        const read = tables.filter(({ name }) => sent.some((one) => readsTable(one, name)))
        assert.isNotEmpty(read, nameOf(route))
        for (const { name } of read) {
          if (!allowed.includes(name)) assert.notProperty(unversioned, name, nameOf(route))
        }
        assert.sameMembers([...(route.shows ?? [])], [...kindsRead(sent)], nameOf(route))
      }
    })
  )

  it.effect("change their answers only where a version of what they declare moves", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let changed = 0
      for (const command of commands) {
        const { apiKey, workspace, ids } = yield* populated
        const answers = Effect.forEach(cacheable, (route) =>
          Effect.map(
            send(route.method, pathOf(route, callOf(route), ids), { key: apiKey }),
            ({ status, body }) => ({ route, shown: JSON.stringify({ status, body }) })
          )
        )
        const versions = Effect.map(
          sql<Readonly<Record<string, bigint>>>`SELECT * FROM workspace_versions
            WHERE workspace_id = ${WorkspaceId.toUuid(workspace.id)}`,
          ([row]) => row ?? assert.fail("no versions")
        )
        const [shownBefore, before] = [yield* answers, yield* versions]
        const call = callOf(command)
        const body = call.body?.(ids)
        yield* send(command.method, pathOf(command, call, ids), {
          key: apiKey,
          ...(body === undefined ? {} : { body })
        })
        const [shownAfter, after] = [yield* answers, yield* versions]
        for (const [index, { route, shown }] of shownAfter.entries()) {
          if (shown === shownBefore[index]?.shown) continue
          changed += 1
          const moved = ["credentials", ...(route.shows ?? [])].some(
            (kind) => before[kind] !== after[kind]
          )
          assert.isTrue(moved, `${nameOf(route)} after ${nameOf(command)}`)
        }
      }
      assert.isAbove(changed, 50)
    })
  )
})
