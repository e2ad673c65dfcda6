/**
 * `Prefer: dry-run` on every change of the API, on each storage. An endpoint that declares `dryRun`
 * answers as the real call does and changes nothing; every other change refuses the preference.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ProcessorTest } from "../../src/infra/payments/ProcessorTest.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { layerMemoryPorts } from "../../src/testing/MemoryPorts.ts"
import { layerRetainerMemory, layerRetainerMemoryOn } from "../../src/testing/RetainerMemory.ts"
import { MemoryStore } from "../../src/testing/store/MemoryStore.ts"
import { callOf, nameOf, pathOf, populated } from "../support/populated.ts"
import { send } from "../support/requests.ts"
import { type Route, routes } from "../support/routes.ts"
import { layerPglite, layerPostgres, onDatabase } from "../support/storages.ts"

const changes = routes.filter(({ method }) => method !== "GET")
const rehearsable = changes.filter(({ isDryRun }) => isDryRun)

/** What the contract names (docs/spec.md §8): projects, tasks, … and every action of invoices. */
const promised =
  /^(POST|PATCH) \/v1\/(projects|tasks|milestones|clients|invoices|payments|credits|credit_notes|workspace)\b/

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const fields = (json: Json): ReadonlyArray<string> =>
  typeof json === "object" && json !== null ? Object.keys(json) : []

/** Every path of the real answer whose value the rehearsed one does not have. */
const differences = (real: Json, rehearsed: Json, path = ""): ReadonlyArray<string> => {
  if (fields(real).length > 0 && rehearsed !== null) {
    assert.sameMembers([...fields(real)], [...fields(rehearsed)], path)
    return fields(real).flatMap((name) =>
      differences(real[name], rehearsed[name], path === "" ? name : `${path}.${name}`)
    )
  }
  const times = [real, rehearsed].every((value) => typeof value === "string" && instant.test(value))
  if (times || JSON.stringify(real) === JSON.stringify(rehearsed)) return []
  assert.isNull(rehearsed, path)
  return [path]
}

/** What only a real call gives, by the status of its answer. */
const givenBy = (route: Route, real: Json): ReadonlyArray<string> => [
  ...("created_at" in real && callOf(route).status === 201 ? ["id", "created_at"] : []),
  ...("number" in real && callOf(route).status === 201 ? ["number"] : []),
  ...("portal_url" in real ? ["portal_url"] : [])
]

const dryRun = { prefer: "dry-run" }

type Services = Layer.Success<typeof layerRetainerMemory>

interface Watched<R> {
  /** Everything that is stored, in some form. */
  readonly state: Effect.Effect<unknown, never, R | Services>
  /** Runs the rehearsal where a write would wait for ever. */
  readonly blocked: <A, E, R2>(
    work: Effect.Effect<A, E, R2>
  ) => Effect.Effect<A, E, R | R2 | Services>
}

const rehearsals = <R, E>(
  name: string,
  storage: Layer.Layer<Services | R, E>,
  { state, blocked }: Watched<R>
) =>
  layer(storage, { excludeTestServices: true, timeout: "60 seconds" })(name, (it) => {
    it.effect.each(rehearsable.map((route) => [nameOf(route), route] as const))(
      "%s is rehearsed",
      ([, route]) =>
        Effect.gen(function* () {
          const { apiKey, ids } = yield* populated
          const call = callOf(route)
          const body = call.body?.(ids)
          const request = { key: apiKey, ...(body === undefined ? {} : { body }) }
          const path = pathOf(route, call, ids)
          const before = yield* state
          const headers = { ...dryRun, "idempotency-key": `k-${path}` }
          const rehearsed = yield* blocked(
            Effect.andThen(
              send(route.method, path, { ...request, headers }),
              send(route.method, path, { ...request, headers })
            )
          )
          assert.deepStrictEqual(yield* state, before)
          assert.strictEqual(rehearsed.status, call.status, JSON.stringify(rehearsed.body))
          assert.strictEqual(rehearsed.headers.get("preference-applied"), "dry-run")
          assert.isNull(rehearsed.headers.get("etag"))
          assert.isNull(rehearsed.headers.get("location"))
          assert.isNull(rehearsed.headers.get("idempotent-replayed"))
          assert.strictEqual(rehearsed.headers.get("cache-control"), "no-store")
          const real = yield* send(route.method, path, {
            ...request,
            headers: route.method === "POST" ? { "idempotency-key": `k-${path}` } : {}
          })
          assert.strictEqual(real.status, call.status)
          assert.isNull(real.headers.get("idempotent-replayed"))
          assert.isNull(real.headers.get("preference-applied"))
          assert.sameMembers(
            [...differences(real.body, rehearsed.body)],
            [...givenBy(route, real.body)]
          )
        })
    )
  })

