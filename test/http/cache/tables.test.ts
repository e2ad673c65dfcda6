/** Cacheable endpoints read only tables that move a version of their workspace, or sums that follow from those. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { ProcessorTest } from "../../../src/infra/payments/ProcessorTest.ts"
import { unversioned } from "../../../src/infra/sql/migrations/0028_write_engine.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import { layerRetainerMemoryOn } from "../../../src/testing/RetainerMemory.ts"
import { callOf, nameOf, pathOf, populated } from "../../support/populated.ts"
import { send } from "../../support/requests.ts"
import { routes } from "../../support/routes.ts"
import { layerPglite, onDatabase } from "../../support/storages.ts"

/** Read around an answer, or made of what is versioned. */
const allowed = ["totals", "workspace_versions", "api_keys"]

let sent: Array<string> = []
const layerRecorder = Layer.succeed(Statement.CurrentTransformer, (statement) => {
  sent.push(statement.compile()[0])
  return Effect.succeed(statement)
})

const layerOnPglite = layerRetainerMemoryOn(
  ProcessorTest,
  Layer.merge(layerMemoryPorts, onDatabase(layerPglite).pipe(Layer.orDie))
)

const cacheable = routes.filter(({ isCacheable }) => isCacheable)

layer(
  layerOnPglite.pipe(
    Layer.provideMerge(layerRecorder),
    Layer.provideMerge(layerPglite.pipe(Layer.orDie))
  ),
  { excludeTestServices: true, timeout: "60 seconds" }
)("cacheable endpoints", (it) => {
  it.effect("read tables that move a version", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`SELECT table_name AS name
        FROM information_schema.tables WHERE table_schema = 'public'`
      const { apiKey, ids } = yield* populated
      assert.isAbove(cacheable.length, 8)
      for (const route of cacheable) {
        const path = pathOf(route, callOf(route), ids)
        sent = []
        const first = yield* send(route.method, path, { key: apiKey })
        assert.strictEqual(first.status, 200)
        const read = tables
          .map(({ name }) => name)
          .filter((name) => sent.some((text) => new RegExp(`(FROM|JOIN)\\s+${name}\\b`).test(text)))
        assert.isNotEmpty(read, nameOf(route))
        for (const name of read) {
          if (!allowed.includes(name)) assert.notProperty(unversioned, name, nameOf(route))
        }
      }
    })
  )
})
