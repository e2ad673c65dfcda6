/**
 * Random bytes of Node's generator, asked for many at a time: a request needs some for each id that it makes, and
 * each question has a price. What was given away is not kept, so no later look at memory tells an earlier secret.
 */
import { randomFillSync } from "node:crypto"
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"

const poolBytes = 4096
/** What is larger is rare, and would soon empty the pool. */
const mostFromPool = 64

/** Bytes by `fill`, which stands for Node's. */
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
