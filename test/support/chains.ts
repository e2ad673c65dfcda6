/** Whether entries prove each other, computed from what is answered alone: as an outsider would. */
import { createHash } from "node:crypto"
import { assert } from "@effect/vitest"
import { canonicalJson } from "../../src/domain/text/Text.ts"

interface Hashed {
  readonly sequence: number
  readonly previous_hash: string
  readonly hash: string
}

/** All entries of one chain, from its first on. */
export const assertChained = (entries: ReadonlyArray<Hashed>): void => {
  let head = "0".repeat(64)
  for (const [index, { previous_hash, hash, ...rest }] of entries.entries()) {
    assert.strictEqual(rest.sequence, index + 1)
    assert.strictEqual(previous_hash, head)
    head = createHash("sha256")
      .update(`${head}\n${canonicalJson(rest)}`)
      .digest("hex")
    assert.strictEqual(hash, head)
  }
}
