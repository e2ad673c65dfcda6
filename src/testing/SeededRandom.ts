/** Randomness that a test can repeat. */
import { createHash } from "node:crypto"
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"

/** Repeatable randomness: the same seed gives the same ids, keys and passwords. */
export const layerSeededRandom = (seed: string) =>
  Layer.sync(SecureRandom.SecureRandom, () => {
    let block = 0
    return SecureRandom.make((size) => {
      const chunks: Buffer[] = []
      for (let length = 0; length < size; length += 32) {
        chunks.push(createHash("sha256").update(`${seed}:${block++}`).digest())
      }
      return new Uint8Array(Buffer.concat(chunks).subarray(0, size))
    })
  })
