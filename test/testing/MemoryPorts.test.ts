/** Every port has a fake of its name at the mirrored place, and MemoryPorts provides it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layerMemoryPorts } from "../../src/testing/MemoryPorts.ts"
import { adapterProblem, allPorts, filesOf, missingFrom } from "../support/ports.ts"

const ports = await allPorts()

describe("the fakes", () => {
  it("are looked for: there are ports in rooms and beside them", () => {
    const names = ports.map(({ room, name }) => `${room}${name}`)
    assert.includeMembers(names, ["invoices/InvoiceRepository", "mail/Mailer", "UnitOfWork"])
  })

  for (const port of ports)
    it(`${port.room}${port.name} has one`, async () => {
      assert.strictEqual(await adapterProblem(port, "testing", "Memory"), "")
    })

  it("are fakes of ports, but for the app that is made of them", () => {
    const expected = ports.map(({ room, name }) => `${room}${name}Memory.ts`)
    assert.sameMembers([...filesOf("testing", "Memory.ts")], [...expected, "RetainerMemory.ts"])
  })

  it.effect("are all in MemoryPorts", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(layerMemoryPorts)
      assert.deepStrictEqual(missingFrom(context, ports), [])
    }).pipe(Effect.scoped)
  )
})
