/** A link that was stored under one key and mailed under the next is one link. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { Signer } from "../../src/app/ports/Signer.ts"
import { findSealed } from "../../src/app/SealedLinks.ts"
import type { SecretKeys } from "../../src/infra/crypto/SecretKeys.ts"
import { SignerHmac } from "../../src/infra/crypto/SignerHmac.ts"

const oldKey = Redacted.make(new Uint8Array(32).fill(1))
const newKey = Redacted.make(new Uint8Array(32).fill(2))

const signerOn = (...keys: SecretKeys) =>
  Effect.map(Effect.scoped(Layer.build(SignerHmac(keys))), (context) =>
    Context.get(context, Signer)
  )

describe("a link of a mail", () => {
  it.effect("is found whichever of the keys it was stored and mailed under", () =>
    Effect.gen(function* () {
      const before = yield* signerOn(oldKey)
      const during = yield* signerOn(newKey, oldKey)
      const stored = before.hash(Redacted.make(before.seal("link", "id")))
      const find = (secret: string, purpose = "link") =>
        findSealed(during, purpose, secret, (hash) =>
          Effect.succeed(hash === stored ? "the link" : null)
        )
      assert.strictEqual(yield* find(before.seal("link", "id")), "the link")
      assert.strictEqual(yield* find(during.seal("link", "id")), "the link")
      assert.isNull(yield* find(during.seal("link", "other")))
      assert.isNull(yield* find(during.seal("link", "id"), "another purpose"))
      assert.isNull(yield* find("made up"))
    })
  )
})
