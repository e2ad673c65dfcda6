/**
 * Every port that stores has an adapter in SQL of its name at the mirrored place, and SqlPorts
 * provides it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layerMemoryStorage } from "../../../src/testing/MemoryPorts.ts"
import { adapterProblem, allPorts, filesOf, missingFrom } from "../../support/ports.ts"
import { layerPglite, onDatabase } from "../../support/storages.ts"

const ports = await allPorts()
const notInMemory = missingFrom(
  await Effect.runPromise(Effect.scoped(Layer.build(layerMemoryStorage))),
  ports
)
const stores = ports.filter(
  ({ name }) => name.endsWith("Repository") || !notInMemory.includes(name)
)

describe("the adapters in SQL", () => {
  it("belong to the ports that MemoryStorage answers, all repositories among them", () => {
    assert.includeMembers(
      stores.map(({ name }) => name),
      ["InvoiceRepository", "UnitOfWork", "Housekeeping", "EventLog", "MailOutbox"]
    )
    assert.deepStrictEqual(
      stores.flatMap(({ name }) => (notInMemory.includes(name) ? [name] : [])),
      []
    )
  })

  for (const port of stores)
    it(`${port.room}${port.name} has one`, async () => {
      assert.strictEqual(await adapterProblem(port, "infra/sql", "Sql"), "")
    })

  it("are of ports that store", () => {
    assert.sameMembers(
      [...filesOf("infra/sql", "Sql.ts")],
      stores.map(({ room, name }) => `${room}${name}Sql.ts`)
    )
  })

  it.effect("are all in SqlPorts", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(onDatabase(layerPglite))
      assert.deepStrictEqual(missingFrom(context, stores), [])
    }).pipe(Effect.scoped)
  )
})
