/** Ids: TypeIDs by the vectors of their specification. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { ClientId, InvoiceId } from "../../src/domain/Ids.ts"

describe("ids", () => {
  it.prop(
    "are TypeIDs of their uuid",
    { uuid: Schema.String.check(Schema.isUUID(7)) },
    ({ uuid }) => {
      const id = InvoiceId.fromUuid(uuid.toLowerCase())
      assert.match(id, /^inv_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
      assert.strictEqual(InvoiceId.toUuid(id), uuid.toLowerCase())
    }
  )
  // The vectors of the TypeID specification.
  it.each([
    ["00000000-0000-0000-0000-000000000000", "00000000000000000000000000"],
    ["00000000-0000-0000-0000-000000000001", "00000000000000000000000001"],
    ["01890a5d-ac96-774b-bcce-b302099a8057", "01h455vb4pex5vsknk084sn02q"],
    ["ffffffff-ffff-ffff-ffff-ffffffffffff", "7zzzzzzzzzzzzzzzzzzzzzzzzz"]
  ])("%s", (uuid, suffix) => {
    assert.strictEqual(ClientId.fromUuid(uuid), `client_${suffix}`)
    assert.strictEqual(ClientId.toUuid(ClientId.fromUuid(uuid)), uuid)
  })
  it.each([
    "client_8zzzzzzzzzzzzzzzzzzzzzzzzz",
    "inv_01h455vb4pex5vsknk084sn02q",
    "client_01H455VB4PEX5VSKNK084SN02Q",
    "client_01h455vb4pex5vsknk084sn02",
    "client_01h455vb4pex5vsknk084sn02il",
    "client_",
    ""
  ])("refuses %s", (text) => {
    assert.isTrue(Option.isNone(ClientId.parse(text)))
  })
  it.effect("ascend", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const ids = yield* Effect.forEach(Array.from({ length: 500 }), () => InvoiceId.next(random))
      assert.deepStrictEqual([...ids].sort(), ids)
      assert.strictEqual(new Set(ids).size, 500)
    }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
  )
})