/** Waits for the mail worker first, which changes rows too. */
const stateInMemory = Effect.gen(function* () {
  const { state } = yield* MemoryStore
  return yield* Effect.repeat(Effect.andThen(Effect.yieldNow, state), {
    while: ({ mails }) => [...mails.values()].some(({ status }) => status === "queued")
  })
})

rehearsals("in memory", layerRetainerMemory, {
  state: stateInMemory,
  blocked: (work) => work
})

const tables = Effect.map(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly name: string }>`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`
  ),
  (rows) => rows.map(({ name }) => name)
).pipe(Effect.orDie)

/** Waits for the mail worker first, which changes rows too. */
const rowsOfAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queued = sql`SELECT 1 FROM mails WHERE status = 'queued'`
  yield* Effect.repeat(queued, { while: (rows) => rows.length > 0 })
  return yield* Effect.forEach(yield* tables, (table) =>
    Effect.map(
      sql`SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) AS hash FROM ${sql(table)} t`,
      (rows) => ({ table, rows })
    )
  )
}).pipe(Effect.orDie)

/** Every table is locked against writes and against locks of rows; plain reads go on. */
const lockedAll: Watched<MaintenanceClient | SqlClient.SqlClient>["blocked"] = (work) =>
  Effect.gen(function* () {
    const admin = yield* MaintenanceClient
    const all = yield* tables
    return yield* admin.withTransaction(
      Effect.andThen(admin.unsafe(`LOCK TABLE ${all.join(", ")} IN EXCLUSIVE MODE`), work)
    )
  }).pipe(Effect.catchTag("SqlError", Effect.die))

const on = (database: typeof layerPostgres) =>
  Layer.provideMerge(
    layerRetainerMemoryOn(ProcessorTest, Layer.merge(layerMemoryPorts, onDatabase(database))),
    database
  ).pipe(Layer.orDie)

rehearsals("on the embedded database", on(layerPglite), {
  state: rowsOfAll,
  blocked: (work) => work
})
rehearsals("on a server whose tables are locked", on(layerPostgres), {
  state: rowsOfAll,
  blocked: lockedAll
})

layer(layerRetainerMemory)("Prefer: dry-run", (it) => {
  it("is declared on what the contract names, and on no removal", () => {
    const named = changes.filter((route) => promised.test(nameOf(route)))
    assert.deepStrictEqual(rehearsable.map(nameOf), named.map(nameOf))
    assert.isAbove(named.length, 15)
  })

  it.effect.each(
    changes.filter(({ isDryRun }) => !isDryRun).map((route) => [nameOf(route), route] as const)
  )("%s refuses it", ([, route]) =>
    Effect.gen(function* () {
      const { apiKey, ids } = yield* populated
      const before = yield* stateInMemory
      const body = callOf(route).body?.(ids)
      for (const prefer of ["dry-run", "respond-async, DRY-RUN; x=1"]) {
        const refused = yield* send(route.method, pathOf(route, callOf(route), ids), {
          key: apiKey,
          headers: { prefer },
          ...(body === undefined ? {} : { body })
        })
        assert.strictEqual(refused.status, 400)
        assert.include(refused.body.error.message, "Prefer: dry-run")
        assert.isNull(refused.headers.get("preference-applied"))
      }
      assert.strictEqual(yield* stateInMemory, before)
    })
  )
})
