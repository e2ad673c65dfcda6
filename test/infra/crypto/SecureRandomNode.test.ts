/** Random bytes from the pool: each is given once, and none stays behind. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { pooledBytes, SecureRandomNode } from "../../../src/infra/crypto/SecureRandomNode.ts"

/** A counter as the source of randomness, so that each byte shows its position; 0 never occurs. */
const counting = () => {
  let next = 1
  let seen: Uint8Array | undefined
  const fill = (bytes: Uint8Array) => {
    if (bytes.length === 4096) seen = bytes
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (let at = 0; at + 4 <= bytes.length; at += 4) view.setUint32(at, next++)
  }
  return { fill, pool: () => seen }
}

describe("random bytes", () => {
  it("are given once, over the end of the pool too, and are not kept", () => {
    const source = counting()
    const bytes = pooledBytes(source.fill)
    const given = new Set<number>()
    for (let n = 0; n < 2000; n++) {
      // 20 does not divide the pool: what is too little at its end is left.
      const part = bytes(20)
      assert.lengthOf(part, 20)
      for (let at = 0; at < 20; at += 4) given.add(new DataView(part.buffer, at).getUint32(0))
      const pool = source.pool() ?? assert.fail("no pool")
      assert.isFalse(Buffer.from(pool).includes(Buffer.from(part)))
    }
    assert.strictEqual(given.size, 2000 * 5)
    assert.isFalse(given.has(0))
  })

  it("are the caller's own, large ones too", () => {
    const bytes = pooledBytes(counting().fill)
    const first = bytes(16)
    first.fill(0)
    assert.notDeepEqual(bytes(16), first)
    const large = bytes(100_000)
    assert.lengthOf(large, 100_000)
    assert.strictEqual(large.byteLength, large.buffer.byteLength)
  })

  it.effect("make ids that are in order and differ", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const ids = yield* Effect.replicateEffect(random.uuidV7(), 1000)
      assert.strictEqual(new Set(ids).size, 1000)
      assert.deepStrictEqual([...ids].sort(), ids)
      const secrets = yield* Effect.replicateEffect(random.randomBytes(32), 200)
      assert.strictEqual(
        new Set(secrets.map((bytes) => Buffer.from(bytes).toString("hex"))).size,
        200
      )
    }).pipe(Effect.provide(SecureRandomNode))
  )
})
