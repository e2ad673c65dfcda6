/** Signatures and ciphertexts over a rotation of the keys, and what must not open. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { Signer } from "../../../src/app/ports/Signer.ts"
import { type Place, Vault } from "../../../src/app/ports/Vault.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import { keyId, parseSecretKeys, type SecretKeys } from "../../../src/infra/crypto/SecretKeys.ts"
import { SignerHmac } from "../../../src/infra/crypto/SignerHmac.ts"
import { VaultAesGcm } from "../../../src/infra/crypto/VaultAesGcm.ts"
import { placeless } from "../../support/placeless.ts"

const oldKey = Redacted.make(new Uint8Array(32).fill(1))
const newKey = Redacted.make(new Uint8Array(32).fill(2))
const base64 = (fill: number) => Buffer.alloc(32, fill).toString("base64")

const on = (...keys: SecretKeys) =>
  Effect.map(
    Effect.scoped(Layer.build(Layer.merge(SignerHmac(keys), VaultAesGcm(keys)))),
    (context) => ({ signer: Context.get(context, Signer), vault: Context.get(context, Vault) })
  )

const workspaceId = WorkspaceId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678901")
const place: Place = { kind: "webhook-secret", workspaceId, id: "whep_1" }
const secret = Redacted.make("whsec_x")

describe("SECRET_KEY", () => {
  it("takes several keys, each once, and nothing else", () => {
    const keys = parseSecretKeys(`${base64(2)}, ${base64(1)}`)
    assert.deepStrictEqual(keys?.map(keyId), [keyId(newKey), keyId(oldKey)])
    for (const wrong of ["", "short", `${base64(1)},`, `${base64(1)},${base64(1)}`, "x,y"]) {
      assert.isUndefined(parseSecretKeys(wrong), wrong)
    }
  })
})

describe("what was signed", () => {
  it.effect("is verified by every key, and made by the first", () =>
    Effect.gen(function* () {
      const before = (yield* on(oldKey)).signer
      const during = (yield* on(newKey, oldKey)).signer
      const after = (yield* on(newKey)).signer
      const old = before.seal("link", "payload")
      assert.strictEqual(during.unseal("link", old), "payload")
      assert.isUndefined(during.unseal("cursor", old))
      assert.isUndefined(after.unseal("link", old))
      assert.strictEqual(after.unseal("link", during.seal("link", "payload")), "payload")
      assert.deepStrictEqual(during.sealings("link", "payload"), [
        after.seal("link", "payload"),
        old
      ])
      assert.deepStrictEqual(during.derivations("token", "1"), [
        after.derive("token", "1"),
        before.derive("token", "1")
      ])
    })
  )
})

describe("what was encrypted", () => {
  it.effect("opens in its own row only, while its key is there", () =>
    Effect.gen(function* () {
      const before = (yield* on(oldKey)).vault
      const during = (yield* on(newKey, oldKey)).vault
      const after = (yield* on(newKey)).vault
      const text = before.encrypt(secret, place)
      assert.strictEqual(Redacted.value(during.decrypt(text, place)), "whsec_x")
      assert.throws(() => after.decrypt(text, place), keyId(oldKey))
      const other = WorkspaceId.fromUuid("0190f5fe-7c00-7a00-8abc-012345678902")
      for (const elsewhere of [
        { ...place, id: "whep_2" },
        { ...place, workspaceId: other },
        { ...place, kind: "idempotency-answer" as const }
      ]) {
        assert.throws(() => before.decrypt(text, elsewhere))
        assert.isNull(during.renew(text, elsewhere))
      }
      const renewed = during.renew(text, place) ?? ""
      assert.strictEqual(Redacted.value(after.decrypt(renewed, place)), "whsec_x")
      assert.isNull(after.renew(text, place))
    })
  )

  it.effect("before it knew its row: is taken over, and opens nowhere else", () =>
    Effect.gen(function* () {
      const { vault } = yield* on(newKey, oldKey)
      const text = placeless(oldKey, "whsec_x")
      assert.throws(() => vault.decrypt(text, place))
      assert.isNull(vault.renew(text, place))
      const adopted = vault.adopt(text, place) ?? ""
      assert.strictEqual(Redacted.value(vault.decrypt(adopted, place)), "whsec_x")
      assert.isNull(vault.adopt(adopted, place))
      assert.isNull((yield* on(newKey)).vault.adopt(text, place))
    })
  )
})
