/** A link that was stored under one key and mailed under the next is one link. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { Signer } from "../../src/app/ports/Signer.ts"
import { findSealed, sealLink, unsealLink } from "../../src/app/SealedLinks.ts"
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

  it.effect("of a cell has its label, which the seal covers, and is found by it", () =>
    Effect.gen(function* () {
      const signer = yield* signerOn(oldKey)
      const link = sealLink(signer, "eu1", "link", "id")
      assert.match(link, /^eu1\.[\w-]+$/)
      assert.strictEqual(unsealLink(signer, "link", link), "id")
      assert.isUndefined(unsealLink(signer, "link", link.replace("eu1.", "eu2.")))
      assert.isUndefined(unsealLink(signer, "link", link.replace("eu1.", "")))
      assert.isUndefined(unsealLink(signer, "link", `eu1.${signer.seal("link", "id")}`))
      const stored = signer.hash(Redacted.make(link))
      const find = (text: string) =>
        findSealed(signer, "link", text, (hash) =>
          Effect.succeed(hash === stored ? "the link" : null)
        )
      assert.strictEqual(yield* find(link), "the link")
      assert.isNull(yield* find(sealLink(signer, "eu2", "link", "id")))
      assert.isNull(yield* find(sealLink(signer, null, "link", "id")))
    })
  )

  it.effect("that was stored before its cell had a label is found with and without one", () =>
    Effect.gen(function* () {
      const before = yield* signerOn(oldKey)
      const during = yield* signerOn(newKey, oldKey)
      const unlabelled = sealLink(before, null, "link", "id")
      const stored = before.hash(Redacted.make(unlabelled))
      const find = (text: string) =>
        findSealed(during, "link", text, (hash) =>
          Effect.succeed(hash === stored ? "the link" : null)
        )
      assert.strictEqual(yield* find(unlabelled), "the link")
      assert.strictEqual(yield* find(sealLink(during, "eu1", "link", "id")), "the link")
    })
  )
})
