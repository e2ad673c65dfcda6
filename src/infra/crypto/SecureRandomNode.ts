/**
 * Random bytes from a pool: Node's generator is called for many bytes at a time, because each call
 * has a cost. Bytes that were taken are erased from the pool, so that a memory dump reveals no
 * earlier secret.
 */
import { randomFillSync } from "node:crypto"
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"

const poolBytes = 4096
/** Larger requests are rare, and would empty the pool. */
const mostFromPool = 64

/** `fill` replaces Node's generator in tests. */
export const pooledBytes = (
  fill: (bytes: Uint8Array<ArrayBuffer>) => unknown
): ((size: number) => Uint8Array<ArrayBuffer>) => {
  const pool = new Uint8Array(poolBytes)
  let used = poolBytes
  return (size) => {
    if (size > mostFromPool) {
      const bytes = new Uint8Array(size)
      fill(bytes)
      return bytes
    }
    if (used + size > poolBytes) {
      fill(pool)
      used = 0
    }
    const bytes = pool.slice(used, used + size)
    pool.fill(0, used, used + size)
    used += size
    return bytes
  }
}

export const SecureRandomNode = Layer.sync(SecureRandom.SecureRandom, () =>
  SecureRandom.make(pooledBytes(randomFillSync))
)
